/** Carries a W3C trace from a request to the calls that its handler makes (EXT-03). */
import { isObject } from '../shared/json-object.ts';

const keys = ['traceparent', 'tracestate', 'baggage'] as const;

/** The params to send: with the trace of `incoming`, unless they have one of their own. */
export function propagateTrace(incoming: unknown, outgoing: unknown): unknown {
  if (!isObject(incoming) || !isObject(incoming['_meta'])) return outgoing;
  const meta = incoming['_meta'];
  const trace = Object.fromEntries(keys.flatMap((key) => (typeof meta[key] === 'string' ? [[key, meta[key]]] : [])));
  if (Object.keys(trace).length === 0) return outgoing;
  const params = outgoing === undefined ? {} : outgoing;
  if (!isObject(params)) return outgoing;
  const own = isObject(params['_meta']) ? params['_meta'] : {};
  return { ...params, _meta: { ...trace, ...own } };
}
