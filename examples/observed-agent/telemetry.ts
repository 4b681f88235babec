/** The SDK of OpenTelemetry for a program: where spans go. */
// #region sdk
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';

/** The exporter reads `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export function startTelemetry(exporter: SpanExporter = new OTLPTraceExporter()): BasicTracerProvider {
  const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return provider; // await provider.shutdown() sends the rest, and rejects if the collector cannot be reached
}
// #endregion sdk
