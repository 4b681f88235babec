/** `--trace` and `--log-level` of commands that talk to no agent: the trace is a whole one, and holds no message. */
import { resolve } from 'node:path';

import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { DiagnosticFlags } from '../command-line/agent-options.ts';
import { openLog } from '../log/log.ts';
import { openTrace } from './open-trace.ts';

export interface Watched {
  /** The command, as it is called. */
  readonly name: string;
  /** What else stands on its line: a file that it reads, for instance. */
  readonly words: readonly string[];
  readonly terminal: Terminal;
}

export async function writeEmptyTrace(flags: DiagnosticFlags, { name, words, terminal }: Watched): Promise<void> {
  const { trace, logLevel } = flags;
  if (trace === undefined && logLevel === undefined) return;
  const log = openLog(flags, terminal);
  log.info(`${name} talks to no agent, so nothing crosses the wire`);
  if (trace !== undefined && words.some((word) => resolve(word) === resolve(trace)))
    throw new UsageError(`--trace would write over ${trace}, which is read; name another file`);
  const writer = await openTrace(trace, { agent: '', now: terminal.now });
  writer?.tellProblem(log);
  writer?.[Symbol.dispose]();
}
