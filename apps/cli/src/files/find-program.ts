/** Finds programs as a shell does. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { programFile } from '@acp-stack/stdio';
import type { Environment } from '@acp-stack/workspace/user-folders';

import { CommandError, exitCodes } from '../errors/command-error.ts';

/** The absolute path of the program that a shell would run; undefined if there is none. */
export const absoluteCommand = (command: string, env: Environment): string | undefined => programFile(command, { env });

/** Throws if `command` cannot be started. */
export function requireProgram(command: string, env: Environment): void {
  if (absoluteCommand(command, env) !== undefined) return;
  const isThere = /[/\\]/u.test(command) && existsSync(resolve(command));
  const reason = isThere ? 'it is not executable' : 'command not found';
  throw new CommandError(exitCodes.notStarted, `${command} could not be started: ${reason}; check its name and path`);
}
