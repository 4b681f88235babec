/**
 * Spans of the requests of clients and of the calls to agents, as one trace.
 *
 * A client's request continues the trace that it names. Its item carries the span of the hub as the parent in
 * `_meta.traceparent`, so that the call to the agent, which another node may make much later, belongs to it. Nothing
 * else of a client's `_meta` is stored in items or reaches agents: some agents read settings from it that start
 * programs.
 */
import {
  traceRequests,
  withTraceparent,
  type RequestId,
  type SpanContextLike,
  type Tappable,
  type TraceRequestsOptions,
  type SpanLike,
  type TracerLike,
} from '@acp-stack/rpc';

/** A tracer of OpenTelemetry, known by its shape. */
export interface HubTracing extends TraceRequestsOptions {
  /** Begins the spans. */
  readonly tracer: TracerLike;
}

/** The number of OpenTelemetry for the span of a request that was received. */
const serverKind = 1;

/** The spans of the open requests of one client. */
export class ClientTraces implements Disposable {
  readonly #open = new Map<string, SpanContextLike>();
  readonly #tracing: Disposable;

  constructor(connection: Tappable, { tracer, ...options }: HubTracing) {
    const plain = withoutMessages(tracer);
    const remembering: TracerLike = {
      startSpan: (name, start, context) => {
        const span = plain.startSpan(name, start, context);
        const id = start.attributes['rpc.jsonrpc.request_id'];
        const own = start.kind === serverKind && id !== undefined ? span.spanContext?.() : undefined;
        if (id === undefined || own === undefined) return span;
        this.#open.set(id, own);
        return {
          setAttribute: (key, value) => span.setAttribute(key, value),
          setStatus: (status) => span.setStatus(status),
          spanContext: () => own,
          end: () => {
            this.#open.delete(id);
            span.end();
          },
        };
      },
    };
    this.#tracing = traceRequests(connection, remembering, options);
  }

  /** The params of a request with its span as the parent of what is done for it. */
  within<P extends object>(id: RequestId, params: P): P {
    const span = this.#open.get(String(id));
    return span === undefined ? params : (withTraceparent(params, span) as P);
  }

  [Symbol.dispose](): void {
    this.#tracing[Symbol.dispose]();
  }
}

/** Traces the calls to an agent until the result is disposed of. */
export const traceAgent = (connection: Tappable, { tracer, ...options }: HubTracing): Disposable =>
  traceRequests(connection, withoutMessages(tracer), options);

/** The messages of errors may repeat what a user or an agent has said, so spans have only their codes. */
const withoutMessages = (tracer: TracerLike): TracerLike => ({
  startSpan: (name, start, context) => {
    const span = tracer.startSpan(name, start, context);
    return {
      setAttribute: (key, value) => span.setAttribute(key, value),
      setStatus: ({ code }) => span.setStatus({ code }),
      end: () => {
        span.end();
      },
      ...(hasContext(span) ? { spanContext: () => span.spanContext() } : {}),
    };
  },
});

const traceparentForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/u;
const tracestateForm = /^[\x20-\x7E]{1,512}$/u;

/** The params of an item: those of a client without `_meta`, except for the trace that they belong to. */
export function itemParams(params: object): Readonly<Record<string, unknown>> {
  const { _meta, ...others } = params as Readonly<Record<string, unknown>>;
  const { traceparent, tracestate } = Object(_meta) as Readonly<Record<string, unknown>>;
  if (typeof traceparent !== 'string' || !traceparentForm.test(traceparent)) return others;
  const hasState = typeof tracestate === 'string' && tracestateForm.test(tracestate);
  return { ...others, _meta: { traceparent, ...(hasState ? { tracestate } : {}) } };
}

type SpanWithContext = SpanLike & { readonly spanContext: NonNullable<SpanLike['spanContext']> };

const hasContext = (span: SpanLike): span is SpanWithContext => typeof Reflect.get(span, 'spanContext') === 'function';
