/** Finds programs as a shell does. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

import type { Environment } from '@acp-stack/workspace/user-folders';

import { CommandError, exitCodes } from '../errors/command-error.ts';

/** The absolute path of the program that a shell would run; undefined if there is none. */
export function absoluteCommand(command: string, env: Environment): string | undefined {
  if (isAbsolute(command)) return isProgram(command) ? command : undefined;
  if (/[/\\]/u.test(command)) return isProgram(resolve(command)) ? resolve(command) : undefined;
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, `${command}${ending}`)))
    .find((path) => isProgram(path));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws if `command` cannot be started. */
export function requireProgram(command: string, env: Environment): void {
  if (absoluteCommand(command, env) !== undefined) return;
  const isThere = /[/\\]/u.test(command) && existsSync(resolve(command));
  const reason = isThere ? 'it is not executable' : 'command not found';
  throw new CommandError(exitCodes.notStarted, `${command} could not be started: ${reason}; check its name and path`);
}
