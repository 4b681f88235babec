/**
 * The parent of a span in `params._meta.traceparent`, as the W3C trace context writes it.
 *
 * The keys of the trace context are at the root of `_meta`, where the specification reserves them. They are written
 * here and not by the propagator of the process, which may use another format.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api';

const format = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/u;
/** The longest state of a trace that is passed on. */
const maxStateCharacters = 512;

/** The span that a message names as the parent of what handles it; undefined if there is none, or it is not valid. */
export function parentOf(params: unknown): SpanContext | undefined {
  if (!isJsonObject(params) || !isJsonObject(params['_meta'])) return undefined;
  const { traceparent, tracestate } = params['_meta'];
  if (typeof traceparent !== 'string' || traceparent.startsWith('ff')) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = format.exec(traceparent.slice(0, 256)) ?? [];
  const hasState = typeof tracestate === 'string' && tracestate.length <= maxStateCharacters;
  const context: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(hasState ? { traceState: createTraceState(tracestate) } : {}),
  };
  return isSpanContextValid(context) ? context : undefined;
}

/** The message with `span` as the parent of what handles it; one whose params are no object is returned unchanged. */
export function withParent<T extends JsonObject>(message: T, span: SpanContext): T {
  const params = message['params'];
  if (!isJsonObject(params) || !isSpanContextValid(span)) return message;
  const { traceId, spanId, traceFlags, traceState } = span;
  const traceparent = `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const { tracestate: _, ...others } = meta;
  const state = traceState?.serialize() ?? '';
  const added = { traceparent, ...(state === '' ? {} : { tracestate: state }) };
  return { ...message, params: { ...params, _meta: { ...others, ...added } } };
}
