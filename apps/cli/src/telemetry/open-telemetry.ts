/**
 * Spans and metrics of a command: for the providers that are registered in the process, such as by a file that
 * `node --import` has loaded, or else for the collector that the environment names.
 *
 * Without either nothing is loaded: neither a package of OpenTelemetry nor ours.
 */
import type { Observable } from '@acp-stack/telemetry';

import { collectorUrl } from './collector-url.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Disposing of it sends what is left. */
export interface ProgramTelemetry extends AsyncDisposable {
  /** Gives a program spans and metrics. */
  observe<T extends Observable>(program: T): T;
}

/** Where version 1 of the API of OpenTelemetry keeps what was registered, for all its copies. */
const apiKey = Symbol.for('opentelemetry.js.api.1');

const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
const capturing: ReadonlySet<string> = new Set(['true', 'span_only', 'span_and_event']);

/** The telemetry of this process; undefined if nothing takes spans or metrics. */
export async function openTelemetry(
  options: TelemetryOptions,
  globals: object = globalThis,
): Promise<ProgramTelemetry | undefined> {
  const { env } = options;
  const registered = Object((globals as Readonly<Record<symbol, unknown>>)[apiKey]) as Readonly<
    Record<string, unknown>
  >;
  const isRegistered = registered['trace'] !== undefined || registered['metrics'] !== undefined;
  const urls = { traces: collectorUrl('traces', env), metrics: collectorUrl('metrics', env) };
  if (!isRegistered && urls.traces === undefined && urls.metrics === undefined) return undefined;
  const captureContent = capturing.has(env[contentVariable]?.toLowerCase() ?? '');
  const [{ observe }, exported] = await Promise.all([
    import('@acp-stack/telemetry'),
    isRegistered
      ? undefined
      : import('./exported-telemetry.ts').then((module) => module.exportedTelemetry(options, urls)),
  ]);
  return {
    observe: (program) => observe(program, { captureContent, ...exported?.providers }),
    [Symbol.asyncDispose]: async () => exported?.close(),
  };
}
