/**
 * The problems that a command of the user prints, such as a compiler or a linter, as diagnostics of documents.
 *
 * The command runs in the folder, once at the start and after each save; it is given by the user and never by the
 * folder. Lines of the usual forms are read: `file:3:7: error: words`, `file(3,7): error words`, `file:3: words`.
 */
import { exec } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { EditorDiagnostic } from '@acp-stack/nes';

/** The diagnostics of one document. */
export type DiagnosticsByUri = ReadonlyMap<string, readonly EditorDiagnostic[]>;

const maxOutput = 4 * 1024 * 1024;
/** Milliseconds that the command may take. */
const timeout = 60_000;
const maxDiagnostics = 200;

/** Runs `command` in `folder`; resolves with what it has found, also if it fails, as such commands do. */
export function runDiagnostics(command: string, folder: string, signal: AbortSignal): Promise<DiagnosticsByUri> {
  return new Promise((done) => {
    exec(command, { cwd: folder, timeout, maxBuffer: maxOutput, signal }, (_, stdout, stderr) => {
      done(readDiagnostics(`${stdout}\n${stderr}`, folder));
    });
  });
}

const withColumn =
  /^(?<file>[^\s:(][^:(]*?)(?::(?<line>\d+):(?<column>\d+)|\((?<row>\d+),(?<at>\d+)\)):?\s+(?:-\s+)?(?<words>\S.*)$/u;
const withLine = /^(?<file>[^\s:][^:]*):(?<line>\d+):\s+(?<words>\S.*)$/u;
const severities = {
  error: /^(?:fatal\s+)?error\b/iu,
  warning: /^warn(?:ing)?\b/iu,
  information: /^(?:info|note)\b/iu,
};

/** Reads the output of a command; lines of another form are ignored. */
export function readDiagnostics(output: string, folder: string): DiagnosticsByUri {
  const found = new Map<string, EditorDiagnostic[]>();
  let count = 0;
  for (const line of output.split(/\r?\n/u)) {
    const { groups } = withColumn.exec(line) ?? withLine.exec(line) ?? {};
    if (groups === undefined || count >= maxDiagnostics) continue;
    const { file = '', words = '' } = groups;
    const start = {
      line: Math.max(0, Number(groups['line'] ?? groups['row']) - 1),
      column: Math.max(0, Number(groups['column'] ?? groups['at'] ?? 1) - 1),
    };
    const uri = pathToFileURL(resolve(folder, file)).href;
    const diagnostic: EditorDiagnostic = { span: { start, end: start }, severity: severityOf(words), message: words };
    found.set(uri, [...(found.get(uri) ?? []), diagnostic]);
    count += 1;
  }
  return found;
}

function severityOf(words: string): EditorDiagnostic['severity'] {
  if (severities.warning.test(words)) return 'warning';
  return severities.information.test(words) && !severities.error.test(words) ? 'information' : 'error';
}
