/**
 * The spans of the tool calls of one turn, as its updates report them.
 *
 * A tool call that the turn leaves unfinished ends with the turn, with the status that it had.
 */
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { ToolCallStatus, ToolKind } from '@acp-stack/schema/v2/unstable';
import { SpanKind, SpanStatusCode, type Context, type Span } from '@opentelemetry/api';

import { names, other } from '../attributes/attribute-names.ts';
import { boundedKey, boundedText, knownValue } from '../attributes/bounded-names.ts';
import { toolContent } from '../attributes/message-content.ts';
import type { ObservedSide } from './observed-side.ts';

const kinds: ReadonlySet<string> = new Set<ToolKind>([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);
const statuses: ReadonlySet<string> = new Set<ToolCallStatus>([
  'pending',
  'in_progress',
  'paused',
  'completed',
  'failed',
  'cancelled',
]);
const finalStatuses: ReadonlySet<unknown> = new Set<ToolCallStatus>(['completed', 'failed', 'cancelled']);
/** Of a turn, more tool calls have no spans. */
const maxToolCalls = 1000;

interface OpenCall {
  readonly span: Span;
  readonly started: number;
  name: string | undefined;
  kind: string;
  status: string;
  title: string | undefined;
  input: string | undefined;
  output: string | undefined;
}

export class ToolCallSpans {
  readonly #side: ObservedSide;
  readonly #parent: Context;
  readonly #attributes: Readonly<Record<string, string>>;
  readonly #open = new Map<string, OpenCall>();
  /** A final status may come again, with content that was missing. */
  readonly #ended = new Set<string>();

  /** `parent` has the span of the turn; `attributes` are those of its session. */
  constructor(side: ObservedSide, parent: Context, attributes: Readonly<Record<string, string>>) {
    this.#side = side;
    this.#parent = parent;
    this.#attributes = attributes;
  }

  /** The span of a tool call that has not ended. */
  span(toolCallId: unknown): Span | undefined {
    return typeof toolCallId === 'string' ? this.#open.get(boundedKey(toolCallId))?.span : undefined;
  }

  /** An update reports a tool call. */
  see(update: JsonObject): void {
    const { toolCallId, name, kind, status, title, rawInput, rawOutput } = update;
    if (typeof toolCallId !== 'string') return;
    const key = boundedKey(toolCallId);
    if (this.#ended.has(key)) return;
    const call = this.#open.get(key) ?? this.#begin(key);
    if (call === undefined) return;
    call.name = boundedText(name) ?? call.name;
    if (kind !== undefined && kind !== null) call.kind = knownValue(kinds, kind);
    if (status !== undefined && status !== null) call.status = knownValue(statuses, status);
    if (this.#side.telemetry.captureContent) {
      call.title = boundedText(title) ?? call.title;
      // As they are in the span, so that what a tool has read is not kept as long as its call.
      call.input = toolContent(rawInput) ?? call.input;
      call.output = toolContent(rawOutput ?? update['content']) ?? call.output;
    }
    if (finalStatuses.has(call.status)) this.#end(key, call);
  }

  /** The turn has ended. */
  end(): void {
    for (const [key, call] of this.#open) this.#end(key, call);
  }

  #begin(key: string): OpenCall | undefined {
    if (this.#open.size + this.#ended.size >= maxToolCalls) return undefined;
    const { telemetry, spanAttributes } = this.#side;
    const id = boundedText(key);
    const attributes = {
      ...spanAttributes,
      ...this.#attributes,
      [names.operation]: 'execute_tool',
      ...(id === undefined ? {} : { [names.toolCallId]: id }),
    };
    const span = telemetry.tracer.startSpan('execute_tool', { kind: SpanKind.INTERNAL, attributes }, this.#parent);
    const call = { span, started: performance.now(), name: undefined, kind: 'other', status: 'pending' };
    const opened: OpenCall = { ...call, title: undefined, input: undefined, output: undefined };
    this.#open.set(key, opened);
    return opened;
  }

  #end(key: string, call: OpenCall): void {
    this.#open.delete(key);
    this.#ended.add(key);
    const { span, started, kind, status, title } = call;
    const { telemetry, metricAttributes } = this.#side;
    const tool = call.name ?? kind;
    const outcome = {
      [names.toolKind]: kind,
      [names.toolStatus]: status,
      ...(status === 'failed' ? { [names.errorType]: 'failed' } : {}),
    };
    span.updateName(`execute_tool ${tool}`);
    span.setAttributes({ ...outcome, [names.toolName]: tool, ...this.#content(call) });
    if (title !== undefined) span.setAttribute(names.toolTitle, title);
    if (status === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    telemetry.instruments.toolCalls.record((performance.now() - started) / 1000, {
      ...metricAttributes,
      ...outcome,
      [names.operation]: 'execute_tool',
      [names.toolName]: telemetry.tools.of(tool) ?? other,
    });
  }

  #content({ input, output }: OpenCall): Readonly<Record<string, string>> {
    return {
      ...(input === undefined ? {} : { [names.toolArguments]: input }),
      ...(output === undefined ? {} : { [names.toolResult]: output }),
    };
  }
}
