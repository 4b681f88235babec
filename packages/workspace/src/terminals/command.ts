/** A command that runs: what it is started with, and what is told about it. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { WorkspaceError } from '../contract/workspace-error.ts';

/** How a command ended; either may be null. */
export interface ExitStatus {
  /** Null when a signal ended the command. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the command, such as `SIGTERM`; null when none did. */
  readonly signal: string | null;
}

/** The size of a terminal in characters. */
export interface TerminalSize {
  /** Characters in a line, from 1 to 65,535. */
  readonly columns: number;
  /** Lines, from 1 to 65,535. */
  readonly rows: number;
}

/** Throws unless a terminal can have this size. */
export function checkSize({ columns, rows }: TerminalSize): void {
  if ([columns, rows].every((each) => Number.isInteger(each) && each > 0 && each <= 0xffff)) return;
  throw new WorkspaceError('invalid', `A terminal cannot have ${columns} columns and ${rows} rows.`);
}

export interface CommandToStart {
  readonly command: string;
  readonly args: readonly string[];
  /** The arguments are quoted already, which only Windows asks for. */
  readonly isVerbatim: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** With pipes: whether it is given input, or finds that there is none. */
  readonly stdin: 'none' | 'pipe';
}

/** What is told about a command, in this order. */
export interface CommandEvents {
  printed(bytes: Uint8Array): void;
  /** The process itself has ended; what it started may not have. */
  exited(): void;
  /** Nothing more is printed. */
  ended(status: ExitStatus): void;
}

export interface StartedCommand {
  readonly pid: number;
  /** Undefined when it takes no input. */
  readonly write: ((text: string) => void) | undefined;
  readonly resize: ((size: TerminalSize) => void) | undefined;
  /** Tells a shell that its terminal is gone; those that ignore other requests end then. */
  readonly hangUp: () => void;
  /** What is different from what was asked for. */
  readonly note: string | undefined;
}

/** The file that `command` stands for, looked up as the system would. */
export async function findProgram(
  command: string,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<string> {
  const folders = command.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter);
  let failure: unknown;
  for (const folder of folders) {
    const file = folder === '' && command.startsWith('/') ? command : join(cwd, command);
    const candidate = folder === '' ? file : join(folder, command);
    try {
      await access(candidate, constants.X_OK);
      if ((await stat(candidate)).isFile()) return candidate;
      failure ??= Object.assign(new Error('It is not a file.'), { code: 'EACCES' });
    } catch (error) {
      failure ??= error;
    }
  }
  throw notStarted(command, failure);
}

/** Why `command` does not run. */
export function notStarted(command: string, cause: unknown): WorkspaceError {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such program; check its name and the PATH',
    EACCES: 'it may not be executed by this user',
    E2BIG: 'its arguments are too long',
  };
  const reason = (typeof code === 'string' ? reasons[code] : undefined) ?? String(cause);
  return new WorkspaceError('not-started', `The command ${command} could not be started: ${reason}.`, { cause });
}
