/** `acp trace redact`: removes private data from a trace file. */
import { redactHeader, TraceReader, TraceRedactor, type RedactionLevel } from '@acp-stack/trace';

import type { Terminal } from '../../terminal/terminal.ts';
import { traceRecords } from './read-trace.ts';
import { writeLines } from '../../files/line-output.ts';

export interface RedactFlags {
  readonly level: RedactionLevel;
  readonly output?: string;
}

export interface RedactCommand {
  readonly path: string;
  readonly flags: RedactFlags;
}

export async function redact({ path, flags }: RedactCommand, terminal: Terminal): Promise<number> {
  await writeLines(redactedLines({ path, flags }, terminal), { output: flags.output, input: path }, terminal);
  return 0;
}

async function* redactedLines({ path, flags }: RedactCommand, terminal: Terminal): AsyncGenerator<string, void> {
  const reader = new TraceReader();
  const redactor = new TraceRedactor(flags.level);
  let hasHeader = false;
  for await (const record of traceRecords(path, terminal, reader)) {
    if (!hasHeader) yield JSON.stringify(redactHeader(reader.header, flags.level));
    hasHeader = true;
    for (const redacted of redactor.push(record)) yield JSON.stringify(redacted);
  }
  for (const redacted of redactor.end()) yield JSON.stringify(redacted);
}
