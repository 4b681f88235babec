/**
 * Turns requests into OpenTelemetry spans: one for each request that is sent, one for each that is received.
 *
 * The tracer is known only by its shape, so that no program has to depend on it. A received request continues the trace
 * in its `_meta.traceparent`; a sent one carries its own span there, as the parent of what the other side does.
 */
import type { TappedMessage } from './message-taps.ts';
import { parseTraceparent, traceparentOf, withTraceparent, type SpanContextLike } from './trace-parent.ts';

/** The part of an OpenTelemetry span that is used here. */
export interface SpanLike {
  /** Notes something about the request. */
  setAttribute(key: string, value: string | number): unknown;
  /** Notes that the request failed. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** The response has arrived, or was sent. */
  end(): void;
  /** Identifies the span; without it, sent requests carry no parent. */
  spanContext?(): SpanContextLike;
}

/** How a span is begun. */
export interface SpanStart {
  /** The number that OpenTelemetry gives to client and server. */
  readonly kind: number;
  /** What is known of the request. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The parent, where `contextOf` is not given. */
  readonly links?: { readonly context: SpanContextLike }[];
}

/** The part of an OpenTelemetry tracer that is used here. */
export interface TracerLike {
  /** Begins a span of this name; `context` is what `contextOf` has made of its parent. */
  startSpan(name: string, options: SpanStart, context?: unknown): SpanLike;
}

/** Whatever can be traced: a peer or something built on one. */
export interface Tappable {
  /** Shows every message of both directions to `observer`, until the returned object is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable;
  /** Has `change` replace the params of each request that is sent, until the returned object is disposed of. */
  decorate?(change: (method: string, params: unknown) => unknown): Disposable;
}

/** Options of `traceRequests`. */
export interface TraceRequestsOptions {
  /**
   * The OpenTelemetry context with this parent: `(parent) => trace.setSpanContext(ROOT_CONTEXT, parent)`. Without it,
   * the parent is a link of the span.
   */
  readonly contextOf?: (parent: SpanContextLike) => unknown;
}

/** The values that OpenTelemetry gives to `SpanKind.SERVER`, `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const kinds = { in: 1, out: 2 } as const;
const errorStatus = 2;
/** Requests that never get a response must not fill the memory. */
const mostOpen = 10_000;

interface Parts {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const idAttribute = (id: unknown): Readonly<Record<string, string>> => ({ 'rpc.jsonrpc.request_id': String(id) });

const keyOf = (direction: 'in' | 'out', id: unknown): string => `${direction} ${typeof id} ${String(id)}`;

/** Traces the requests of `connection` until the returned object is disposed of. */
export function traceRequests(
  connection: Tappable,
  tracer: TracerLike,
  { contextOf }: TraceRequestsOptions = {},
): Disposable {
  const open = new Map<string, SpanLike>();
  /** The spans of sent requests, until they have an id. */
  const unsent = new WeakMap<object, SpanLike>();
  /** Our span for each trace that a request has brought: calls on its behalf are children of that span. */
  const served = new Map<string, SpanContextLike>();

  const start = (direction: 'in' | 'out', method: string, params: unknown, id?: unknown): SpanLike => {
    const attributes = { 'rpc.system': 'jsonrpc', 'rpc.method': method, ...(id === undefined ? {} : idAttribute(id)) };
    const traceparent = traceparentOf(params);
    const remote = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    const local = direction === 'in' || traceparent === undefined ? undefined : served.get(traceparent);
    const parent = local ?? remote;
    const options = { kind: kinds[direction], attributes };
    if (parent === undefined) return tracer.startSpan(method, options);
    const span =
      contextOf === undefined
        ? tracer.startSpan(method, { ...options, links: [{ context: parent }] })
        : tracer.startSpan(method, options, contextOf(parent));
    if (direction === 'in' && traceparent !== undefined) serve(traceparent, span.spanContext?.());
    return span;
  };

  const serve = (traceparent: string, context: SpanContextLike | undefined): void => {
    const [oldest] = served.keys();
    if (served.size >= mostOpen && oldest !== undefined) served.delete(oldest);
    if (context !== undefined) served.set(traceparent, context);
  };

  const begin = (direction: 'in' | 'out', method: string, { id, params }: Parts): void => {
    const [oldest] = open.keys();
    if (open.size >= mostOpen && oldest !== undefined) end(oldest);
    const begun = direction === 'out' && typeof params === 'object' && params !== null ? unsent.get(params) : undefined;
    for (const [key, value] of Object.entries(idAttribute(id))) begun?.setAttribute(key, value);
    open.set(keyOf(direction, id), begun ?? start(direction, method, params, id));
  };

  const end = (key: string, error?: Parts['error']): void => {
    const span = open.get(key);
    if (span === undefined) return;
    open.delete(key);
    if (error !== undefined) {
      span.setAttribute('rpc.jsonrpc.error_code', error.code);
      span.setStatus({ code: errorStatus, message: error.message });
    }
    span.end();
  };

  const decoration = connection.decorate?.((method, params) => {
    if (typeof params !== 'object' || params === null) return params;
    const span = start('out', method, params);
    const context = span.spanContext?.();
    // A copy, because a caller may send the same params twice.
    const sent = context === undefined ? { ...params } : withTraceparent(params, context);
    unsent.set(sent as object, span);
    return sent;
  });
  const tap = connection.tap(({ direction, message }) => {
    if (typeof message !== 'object' || message === null) return;
    const { method, id, error } = message as Parts;
    if (typeof method === 'string' && id !== undefined) begin(direction, method, message);
    // A response crosses in the other direction than its request.
    else if (method === undefined) end(keyOf(direction === 'in' ? 'out' : 'in', id), error);
  });
  return {
    [Symbol.dispose]: () => {
      decoration?.[Symbol.dispose]();
      tap[Symbol.dispose]();
      for (const key of open.keys()) end(key);
    },
  };
}
