/** Begins to record what crosses the wire, where that is wanted. */
import type { TraceWriter, TraceWriterOptions } from '../trace/trace-writer.ts';

/** The writer is loaded only when there is a path. */
export async function openTrace(
  path: string | undefined,
  options: TraceWriterOptions,
): Promise<TraceWriter | undefined> {
  if (path === undefined || path === '') return undefined;
  const writer = await import('../trace/trace-writer.ts');
  return new writer.TraceWriter(path, options);
}
