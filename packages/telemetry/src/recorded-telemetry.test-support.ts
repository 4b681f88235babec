/** Providers of the real SDK that keep what they are given, and short forms of it. */
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { context, trace, type Attributes } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';

import type { ObserveOptions } from './index.ts';

/** A value of a metric with its attributes. */
interface Recorded {
  readonly attributes: Attributes;
  /** The sum of a counter; how often a histogram was given a value. */
  readonly count: number;
  readonly sum: number;
}

export interface RecordedTelemetry extends AsyncDisposable {
  /** What `observe` is given. */
  readonly options: ObserveOptions;
  readonly spans: readonly ReadableSpan[];
  /** The spans as a tree: `role:name(child, child)`, in the order of the alphabet. */
  tree(): string;
  span(name: string): ReadableSpan;
  metric(name: string): Promise<readonly Recorded[]>;
}

/** Makes providers, and lets contexts follow asynchronous calls until they are disposed of. */
export function recordedTelemetry(more: ObserveOptions = {}): RecordedTelemetry {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    options: { tracerProvider, meterProvider, ...more },
    get spans() {
      return exporter.getFinishedSpans();
    },
    tree: () => treeOf(exporter.getFinishedSpans()),
    span: (name) => {
      const found = exporter.getFinishedSpans().find((span) => span.name === name);
      if (found === undefined) throw new Error(`No span ${name}; there are: ${treeOf(exporter.getFinishedSpans())}`);
      return found;
    },
    metric: async (name) => {
      metricExporter.reset();
      await reader.forceFlush();
      return metricExporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ dataPoints }) => dataPoints.map(recorded));
    },
    [Symbol.asyncDispose]: async () => {
      context.disable();
      trace.disable();
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    },
  };
}

function recorded({ attributes, value }: { readonly attributes: Attributes; readonly value: unknown }): Recorded {
  if (typeof value === 'number') return { attributes, count: value, sum: value };
  const { count, sum = 0 } = value as { readonly count: number; readonly sum?: number };
  return { attributes, count, sum };
}

/** The spans as `role:name(child, child)`, in the order of the alphabet: their clocks may differ a little. */
function treeOf(spans: readonly ReadableSpan[]): string {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const below = (parent: string | undefined): string =>
    spans
      .filter(({ parentSpanContext }) => {
        const known = parentSpanContext !== undefined && ids.has(parentSpanContext.spanId);
        return (known ? parentSpanContext.spanId : undefined) === parent;
      })
      .map((span) => {
        const role = span.attributes['acp.role'];
        const inner = below(span.spanContext().spanId);
        return `${role === undefined ? '' : `${String(role)}:`}${span.name}${inner === '' ? '' : `(${inner})`}`;
      })
      .toSorted()
      .join(', ');
  return below(undefined);
}
