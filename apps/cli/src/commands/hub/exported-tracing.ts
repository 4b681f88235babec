/**
 * Spans that are sent to a collector by OTLP over HTTP, as JSON.
 *
 * The packages of OpenTelemetry are loaded only if the environment names a collector. They read its other variables
 * themselves, such as those for headers, time limits and sampling.
 */
import type { HubTracing } from '@acp-stack/hub';
import type { TracerLike } from '@acp-stack/rpc';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

import type { Terminal } from '../../terminal/terminal.ts';
import { contextOf } from './registered-tracing.ts';

export interface ExportedTracingOptions {
  /** The version of the hub. */
  readonly version: string;
  readonly env: Terminal['env'];
  /** Called when spans cannot be sent; one sentence. */
  readonly onFailure: (line: string) => void;
}

/** Disposing of it sends what is left. */
export interface ExportedTracing extends AsyncDisposable {
  readonly tracing: HubTracing;
}

/** The address for spans that the environment names; undefined if there is none, or spans are turned off. */
export function collectorUrl(env: Terminal['env']): string | undefined {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own = '', OTEL_EXPORTER_OTLP_ENDPOINT: all = '' } = env;
  if (own !== '') return own;
  return all === '' ? undefined : `${all.replace(/\/$/u, '')}/v1/traces`;
}

/** Spans for the collector of the environment; undefined if it names none. */
export async function exportedTracing(options: ExportedTracingOptions): Promise<ExportedTracing | undefined> {
  const { version, env, onFailure } = options;
  const url = collectorUrl(env);
  if (url === undefined) return undefined;
  const [{ OTLPTraceExporter }, { BasicTracerProvider, BatchSpanProcessor }, resources] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const exporter = reporting(new OTLPTraceExporter({ url }), (reason) => {
    onFailure(`traces cannot be sent to ${url}: ${reason}`);
  });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'acp-hub', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('acp-hub', version) as unknown as TracerLike;
  return {
    tracing: { tracer, contextOf },
    // A failure was reported when it happened.
    [Symbol.asyncDispose]: () => provider.shutdown().catch(() => undefined),
  };
}

/** The exporter, with the first failure after a success reported. */
function reporting(exporter: SpanExporter, onFailure: (reason: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !isFailing) onFailure(result.error.message);
        isFailing = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
