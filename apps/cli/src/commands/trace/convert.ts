/** `acp trace convert`: converts a trace to another format. */
import { TraceReader, traceLines, type TraceFormat } from '@acp-stack/trace';

import type { Terminal } from '../../terminal/terminal.ts';
import { traceRecords } from './read-trace.ts';
import { writeLines } from '../../files/line-output.ts';

export interface ConvertFlags {
  readonly to: TraceFormat;
  readonly output?: string;
}

export interface ConvertCommand {
  readonly path: string;
  readonly flags: ConvertFlags;
}

export async function convert({ path, flags }: ConvertCommand, terminal: Terminal): Promise<number> {
  await writeLines(convertedLines({ path, flags }, terminal), { output: flags.output, input: path }, terminal);
  return 0;
}

async function* convertedLines({ path, flags }: ConvertCommand, terminal: Terminal): AsyncGenerator<string, void> {
  const reader = new TraceReader();
  let hasHeader = flags.to !== 'acp';
  for await (const record of traceRecords(path, terminal, reader)) {
    if (!hasHeader) yield JSON.stringify(reader.header);
    hasHeader = true;
    yield* traceLines[flags.to](record);
  }
}
