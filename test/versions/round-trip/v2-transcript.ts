/**
 * What a client of version 2 shows in the end.
 *
 * Messages by id with their whole content, tool calls as they ended, the states as they changed. Ids that a bridge made
 * have no meaning; the message of a prompt is known by the prompt.
 */
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { readGitPatch } from '@acp-stack/bridge/git-patch';
import { joined } from './joined.ts';
import { untagged } from './untagged.ts';
import { isMinted } from './wire.ts';

type Variants = v2.SessionUpdateVariants;
type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly kind: string;
  readonly id: string;
  blocks: readonly v2.ContentBlock[];
}

interface ToolCall {
  fields: Fields;
  content: readonly v2.ToolCallContent[];
}

type Entry =
  | { readonly message: Message }
  | { readonly toolCall: string }
  | { readonly compaction: string }
  | { readonly state: unknown }
  | { readonly event: unknown };

export class V2Transcript {
  options: readonly v2.SessionConfigOption[] | undefined;
  commands: readonly v2.AvailableCommand[] | undefined;
  #timeline: Entry[] = [];
  #toolCalls = new Map<string, ToolCall>();
  #compactions = new Map<string, { fields: Fields; summary: v2.ContentBlock[] }>();
  readonly #prompts = new Map<string, string>();
  readonly #plans = new Map<string, unknown>();
  readonly #children = new Map<string, Fields>();
  #usage: Fields = {};
  #info: Fields = {};

  startOver(): void {
    this.#timeline = [];
    this.#toolCalls = new Map();
    this.#compactions = new Map();
  }

  /** The message of a prompt has got this id. */
  named(messageId: string, prompt: string): void {
    this.#prompts.set(messageId, prompt);
  }

  update(update: v2.SessionUpdate): void {
    const tell = (this.#table as Readonly<Record<string, ((told: v2.SessionUpdate) => void) | undefined>>)[
      update.sessionUpdate
    ];
    if (tell === undefined) this.#timeline.push({ event: update });
    else tell(update);
  }

  toolCall({ toolCallId, content, ...patch }: v2.ToolCallUpdate): void {
    const call = this.#callOf(toolCallId);
    const cleared = Object.entries(patch).map(([key, value]) => [key, value ?? initial[key]]);
    call.fields = { ...call.fields, ...Object.fromEntries(cleared) };
    if (content !== undefined) call.content = content ?? [];
  }

  value(): unknown {
    return {
      timeline: this.#shownTimeline(),
      plans: Object.fromEntries(this.#plans),
      children: Object.fromEntries(this.#children),
      commands: this.commands,
      options: this.options,
      usage: this.#usage,
      info: this.#info,
    };
  }

  /** States that repeat the one before tell nothing (LIFE-10). */
  #shownTimeline(): unknown[] {
    let before: unknown;
    return this.#timeline.flatMap((entry) => {
      const shown = this.#shown(entry);
      if (!('state' in entry)) return [shown];
      const isRepeated = JSON.stringify(before) === JSON.stringify(shown);
      before = shown;
      return isRepeated ? [] : [shown];
    });
  }

  #shown(entry: Entry): unknown {
    if ('message' in entry) {
      const { kind, id, blocks } = entry.message;
      return { kind, id: this.#prompts.get(id) ?? (isMinted(id) ? undefined : id), content: joined(blocks) };
    }
    if ('toolCall' in entry) {
      const { fields, content } = this.#callOf(entry.toolCall);
      return { toolCall: entry.toolCall, ...fields, content: content.map(shownItem) };
    }
    if (!('compaction' in entry)) return entry;
    const { fields, summary } = this.#compactionOf(entry.compaction);
    return { compaction: entry.compaction, ...fields, summary: joined(summary) };
  }

  #callOf(id: string): ToolCall {
    const known = this.#toolCalls.get(id);
    if (known !== undefined) return known;
    const made = { fields: initial, content: [] };
    this.#toolCalls.set(id, made);
    this.#timeline.push({ toolCall: id });
    return made;
  }

  #compactionOf(id: string): { fields: Fields; summary: v2.ContentBlock[] } {
    const known = this.#compactions.get(id);
    if (known !== undefined) return known;
    const made = { fields: {}, summary: [] };
    this.#compactions.set(id, made);
    this.#timeline.push({ compaction: id });
    return made;
  }

  #message(kind: string, id: string): Message {
    for (const entry of this.#timeline)
      if ('message' in entry && entry.message.kind === kind && entry.message.id === id) return entry.message;
    const message: Message = { kind, id, blocks: [] };
    this.#timeline.push({ message });
    return message;
  }

  readonly #chunk = ({ sessionUpdate, messageId, content }: Variants[`${WholeTag}_chunk`]): void => {
    const message = this.#message(sessionUpdate.replace(/_chunk$/u, ''), messageId);
    message.blocks = [...message.blocks, content];
  };

  readonly #whole = ({ sessionUpdate, messageId, content }: Variants[WholeTag]): void => {
    // A message without content shows nothing.
    if (content === undefined || content === null || content.length === 0) return;
    this.#message(sessionUpdate, messageId).blocks = content;
  };

  readonly #event = (update: v2.SessionUpdate): void => {
    this.#timeline.push({ event: update });
  };

  readonly #nothing = (): void => undefined;

  readonly #table: { readonly [K in keyof Variants]: (update: Variants[K]) => void } = {
    user_message_chunk: this.#chunk,
    agent_message_chunk: this.#chunk,
    agent_thought_chunk: this.#chunk,
    user_message: this.#whole,
    agent_message: this.#whole,
    agent_thought: this.#whole,
    state_update: (told) => {
      const state = untagged(told);
      this.#timeline.push({ state });
    },
    tool_call_update: (told) => {
      const update = untagged(told);
      this.toolCall(update);
    },
    tool_call_content_chunk: ({ toolCallId, content }) => {
      const call = this.#callOf(toolCallId);
      call.content = [...call.content, content];
    },
    terminal_update: this.#nothing,
    terminal_output_chunk: this.#nothing,
    plan_update: (told) => {
      const update = untagged(told);
      this.#plans.set(update.plan.planId, update);
    },
    plan_removed: ({ planId }) => {
      this.#plans.delete(planId);
    },
    available_commands_update: ({ availableCommands }) => {
      this.commands = availableCommands;
    },
    config_option_update: ({ configOptions }) => {
      this.options = configOptions;
    },
    session_info_update: (told) => {
      const patch = untagged(told);
      this.#info = { ...this.#info, ...patch };
    },
    usage_update: (told) => {
      const patch = untagged(told);
      this.#usage = { ...this.#usage, ...patch };
    },
    notice: this.#event,
    compaction_update: (told) => {
      const { compactionId, summary, ...fields } = untagged(told);
      const compaction = this.#compactionOf(compactionId);
      compaction.fields = { ...compaction.fields, ...fields };
      if (summary !== undefined) compaction.summary = [...(summary ?? [])];
    },
    compaction_summary_chunk: ({ compactionId, content }) => {
      this.#compactionOf(compactionId).summary.push(content);
    },
    subagent_update: (told) => {
      const { sessionId, ...patch } = untagged(told);
      this.#children.set(sessionId, { ...this.#children.get(sessionId), ...patch });
    },
    session_message: this.#event,
    session_message_chunk: this.#event,
  };
}

type WholeTag = 'user_message' | 'agent_message' | 'agent_thought';

/** What a tool call is before anything is said about it. */
const initial: Fields = { kind: 'other', status: 'pending', locations: [] };

/** A diff is shown by the texts that its patch holds. */
function shownItem(item: v2.ToolCallContent): unknown {
  const { type, changes, patch, ...others } = item as { type: string; changes?: unknown; patch?: { text: string } };
  if (type !== 'diff') return item;
  const texts = readGitPatch(patch?.text ?? '').map(({ change }) => change);
  return { ...others, type, changes, texts };
}
