/** The addresses of a collector, as the environment names them by the variables of OpenTelemetry. */
import type { Terminal } from '../terminal/terminal.ts';

/** The two kinds of data that are sent. */
export type Signal = 'traces' | 'metrics';

/** The address for a kind of data; undefined if the environment names none, or turns it off. */
export function collectorUrl(signal: Signal, env: Terminal['env']): string | undefined {
  const name = signal.toUpperCase();
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env[`OTEL_${name}_EXPORTER`] === 'none') return undefined;
  const { [`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`]: own = '', OTEL_EXPORTER_OTLP_ENDPOINT: all = '' } = env;
  if (own !== '') return own;
  return all === '' ? undefined : `${all.replace(/\/$/u, '')}/v1/${signal}`;
}
