/**
 * `--trace` and `--log-level` of commands that do not talk to an agent: the trace has a header and no
 * messages.
 */
import { resolve } from 'node:path';

import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { DiagnosticFlags } from '../command-line/agent-options.ts';
import { openLog } from '../log/log.ts';
import { openTrace } from './open-trace.ts';

export interface OfflineCommand {
  /** The full name of the command. */
  readonly name: string;
  /** Its arguments, such as a file that it reads. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
}

export async function writeEmptyTrace(flags: DiagnosticFlags, { name, args, terminal }: OfflineCommand): Promise<void> {
  const { trace, logLevel } = flags;
  if (trace === undefined && logLevel === undefined) return;
  const log = openLog(flags, terminal);
  log.info(`${name} does not talk to an agent${trace === undefined ? '' : ', so the trace has no messages'}`);
  if (trace !== undefined && args.some((arg) => resolve(arg) === resolve(trace)))
    throw new UsageError(`--trace would overwrite the input file ${trace}; choose another file`);
  const writer = await openTrace(trace, { agent: '', now: terminal.now });
  writer?.reportProblem(log);
  writer?.[Symbol.dispose]();
}
