/**
 * The tracer of OpenTelemetry that was registered in this process, such as by a file that `node --import` has loaded.
 *
 * `@opentelemetry/api` shares what is registered among all its copies by a symbol, and knows the span of a context by
 * another one. Both are read here, so that a hub needs no package of OpenTelemetry unless its operator wants traces.
 */
import type { HubTracing } from '@acp-stack/hub';
import type { SpanContextLike, TracerLike } from '@acp-stack/rpc';

/** Where version 1 of the API keeps what was registered. */
const apiKey = Symbol.for('opentelemetry.js.api.1');
/** Where a context keeps its span. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

interface RegisteredApi {
  readonly trace?: { getTracer(name: string, version?: string): TracerLike };
}

/** A context of OpenTelemetry; it never changes. */
class Context {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values;
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return new Context(new Map([...this.#values, [key, value]]));
  }

  deleteValue(key: symbol): Context {
    return new Context(new Map([...this.#values].filter(([each]) => each !== key)));
  }
}

/** The context of a span that began in another process. */
export const contextOf = (parent: SpanContextLike): Context =>
  new Context(new Map([[spanKey, { spanContext: () => parent, isRecording: () => false }]]));

/** Spans for the tracer that was registered; undefined if there is none. */
export function registeredTracing(version: string, globals: object = globalThis): HubTracing | undefined {
  const { trace } = ((globals as Readonly<Record<symbol, unknown>>)[apiKey] ?? {}) as RegisteredApi;
  if (trace === undefined) return undefined;
  return { tracer: trace.getTracer('acp-hub', version), contextOf };
}
