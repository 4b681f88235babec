/**
 * Turns requests into OpenTelemetry spans: one for each request that is sent, one for each that is received.
 *
 * The tracer is known only by its shape, so that no program has to depend on it. It taps the connection and changes
 * nothing.
 */
import type { TappedMessage } from './message-taps.ts';

/** The part of an OpenTelemetry span that is used here. */
export interface SpanLike {
  /** Notes something about the request. */
  setAttribute(key: string, value: string | number): unknown;
  /** Notes that the request failed. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** The response has arrived, or was sent. */
  end(): void;
}

/** The part of an OpenTelemetry tracer that is used here. */
export interface TracerLike {
  /** Begins a span of this name; `kind` is the number that OpenTelemetry gives to client and server. */
  startSpan(
    name: string,
    options: { readonly kind: number; readonly attributes: Readonly<Record<string, string>> },
  ): SpanLike;
}

/** Whatever can be tapped: a peer or something built on one. */
export interface Tappable {
  /** Shows every message of both directions to `observer`, until the returned object is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable;
}

/** The values that OpenTelemetry gives to `SpanKind.SERVER`, `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const kinds = { in: 1, out: 2 } as const;
const errorStatus = 2;
/** Requests that never get a response must not fill the memory. */
const mostOpen = 10_000;

interface Parts {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const keyOf = (direction: 'in' | 'out', id: unknown): string => `${direction} ${typeof id} ${String(id)}`;

/** Traces the requests of `connection` until the returned object is disposed of. */
export function traceRequests(connection: Tappable, tracer: TracerLike): Disposable {
  const open = new Map<string, SpanLike>();

  const begin = (direction: 'in' | 'out', method: string, id: unknown): void => {
    const [oldest] = open.keys();
    if (open.size >= mostOpen && oldest !== undefined) end(oldest);
    const attributes = { 'rpc.system': 'jsonrpc', 'rpc.method': method, 'rpc.jsonrpc.request_id': String(id) };
    open.set(keyOf(direction, id), tracer.startSpan(method, { kind: kinds[direction], attributes }));
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

  const tap = connection.tap(({ direction, message }) => {
    if (typeof message !== 'object' || message === null) return;
    const { id, method, error } = message as Parts;
    if (typeof method === 'string' && id !== undefined) begin(direction, method, id);
    // A response crosses in the other direction than its request.
    else if (method === undefined) end(keyOf(direction === 'in' ? 'out' : 'in', id), error);
  });
  return {
    [Symbol.dispose]: () => {
      tap[Symbol.dispose]();
      for (const key of open.keys()) end(key);
    },
  };
}
