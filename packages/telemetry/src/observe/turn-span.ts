/**
 * The span of one turn: from the prompt, or from the state that begins work without one, until the agent says that its
 * work is over.
 *
 * In version 1 the response to the prompt says so. In version 2 the response only says that the message was taken, and
 * a state of the session says the rest; the rules are those that clients follow.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { PromptProgress, type PromptStart } from '@acp-stack/schema/prompt-progress';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';

import { names, provider } from '../attributes/attribute-names.ts';
import { boundedText, knownValue } from '../attributes/bounded-names.ts';
import { inputMessages, OutputText } from '../attributes/message-content.ts';
import { tokenCounts } from '../attributes/token-usage.ts';
import { errorTypeOf } from './error-type.ts';
import type { ObservedSide } from './observed-side.ts';
import { ToolCallSpans } from './tool-call-spans.ts';

const stopReasons: ReadonlySet<string> = new Set([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
  'error',
]);

/** How a turn ended: as its agent said it, or by an error. */
export interface TurnEnd {
  readonly stopReason?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
  /** What kind of error it was, where there is no error object. */
  readonly errorType?: string;
}

/** What a turn was begun by. */
export interface TurnPrompt {
  readonly params: JsonObject;
  readonly attributes: Attributes;
  readonly start: PromptStart;
}

export interface TurnInit {
  readonly side: ObservedSide;
  readonly sessionId: string | undefined;
  readonly model: string | undefined;
  readonly parent: Context;
  /** The prompt; absent for work without one. */
  readonly prompt?: TurnPrompt;
  readonly onEnd: (turn: TurnSpan) => void;
}

export class TurnSpan {
  readonly span: Span;
  readonly tools: ToolCallSpans;
  readonly #init: TurnInit;
  readonly #started = performance.now();
  readonly #progress: PromptProgress | undefined;
  readonly #output: OutputText | undefined;
  #isOver = false;

  constructor(init: TurnInit) {
    const { side, sessionId, model, prompt, parent } = init;
    const { telemetry, spanAttributes, options, agent } = side;
    this.#init = init;
    this.#progress = prompt === undefined ? undefined : new PromptProgress(prompt.start);
    const session = sessionId === undefined ? {} : { [names.conversation]: sessionId };
    const attributes = {
      ...spanAttributes,
      ...(prompt === undefined ? unprompted : prompt.attributes),
      ...session,
      [names.operation]: 'invoke_agent',
      [names.provider]: provider,
      ...(model === undefined ? {} : { [names.model]: model }),
    };
    const kind =
      prompt === undefined ? SpanKind.INTERNAL : options.prompts === 'out' ? SpanKind.CLIENT : SpanKind.SERVER;
    const name = agent === undefined ? 'invoke_agent' : `invoke_agent ${agent}`;
    this.span = telemetry.tracer.startSpan(name, { kind, attributes }, parent);
    if (telemetry.captureContent) {
      this.#output = new OutputText();
      if (prompt !== undefined) this.span.setAttribute(names.inputMessages, inputMessages(prompt.params['prompt']));
    }
    this.tools = new ToolCallSpans(side, trace.setSpan(parent, this.span), session);
  }

  /** The id that the agent gave the message; undefined until it is known. */
  get messageId(): string | undefined {
    return this.#progress?.messageId;
  }

  /** An update of the session arrived. Tool calls are those of the turn that the agent works on. */
  see(update: JsonObject, isCurrent: boolean): void {
    const kind = update['sessionUpdate'];
    const isToolCall = kind === 'tool_call' || kind === 'tool_call_update';
    if (isToolCall && isCurrent && this.#init.side.options.countsWork) this.tools.see(update);
    if (kind === 'agent_message_chunk') this.#output?.add(update['content']);
    if (kind === 'agent_message' && Array.isArray(update['content']))
      for (const block of update['content'] as readonly unknown[]) this.#output?.add(block);
    const isIdle = kind === 'state_update' && update['state'] === 'idle';
    const end: TurnEnd | undefined =
      this.#progress === undefined ? (isIdle ? update : undefined) : this.#progress.see(update as SessionUpdate);
    if (end !== undefined) this.end(end);
  }

  /** The response to the prompt arrived. */
  answered(result: unknown): void {
    const { stopReason, messageId, usage } = isJsonObject(result) ? result : {};
    if (stopReason !== undefined) {
      this.end({ stopReason, usage });
      return;
    }
    const id = typeof messageId === 'string' ? messageId : undefined;
    const end = this.#progress?.answered(id).end ?? this.#progress?.presumedEnd;
    if (end !== undefined) this.end(end);
  }

  /** The turn is over. */
  end({ stopReason, usage, error, errorType }: TurnEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.tools.end();
    const { side, model } = this.#init;
    const { telemetry, metricAttributes, options } = side;
    const reason = stopReason === undefined || stopReason === null ? undefined : knownValue(stopReasons, stopReason);
    const failure = errorType ?? (reason === 'error' || error !== undefined ? errorTypeOf(error) : undefined);
    const tokens = options.countsWork ? tokenCounts(usage) : {};
    const outcome = {
      ...(reason === undefined ? {} : { [names.stopReason]: reason }),
      ...(failure === undefined ? {} : { [names.errorType]: telemetry.errors.of(failure) }),
    };
    const { span } = this;
    span.setAttributes({ ...outcome, ...tokens });
    if (reason !== undefined) span.setAttribute(names.finishReasons, [boundedText(stopReason) ?? reason]);
    const said = this.#output?.messages(reason ?? 'unknown');
    if (said !== undefined) span.setAttribute(names.outputMessages, said);
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    const attributes = {
      ...metricAttributes,
      ...(this.#progress === undefined ? unprompted : {}),
      [names.operation]: 'invoke_agent',
      [names.provider]: provider,
      ...(model === undefined ? {} : { [names.model]: telemetry.models.of(model) }),
    };
    const { sentTurns, servedTurns, tokens: counted } = telemetry.instruments;
    const turns = options.prompts === 'out' ? sentTurns : servedTurns;
    turns.record((performance.now() - this.#started) / 1000, { ...attributes, ...outcome });
    for (const [type, name] of tokenTypes)
      if (tokens[name] !== undefined) counted.record(tokens[name], { ...attributes, [names.tokenType]: type });
    this.#init.onEnd(this);
  }
}

/** What spans and metrics of work say that no prompt of the connection has begun. */
const unprompted = { [names.prompted]: false };

const tokenTypes = [
  ['input', names.inputTokens],
  ['output', names.outputTokens],
] as const;
