/**
 * Spans and metrics that are sent to a collector by OTLP over HTTP, as JSON.
 *
 * The packages of OpenTelemetry read most of its variables themselves, such as those for headers, time limits and
 * sampling.
 */
import type { ObserveOptions } from '@acp-stack/telemetry';
import type { Resource } from '@opentelemetry/resources';
import type { MeterProvider, PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { BasicTracerProvider, SpanExporter } from '@opentelemetry/sdk-trace-base';

import { collectorConnections } from './collector-connections.ts';
import type { Signal } from './collector-url.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

export interface ExportedTelemetry {
  readonly providers: Pick<ObserveOptions, 'tracerProvider' | 'meterProvider'>;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Milliseconds that a command tries to send something, also at its end, unless the environment says otherwise. */
const patience = 3000;
/** Milliseconds between two exports of metrics, unless the environment says otherwise. */
const interval = 60_000;

/** Makes the providers for the addresses that there are. */
export async function exportedTelemetry(
  { service, version, env, onFailure }: TelemetryOptions,
  urls: Readonly<Record<Signal, string | undefined>>,
): Promise<ExportedTelemetry> {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    await import('@opentelemetry/resources');
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const failure = (signal: Signal, url: string) => (reason: string) => {
    onFailure(`${signal} cannot be sent to ${url}: ${reason}`);
  };
  const { traces, metrics } = urls;
  const [tracerProvider, meterProvider] = await Promise.all([
    traces === undefined
      ? undefined
      : spanProvider({ resource, url: traces, env, onFailure: failure('traces', traces) }),
    metrics === undefined
      ? undefined
      : metricProvider({ resource, url: metrics, env, onFailure: failure('metrics', metrics) }),
  ]);
  return {
    providers: {
      ...(tracerProvider === undefined ? {} : { tracerProvider }),
      ...(meterProvider === undefined ? {} : { meterProvider }),
    },
    close: async () => {
      // A failure was reported when it happened.
      await Promise.allSettled([tracerProvider?.shutdown(), meterProvider?.shutdown()]);
    },
  };
}

interface ProviderOptions extends Pick<TelemetryOptions, 'env'> {
  readonly resource: Resource;
  readonly url: string;
  readonly onFailure: (reason: string) => void;
}

/** The options of an exporter. */
function destination(
  signal: Signal,
  { url, env, onFailure }: ProviderOptions,
): { url: string; timeoutMillis: number; httpAgentOptions: ReturnType<typeof collectorConnections> } {
  const variables = [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_TIMEOUT`, 'OTEL_EXPORTER_OTLP_TIMEOUT'];
  const wanted = variables.map((name) => Number(env[name])).find((each) => each > 0 && Number.isFinite(each));
  const timeoutMillis = wanted ?? patience;
  const httpAgentOptions = collectorConnections({ signal, env, milliseconds: timeoutMillis, onFailure });
  return { url, timeoutMillis, httpAgentOptions };
}

async function spanProvider(options: ProviderOptions): Promise<BasicTracerProvider> {
  const [{ OTLPTraceExporter }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const exporter: SpanExporter = new OTLPTraceExporter(destination('traces', options));
  reportFailures(exporter, options.onFailure);
  const { resource } = options;
  return new sdk.BasicTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
}

async function metricProvider(options: ProviderOptions): Promise<MeterProvider> {
  const [{ OTLPMetricExporter }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
  ]);
  const exporter: PushMetricExporter = new OTLPMetricExporter(destination('metrics', options));
  reportFailures(exporter, options.onFailure);
  const { resource, env } = options;
  const wanted = Number(env['OTEL_METRIC_EXPORT_INTERVAL']);
  const exportIntervalMillis = wanted > 0 && Number.isFinite(wanted) ? wanted : interval;
  const exportTimeoutMillis = Math.min(exportIntervalMillis, 30_000);
  const reader = new sdk.PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis });
  return new sdk.MeterProvider({ resource, readers: [reader] });
}

interface Exporter<T> {
  export(data: T, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** Has the first failure after a success reported. */
function reportFailures<T>(exporter: Exporter<T>, onFailure: ProviderOptions['onFailure']): void {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (data, done) => {
    send(data, (result) => {
      if (result.error !== undefined && !isFailing) onFailure(result.error.message);
      isFailing = result.error !== undefined;
      done(result);
    });
  };
}
