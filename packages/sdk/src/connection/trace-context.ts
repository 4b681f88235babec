/** Carries a W3C trace from a request to the calls that its handler makes (EXT-03). */
import { isJsonObject } from '@acp-stack/schema/json-object';

const keys = ['traceparent', 'tracestate', 'baggage'] as const;

/** The W3C trace context of a request, to be passed on with what is done for it. */
export interface TraceContext {
  /** The trace, and the span that the request belongs to. */
  readonly traceparent?: string;
  /** What vendors of tracing systems add. */
  readonly tracestate?: string;
  /** Names and values for everything that takes part in the trace. */
  readonly baggage?: string;
}

/** The trace in the `_meta` of params; empty if they carry none. */
export function traceOf(params: unknown): TraceContext {
  const meta = isJsonObject(params) && isJsonObject(params['_meta']) ? params['_meta'] : {};
  return Object.fromEntries(keys.flatMap((key) => (typeof meta[key] === 'string' ? [[key, meta[key]]] : [])));
}

/**
 * The params to send: with the keys of the trace of `incoming` that they do not have. Params with a `traceparent` of
 * another trace are returned unchanged, because a `tracestate` belongs to its trace.
 */
export function propagateTrace(incoming: unknown, outgoing: unknown): unknown {
  const trace = traceOf(incoming);
  if (Object.keys(trace).length === 0) return outgoing;
  const params = outgoing === undefined ? {} : outgoing;
  if (!isJsonObject(params)) return outgoing;
  const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const { traceparent } = own;
  if (traceparent !== undefined && traceId(traceparent) !== traceId(trace.traceparent)) return outgoing;
  return { ...params, _meta: { ...trace, ...own } };
}

const traceId = (traceparent: unknown): string | undefined => String(traceparent).split('-')[1];
