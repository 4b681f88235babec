/**
 * What a client of version 1 shows in the end.
 *
 * Messages are told apart by id, and without one by their tag and new tool calls (TURN-05); tool calls are merged
 * (TOOL-03, TOOL-04). Two ways to say the same are one here: null and absent, a `plan` and the plan `main`, modes and
 * the option that stands for them.
 */
import { isDeepStrictEqual } from 'node:util';

import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { Outcome } from './end.ts';
import { joined } from './joined.ts';
import { Settings } from './v1-settings.ts';
import { untagged } from './untagged.ts';
import { isMinted } from './wire.ts';

type Update = v1.SessionUpdate;
type Variants = v1.SessionUpdateVariants;
type Chunk = Variants['user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk'];
type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly kind: string;
  readonly id: string | undefined;
  readonly blocks: v1.ContentBlock[];
  readonly others: Fields[];
}

/** What the user sees, in the order of its first appearance. */
type Entry =
  | { readonly message: Message }
  | { readonly prompt: readonly unknown[] }
  | { readonly stopped: Outcome }
  | { readonly toolCall: string }
  | { readonly compaction: string }
  | { readonly event: unknown };

export class SessionTranscript {
  readonly settings = new Settings();
  #timeline: Entry[] = [];
  #toolCalls = new Map<string, Fields>();
  #compactions = new Map<string, { fields: Fields; summary: v1.ContentBlock[] }>();
  #current: Message | undefined;
  /** What the agent may repeat of a prompt before it does anything else. */
  #echo: readonly v1.ContentBlock[] = [];
  readonly #plans = new Map<string, unknown>();
  readonly #children = new Map<string, Fields>();
  #commands: unknown;
  #usage: unknown;
  #info: Fields = {};

  /** The client asks for a replay. */
  startOver(): void {
    this.#timeline = [];
    this.#toolCalls = new Map();
    this.#compactions = new Map();
    this.#current = undefined;
  }

  /** The replay has ended. */
  endReplay(): void {
    this.#current = undefined;
  }

  prompted(prompt: readonly v1.ContentBlock[]): void {
    this.#current = undefined;
    this.#echo = prompt;
    this.#timeline.push({ prompt: joined(prompt) });
  }

  stopped(outcome: Outcome): void {
    this.#echo = [];
    this.#timeline.push({ stopped: outcome });
  }

  update(update: Update): void {
    const { sessionUpdate: tag } = update;
    const tell = (this.#table as Readonly<Record<string, ((told: Update) => void) | undefined>>)[tag];
    if (tell === undefined) this.#timeline.push({ event: update });
    else tell(update);
    if (tag !== 'user_message_chunk' && !aboutSession.has(tag)) this.#echo = [];
  }

  /** A tool call that is new, changed, or asked about. */
  toolCall({ toolCallId, ...fields }: v1.ToolCallUpdate, isNew = false): void {
    const before = isNew ? undefined : this.#toolCalls.get(toolCallId);
    if (!this.#toolCalls.has(toolCallId)) {
      this.#timeline.push({ toolCall: toolCallId });
      // It stands between what is said before and after it.
      this.#current = undefined;
    }
    this.#echo = [];
    this.#toolCalls.set(toolCallId, {
      ...(before ?? { kind: 'other', status: 'pending', content: [], locations: [] }),
      ...present(fields),
      ...(Array.isArray(fields.content) ? { content: fields.content.map(shownItem) } : {}),
    });
  }

  value(): unknown {
    return {
      timeline: this.#timeline.map((entry) => this.#shown(entry)),
      plans: Object.fromEntries(this.#plans),
      children: Object.fromEntries(this.#children),
      commands: this.#commands,
      usage: this.#usage,
      info: this.#info,
      settings: this.settings.value(),
    };
  }

  #shown(entry: Entry): unknown {
    if ('message' in entry) {
      const { kind, id, blocks, others } = entry.message;
      return { kind, id: isMinted(id) ? undefined : id, content: joined(blocks), others };
    }
    if ('toolCall' in entry) return { toolCall: entry.toolCall, ...this.#toolCalls.get(entry.toolCall) };
    if (!('compaction' in entry)) return entry;
    const { fields, summary } = this.#compactions.get(entry.compaction) ?? { fields: {}, summary: [] };
    return { compaction: entry.compaction, ...fields, summary: joined(summary) };
  }

  #chunk({ sessionUpdate: kind, content, messageId, ...others }: Chunk): void {
    if (kind === 'user_message_chunk' && this.#isEcho(content)) return;
    this.#echo = [];
    const message = this.#messageOf(kind, messageId ?? undefined);
    message.blocks.push(content);
    if (Object.keys(others).length > 0) message.others.push(others);
    this.#current = message;
  }

  /** The user has seen the prompt already. */
  #isEcho(content: v1.ContentBlock): boolean {
    const [expected, ...rest] = this.#echo;
    if (expected === undefined || !isDeepStrictEqual(expected, content)) return false;
    this.#echo = rest;
    return true;
  }

  #messageOf(kind: string, id: string | undefined): Message {
    if (id === undefined && this.#current?.kind === kind) return this.#current;
    const known = this.#timeline
      .flatMap((entry) => ('message' in entry ? [entry.message] : []))
      .find((message) => id !== undefined && message.kind === kind && message.id === id);
    if (known !== undefined) return known;
    const message: Message = { kind, id, blocks: [], others: [] };
    this.#timeline.push({ message });
    return message;
  }

  #compaction(id: string): { fields: Fields; summary: v1.ContentBlock[] } {
    const known = this.#compactions.get(id);
    if (known !== undefined) return known;
    const made = { fields: {}, summary: [] };
    this.#compactions.set(id, made);
    this.#timeline.push({ compaction: id });
    return made;
  }

  readonly #chunkOf = (update: Chunk): void => {
    this.#chunk(update);
  };

  readonly #event = (update: Update): void => {
    this.#timeline.push({ event: update });
  };

  readonly #table: { readonly [K in keyof Variants]: (update: Variants[K]) => void } = {
    user_message_chunk: this.#chunkOf,
    agent_message_chunk: this.#chunkOf,
    agent_thought_chunk: this.#chunkOf,
    tool_call: (told) => {
      this.toolCall(untagged(told), true);
    },
    tool_call_update: (told) => {
      this.toolCall(untagged(told));
    },
    plan: (told) => {
      // It stands between what is said before and after it.
      this.#current = undefined;
      const { entries, ...others } = untagged(told);
      this.#plans.set('main', { ...others, plan: { type: 'items', planId: 'main', entries } });
    },
    plan_update: (told) => {
      this.#current = undefined;
      const update = untagged(told);
      this.#plans.set(update.plan.planId, update);
    },
    plan_removed: ({ planId }) => {
      this.#plans.delete(planId);
    },
    available_commands_update: (update) => {
      this.#commands = update;
    },
    current_mode_update: ({ currentModeId }) => {
      this.settings.enterMode(currentModeId);
    },
    config_option_update: ({ configOptions }) => {
      this.settings.replace(configOptions);
    },
    session_info_update: (told) => {
      const patch = untagged(told);
      this.#info = { ...this.#info, ...patch };
    },
    usage_update: (update) => {
      this.#usage = update;
    },
    notice: this.#event,
    compaction_update: (told) => {
      const { compactionId, summary, ...fields } = untagged(told);
      const compaction = this.#compaction(compactionId);
      compaction.fields = { ...compaction.fields, ...fields };
      if (summary !== undefined) compaction.summary = [...(summary ?? [])];
    },
    compaction_summary_chunk: ({ compactionId, content }) => {
      this.#compaction(compactionId).summary.push(content);
    },
    subagent_update: (told) => {
      const { sessionId, ...patch } = untagged(told);
      this.#children.set(sessionId, { ...this.#children.get(sessionId), ...patch });
    },
    session_message: this.#event,
    session_message_chunk: this.#event,
  };
}

/** Updates about a session as a whole, which are not part of the conversation. */
const aboutSession: ReadonlySet<string> = new Set([
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'notice',
]);

/** What is null says nothing in version 1. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null || key === '_meta'));

const shownItem = (item: v1.ToolCallContent): unknown => {
  if (item.type !== 'diff') return item;
  const { oldText, deleted, ...others } = item;
  return {
    ...others,
    ...(oldText === null || oldText === undefined ? {} : { oldText }),
    ...(deleted === true ? { deleted } : {}),
  };
};
