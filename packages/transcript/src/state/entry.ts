/**
 * What stands in a transcript, one thing below the other: messages, thoughts, tool calls, compactions, child sessions, notices, and
 * updates that this version does not know.
 *
 * An entry keeps its place from the first time it is mentioned. Fields that were never told, or were cleared, are absent.
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

/** The fields of an upsert once it has been applied: null cleared them. */
export type Applied<Update> = { readonly [Field in keyof Update]: Exclude<Update[Field], null> };

/** Metadata that upserts have put together, key by key (EXT-07). */
export type StoredMeta = NonNullable<Meta>;

interface EntryBase<Type extends string> {
  /** Unique in the transcript: the type and the protocol's id, or a number for what has none. */
  readonly id: string;
  /** What it is; tells the entries apart. */
  readonly type: Type;
}

/** A message of the user or the agent, or a thought of the agent. */
export interface MessageEntry
  extends
    EntryBase<'user_message' | 'agent_message' | 'agent_thought'>,
    Applied<Omit<UserMessage, 'content' | '_meta'>> {
  /** The blocks in order; pieces of plain text that were streamed are one. */
  readonly content: List<ContentBlock>;
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** A message between this session and another one. */
export interface SessionMessageEntry
  extends EntryBase<'session_message'>, Applied<Omit<SessionMessage, 'content' | '_meta'>> {
  /** The blocks in order. */
  readonly content: List<ContentBlock>;
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** A use of a tool. */
export interface ToolCallEntry
  extends
    EntryBase<'tool_call'>,
    Applied<Omit<ToolCallUpdate, 'content' | 'kind' | 'status' | 'locations' | 'rawInput' | 'rawOutput' | '_meta'>> {
  /** The sort of work; `other` when the agent has not said. */
  readonly kind: ToolKind;
  /** How far it is; a value that is not known reads as still in progress (TOOL-21). */
  readonly status: ToolCallStatus;
  /** What it shows: blocks, diffs and terminals, in order. */
  readonly content: List<ToolCallContent>;
  /** The files that it works on; empty when the agent has named none. */
  readonly locations: readonly ToolCallLocation[];
  /** What the tool was called with, as the agent reports it. */
  readonly rawInput?: unknown;
  /** What the tool answered, as the agent reports it. */
  readonly rawOutput?: unknown;
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** A shortening of the context, at its place in the conversation. */
export interface CompactionEntry extends EntryBase<'compaction'>, Applied<Omit<CompactionUpdate, 'summary' | '_meta'>> {
  /** What stands for the part that was shortened; empty when the agent does not tell. */
  readonly summary: List<ContentBlock>;
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** A child session; its own conversation is a transcript of its own. */
export interface SubagentEntry extends EntryBase<'subagent'>, Applied<Omit<SubagentUpdate, '_meta'>> {
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** Something that the agent wanted the user to see. */
export interface NoticeEntry extends EntryBase<'notice'> {
  /** As it arrived. */
  readonly notice: Notice;
}

/** An update of a kind that this version does not know, as it arrived. */
export interface UnknownEntry extends EntryBase<'unknown'> {
  /** The whole of it, for programs that know more. */
  readonly update: SessionUpdate;
}

/** The entries by their type. */
export interface EntryTypes {
  /** What the user said. */
  readonly user_message: MessageEntry;
  /** What the agent said. */
  readonly agent_message: MessageEntry;
  /** What the agent was thinking. */
  readonly agent_thought: MessageEntry;
  /** What this session and another one said to each other. */
  readonly session_message: SessionMessageEntry;
  /** What the agent did with a tool. */
  readonly tool_call: ToolCallEntry;
  /** Where the context was shortened. */
  readonly compaction: CompactionEntry;
  /** Where a child session was begun. */
  readonly subagent: SubagentEntry;
  /** What the user was to see at that moment. */
  readonly notice: NoticeEntry;
  /** What only newer versions can read. */
  readonly unknown: UnknownEntry;
}

/** One thing in a transcript; `type` tells which. */
export type Entry = EntryTypes[keyof EntryTypes];

/** The types of entries that have an id of the protocol. */
export type NamedEntryType = Exclude<keyof EntryTypes, 'notice' | 'unknown'>;

/** The id in a transcript of what the protocol calls `id`. */
export function entryId(type: NamedEntryType, id: string): string {
  return `${type}:${id}`;
}

const finished = new Set<string>(['completed', 'failed', 'cancelled']);

/** Whether a tool call has ended; one with a status that is not known has not (TOOL-21). */
export function isFinished({ status }: ToolCallEntry): boolean {
  return finished.has(status);
}
