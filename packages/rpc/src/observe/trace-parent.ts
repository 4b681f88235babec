/** The parent of a span in `params._meta.traceparent`, as the W3C trace context writes it. */

/** What a span tells others of itself; the shape of OpenTelemetry's `SpanContext`. */
export interface SpanContextLike {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** 1 if the trace is recorded. */
  readonly traceFlags: number;
  /** Whether the span belongs to another process. */
  readonly isRemote?: boolean;
}

const format = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/u;
const isZero = (digits: string): boolean => /^0+$/u.test(digits);

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `traceparent` of a message's params; undefined if there is none. */
export function traceparentOf(params: unknown): string | undefined {
  if (!isObject(params) || !isObject(params['_meta'])) return undefined;
  const { traceparent } = params['_meta'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Reads a `traceparent`; undefined if it is not valid. */
export function parseTraceparent(text: string): SpanContextLike | undefined {
  const [, traceId = '', spanId = '', flags = ''] = format.exec(text) ?? [];
  if (traceId === '' || isZero(traceId) || isZero(spanId) || text.startsWith('ff')) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/**
 * The params with `context` as the parent of what handles them, without the `tracestate` of another trace; other params
 * than objects are returned unchanged.
 */
export function withTraceparent(params: unknown, { traceId, spanId, traceFlags }: SpanContextLike): unknown {
  if (!isObject(params) || traceId === '' || isZero(traceId) || isZero(spanId)) return params;
  const traceparent = `00-${traceId}-${spanId}-${(traceFlags % 256).toString(16).padStart(2, '0')}`;
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const { tracestate, ...others } = meta;
  const isSameTrace = String(meta['traceparent']).split('-')[1] === traceId;
  const state = isSameTrace && tracestate !== undefined ? { tracestate } : {};
  return { ...params, _meta: { ...others, ...state, traceparent } };
}
