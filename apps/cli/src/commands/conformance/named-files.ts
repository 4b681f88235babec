/** Files of `acp conformance` that the user names. */
import { readReport, type ConformanceReport } from '@acp-stack/conformance';

import { readTextFile } from '../../config/json-file.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { saveOutput } from '../../files/output-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The text of a file; an error says that there is none. */
export function readNamedFile(path: string): string {
  const text = readTextFile(path);
  if (text === undefined) throw new UsageError(`cannot read ${path}: the file does not exist; check the path`);
  return text;
}

/** The report in a file. */
export function readReportFile(path: string): ConformanceReport {
  const text = readNamedFile(path);
  try {
    return readReport(text);
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes a result to a file, or to stdout. */
export async function writeResult(text: string, path: string | undefined, terminal: Terminal): Promise<void> {
  if (path === undefined || path === '-') await terminal.stdout.write(text);
  else await saveOutput(path, text, terminal);
}
