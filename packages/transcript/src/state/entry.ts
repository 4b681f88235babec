/**
 * The entries of a transcript: messages, thoughts, tool calls, compactions, subagents, notices, and updates of unknown
 * kinds.
 *
 * An entry keeps the position at which it was first mentioned; a message of the agent that goes on after a tool call
 * has an entry for each part. Fields that were never set, or were cleared, are absent.
 */
import type {
  CompactionUpdate,
  ContentBlock,
  Meta,
  Notice,
  SessionMessage,
  SessionUpdate,
  SubagentUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
  UserMessage,
} from '@acp-stack/schema/v2/unstable';

import type { List } from '../collections/list.ts';

/** The fields of an upsert after it was applied: a field that was null is absent. */
export type Applied<Update> = { readonly [Field in keyof Update]: Exclude<Update[Field], null> };

/** Metadata, merged key by key from all upserts. */
export type StoredMeta = NonNullable<Meta>;

interface EntryBase<Type extends string> {
  /** Unique in the transcript: the type and the id of the protocol, or a number if the protocol has no id. */
  readonly id: string;
  /** The kind of entry. */
  readonly type: Type;
}

/** A message of the user or the agent, or a thought of the agent. */
export interface MessageEntry
  extends
    EntryBase<'user_message' | 'agent_message' | 'agent_thought'>,
    Applied<Omit<UserMessage, 'content' | '_meta'>> {
  /** The content blocks; streamed plain text is merged into one block. */
  readonly content: List<ContentBlock>;
  /** Which part of its message this is, from 2 on, if a tool call or the like stands between; absent in the first. */
  readonly part?: number;
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** A message between this session and another one. */
export interface SessionMessageEntry
  extends EntryBase<'session_message'>, Applied<Omit<SessionMessage, 'content' | '_meta'>> {
  /** The content blocks. */
  readonly content: List<ContentBlock>;
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** A tool call. */
export interface ToolCallEntry
  extends
    EntryBase<'tool_call'>,
    Applied<Omit<ToolCallUpdate, 'content' | 'kind' | 'status' | 'locations' | 'rawInput' | 'rawOutput' | '_meta'>> {
  /** The kind of work; `other` if the agent did not say. */
  readonly kind: ToolKind;
  /** The progress; an unknown value counts as in progress. */
  readonly status: ToolCallStatus;
  /** The content: blocks, diffs and terminals. */
  readonly content: List<ToolCallContent>;
  /** The affected files; empty if the agent named none. */
  readonly locations: readonly ToolCallLocation[];
  /** The input of the tool, as the agent reports it. */
  readonly rawInput?: unknown;
  /** The output of the tool, as the agent reports it. */
  readonly rawOutput?: unknown;
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** A compaction of the context, at its position in the conversation. */
export interface CompactionEntry extends EntryBase<'compaction'>, Applied<Omit<CompactionUpdate, 'summary' | '_meta'>> {
  /** The summary of the compacted part; empty if the agent sends none. */
  readonly summary: List<ContentBlock>;
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** A subagent session; its conversation is a transcript of its own. */
export interface SubagentEntry extends EntryBase<'subagent'>, Applied<Omit<SubagentUpdate, '_meta'>> {
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** A notice of the agent to the user. */
export interface NoticeEntry extends EntryBase<'notice'> {
  /** The notice as it was received. */
  readonly notice: Notice;
}

/** An update of a kind that this version does not know. */
export interface UnknownEntry extends EntryBase<'unknown'> {
  /** The update as it was received. */
  readonly update: SessionUpdate;
}

/** The entries by their type. */
export interface EntryTypes {
  /** A message of the user. */
  readonly user_message: MessageEntry;
  /** A message of the agent. */
  readonly agent_message: MessageEntry;
  /** A thought of the agent. */
  readonly agent_thought: MessageEntry;
  /** A message between this session and another one. */
  readonly session_message: SessionMessageEntry;
  /** A tool call. */
  readonly tool_call: ToolCallEntry;
  /** A compaction of the context. */
  readonly compaction: CompactionEntry;
  /** The start of a subagent session. */
  readonly subagent: SubagentEntry;
  /** A notice of the agent to the user. */
  readonly notice: NoticeEntry;
  /** An update of an unknown kind. */
  readonly unknown: UnknownEntry;
}

/** An entry of a transcript; `type` says which kind. */
export type Entry = EntryTypes[keyof EntryTypes];

/** The types of entries that have an id in the protocol. */
export type NamedEntryType = Exclude<keyof EntryTypes, 'notice' | 'unknown'>;

/** Returns the id of an entry in a transcript for an id of the protocol. */
export function entryId(type: NamedEntryType, id: string): string {
  return `${type}:${id}`;
}

const finished = new Set<string>(['completed', 'failed', 'cancelled']);

/** Whether a tool call has ended; one with an unknown status has not. */
export function isFinished({ status }: ToolCallEntry): boolean {
  return finished.has(status);
}
