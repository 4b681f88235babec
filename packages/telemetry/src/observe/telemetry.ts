/** What all connections of an observed program share: where spans and metrics go, and what bounds them. */
import {
  createNoopMeter,
  metrics,
  ProxyTracerProvider,
  trace,
  type MeterProvider,
  type Span,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';

import { schemaUrl, scopeName } from '../attributes/attribute-names.ts';
import { BoundedNames } from '../attributes/bounded-names.ts';
import { instruments, type Instruments } from '../attributes/instruments.ts';

/** Which program it is that measures. */
export type Role = 'client' | 'agent' | 'conductor' | 'hub';

/** How a program is observed; everything may be absent. */
export interface ObserveOptions {
  /**
   * Whether spans have what was said: prompts, answers, and titles, arguments and results of tools. False when absent,
   * because that may be secret.
   */
  readonly captureContent?: boolean;
  /** Makes the spans; the provider that is registered in the process when absent. */
  readonly tracerProvider?: TracerProvider;
  /** Takes the metrics; the provider that is registered in the process when absent. */
  readonly meterProvider?: MeterProvider;
}

/** Where the spans and metrics of a connection go. */
export interface Telemetry {
  readonly tracer: Tracer;
  readonly instruments: Instruments;
  readonly captureContent: boolean;
  readonly agents: BoundedNames;
  readonly models: BoundedNames;
  readonly tools: BoundedNames;
  readonly errors: BoundedNames;
  /** The turns that an agent of this process works on, by the ids of their spans. */
  readonly turns: Map<string, Span>;
}

/** Returns a function that is asked for each connection: it returns undefined while nothing takes spans or metrics. */
export function telemetry(options: ObserveOptions): () => Telemetry | undefined {
  let made: Telemetry | undefined;
  return () => {
    const { tracerProvider = trace.getTracerProvider(), meterProvider = metrics.getMeterProvider() } = options;
    if (made === undefined && (makesSpans(tracerProvider) || takesMetrics(meterProvider)))
      made = {
        tracer: tracerProvider.getTracer(scopeName, undefined, { schemaUrl }),
        instruments: instruments(meterProvider.getMeter(scopeName, undefined, { schemaUrl })),
        captureContent: options.captureContent === true,
        agents: new BoundedNames(),
        models: new BoundedNames(),
        tools: new BoundedNames(),
        errors: new BoundedNames(),
        turns: new Map(),
      };
    return made;
  };
}

/** The provider that makes no spans: what a proxy leads to before another one is registered. */
const noSpans = new ProxyTracerProvider().getDelegate();

/** A proxy of another copy of the API is not an instance of ours. */
const makesSpans = (provider: TracerProvider & Partial<Pick<ProxyTracerProvider, 'getDelegate'>>): boolean =>
  (provider.getDelegate?.() ?? provider) !== noSpans;

const takesMetrics = (provider: MeterProvider): boolean => provider.getMeter(scopeName) !== createNoopMeter();
