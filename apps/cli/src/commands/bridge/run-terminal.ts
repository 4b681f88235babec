/** Runs the terminals of a version 1 agent on this machine. */
import { spawn } from 'node:child_process';

import type { TerminalRunner } from '@acp-stack/bridge';
import { requireHarmlessVariables } from '@acp-stack/workspace/client';

import { absoluteCommand } from '../../files/find-program.ts';
import { ownGroup, signalGroup } from './process-group.ts';

/** Anything but the letters of a plain name or path. */
const lineCharacters = /[^\w@%+:,./\\-]/u;

/**
 * Starts a command, by a shell if it is a whole line instead of a program; stdout and stderr are merged. Throws if a
 * variable could make it run other code.
 */
export const runTerminal: TerminalRunner = ({ command, args, env, cwd }, { output, exit }) => {
  requireHarmlessVariables(env);
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const environment = { ...process.env, ...variables };
  const isProgram = args.length > 0 || !lineCharacters.test(command) || absoluteCommand(command, environment);
  const child = spawn(command, args, {
    ...ownGroup,
    ...(cwd === undefined ? {} : { cwd }),
    env: environment,
    shell: !isProgram,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', output);
  child.stderr.on('data', output);
  let hasExited = false;
  const end = (exitCode: number | null, signal: string | null): void => {
    if (hasExited) return;
    hasExited = true;
    exit({ exitCode, signal });
  };
  child.once('close', end);
  child.once('error', (error) => {
    output(new TextEncoder().encode(`${isNowhere(command, environment) ? missing(command) : error.message}\n`));
    end(127, null);
  });
  return {
    kill: () => {
      signalGroup(child, 'SIGKILL');
    },
  };
};

/** The system also reports EACCES for a name that it does not find, if a folder of `PATH` may not be searched. */
const isNowhere = (command: string, env: NodeJS.ProcessEnv): boolean =>
  !/[/\\]/u.test(command) && absoluteCommand(command, env) === undefined;

const missing = (command: string): string => `${command} could not be started: command not found`;
