/** A running command: its parameters and its events. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, resolve } from 'node:path';

import { programFile, type Environment } from '@acp-stack/stdio';

import { WorkspaceError } from '../contract/workspace-error.ts';

/** How a command ended; either field may be null. */
export interface ExitStatus {
  /** Null if a signal ended the command. */
  readonly exitCode: number | null;
  /** The signal that ended the command, such as `SIGTERM`; null if none did. */
  readonly signal: string | null;
}

/** The size of a terminal in characters. */
export interface TerminalSize {
  /** Columns, from 1 to 65,535. */
  readonly columns: number;
  /** Rows, from 1 to 65,535. */
  readonly rows: number;
}

/** Throws if the size is not valid. */
export function checkSize({ columns, rows }: TerminalSize): void {
  if ([columns, rows].every((each) => Number.isInteger(each) && each > 0 && each <= 0xffff)) return;
  throw new WorkspaceError('invalid', `A terminal cannot have ${columns} columns and ${rows} rows.`);
}

export interface CommandToStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the arguments are already quoted, which only Windows needs. */
  readonly isVerbatim: boolean;
  readonly cwd: string;
  readonly env: Environment;
  /** With pipes: whether stdin is a pipe or empty. */
  readonly stdin: 'none' | 'pipe';
}

/** The events of a command, in this order. */
export interface CommandEvents {
  /** The process has been created; reported in the same macrotask, so that nothing can happen in between. */
  created(pid: number): void;
  printed(bytes: Uint8Array): void;
  /** The process has ended; processes that it started may still run. */
  exited(): void;
  /** There is no more output. */
  ended(status: ExitStatus): void;
}

export interface StartedCommand {
  readonly pid: number;
  /** Undefined if it takes no input. */
  readonly write: ((text: string) => void) | undefined;
  readonly resize: ((size: TerminalSize) => void) | undefined;
  /** Tells a shell that its terminal is gone, which ends shells that ignore other signals. */
  readonly hangUp: () => void;
  /** How the command differs from what was requested. */
  readonly note: string | undefined;
}

/**
 * Finds the file of `command` as a shell would: folders of `PATH` that this user may not search are skipped. On Windows
 * the working directory is not searched.
 */
export async function findProgram(
  command: string,
  { cwd, env, platform = process.platform }: Pick<CommandToStart, 'cwd' | 'env'> & { platform?: NodeJS.Platform },
): Promise<string> {
  if (platform === 'win32') return programFile(command, { cwd, env, platform }) ?? fail(command);
  const isPath = command.includes('/') || isAbsolute(command);
  const folders = isPath ? ['.'] : (env['PATH'] ?? '').split(delimiter);
  let failure: unknown;
  for (const folder of folders) {
    const candidate = resolve(cwd, folder, command);
    const file = await stat(candidate).catch((error: unknown) => {
      if (isPath) failure = error;
    });
    if (file === undefined) continue;
    try {
      if (!file.isFile()) throw Object.assign(new Error('It is not a file.'), { code: 'EACCES' });
      await access(candidate, constants.X_OK);
      return candidate;
    } catch (error) {
      failure ??= error;
    }
  }
  return fail(command, failure);
}

function fail(command: string, failure?: unknown): never {
  throw notStarted(command, failure ?? Object.assign(new Error('It is not in PATH.'), { code: 'ENOENT' }));
}

/** The error of a command that could not be started. */
export function notStarted(command: string, cause: unknown): WorkspaceError {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'program not found; check its name and the PATH',
    EACCES: 'it may not be executed by this user',
    E2BIG: 'its arguments are too long',
  };
  const reason = (typeof code === 'string' ? reasons[code] : undefined) ?? String(cause);
  return new WorkspaceError('not-started', `The command ${command} could not be started: ${reason}.`, { cause });
}
