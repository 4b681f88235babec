/**
 * The tool calls of one session: which of them the client knows, and by which title.
 *
 * Version 1 creates with `tool_call` and changes with `tool_call_update`; version 2 has one update for both, in which
 * only null resets a field.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { fieldByField, taggedToV2 } from '../convert/tool-call.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import { BoundedMap } from '../values/bounded-map.ts';

type Update = v2.SessionUpdateVariants['tool_call_update'];

/** What the conversion of a tool call needs of its session. */
export interface ToolCallsHost {
  readonly cwd: string | undefined;
  /** Whether a terminal with this id exists or has existed. */
  knowsTerminal(terminalId: string): boolean;
  /** The agent sent an update of a tool call, for the first time or again. */
  noteToolCall(toolCallId: string, isNew: boolean): void;
}

type ToolCallsContext = Pick<RuleContext<V2, V1>, 'isStrict' | 'limits' | keyof LossReporter>;

/** The fields that a second `tool_call` resets if it does not mention them. */
const reset = {
  name: null,
  kind: null,
  status: null,
  content: null,
  locations: null,
  rawInput: null,
  rawOutput: null,
} as const;

export class ToolCalls {
  readonly #context: ToolCallsContext;
  readonly #host: ToolCallsHost;
  /** The titles, as far as they are known. */
  #known: BoundedMap<string, string | undefined>;

  constructor(context: ToolCallsContext, host: ToolCallsHost) {
    this.#context = context;
    this.#host = host;
    this.#known = this.#empty();
  }

  /** Forgets the tool calls, because the client is sent them again. Returns a function that undoes it. */
  forget(): () => void {
    const before = this.#known;
    this.#known = this.#empty();
    return () => {
      this.#known = before;
    };
  }

  /** A `tool_call`: creates a tool call, or replaces the one with the same id. */
  created(call: v1.ToolCall): Update {
    const fields = this.#convert(call);
    const isKnown = this.#known.has(call.toolCallId);
    this.#known.remember(call.toolCallId, call.title);
    this.#host.noteToolCall(call.toolCallId, !isKnown);
    return isKnown ? { ...reset, ...fields, sessionUpdate } : { ...fields, sessionUpdate };
  }

  /** A `tool_call_update`: changes a tool call, or creates it if the agent skipped `tool_call`. */
  changed(call: v1.SessionUpdateVariants['tool_call_update']): Update {
    return this.mentioned(call, this.#convert(call) as Update);
  }

  /** A tool call in another message; the first report of a tool call has a title (TOOL-06). */
  mentioned<T extends v2.ToolCallUpdate>({ toolCallId, name }: v1.ToolCallUpdate, fields: T): T {
    const isKnown = this.#known.has(toolCallId);
    const isNew = !isKnown && !this.#known.hasEvicted;
    if (!isKnown || typeof fields.title === 'string') this.#known.remember(toolCallId, fields.title ?? undefined);
    this.#host.noteToolCall(toolCallId, isNew);
    return isNew && typeof fields.title !== 'string' ? { ...fields, title: name ?? 'Tool call' } : fields;
  }

  has(toolCallId: string): boolean {
    return this.#known.has(toolCallId);
  }

  /** Returns the title of a tool call, if known. */
  titleOf(toolCallId: string): string | undefined {
    return this.#known.get(toolCallId);
  }

  #empty(): BoundedMap<string, string | undefined> {
    return new BoundedMap(this.#context.limits.remembered);
  }

  #convert(call: v1.ToolCall | v1.ToolCallUpdate): v2.ToolCallUpdate {
    const convert = (part: v1.ToolCallUpdate, losses: LossReporter): v2.ToolCallUpdate => this.#fields(part, losses);
    return this.#context.isStrict ? fieldByField(call, this.#context, convert) : convert(call, this.#context);
  }

  #fields(call: v1.ToolCallUpdate, losses: LossReporter): v2.ToolCallUpdate {
    for (const item of call.content ?? []) {
      if (item.type !== 'terminal' || this.#host.knowsTerminal(item.terminalId)) continue;
      losses.lose('terminal content', `The terminal ${item.terminalId} is unknown; its output cannot be shown.`);
    }
    return taggedToV2(call, { cwd: this.#host.cwd, losses });
  }
}

const sessionUpdate = 'tool_call_update';
