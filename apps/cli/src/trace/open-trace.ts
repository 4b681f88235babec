/** Opens the trace file, if the user asked for one. */
import { firstOf } from '../config/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TraceWriter, TraceWriterOptions } from './trace-writer.ts';
import type { DiagnosticFlags } from '../command-line/agent-options.ts';

/** The path of the trace file: `--trace`, or else ACP_TRACE. */
export const tracePath = ({ trace }: DiagnosticFlags, { env }: Pick<Terminal, 'env'>): string | undefined =>
  firstOf(trace, env['ACP_TRACE'], undefined);

/** Loads the writer only if there is a path. */
export async function openTrace(
  path: string | undefined,
  options: TraceWriterOptions,
): Promise<TraceWriter | undefined> {
  if (path === undefined || path === '') return undefined;
  const writer = await import('./trace-writer.ts');
  return new writer.TraceWriter(path, options);
}
