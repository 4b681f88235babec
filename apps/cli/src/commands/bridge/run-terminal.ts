/** Runs the terminals of a version 1 agent on this machine. */
import { spawn } from 'node:child_process';

import type { TerminalRunner } from '@acp-stack/bridge';
import { hasProcessGroups, mergedEnvironment, ProcessTree, shellCommand, systemCommand } from '@acp-stack/stdio';
import { requireHarmlessVariables } from '@acp-stack/workspace/client';

import { absoluteCommand } from '../../files/find-program.ts';

/** Anything but the letters of a plain name or path. */
const lineCharacters = /[^\w@%+:,./\\-]/u;

/**
 * Starts a command, by a shell if it is a whole line instead of a program; stdout and stderr are merged. Throws if a
 * variable could make it run other code.
 */
export const runTerminal: TerminalRunner = ({ command, args, env, cwd }, { output, exit }) => {
  requireHarmlessVariables(env);
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const environment = mergedEnvironment([process.env, variables]);
  const isProgram = args.length > 0 || !lineCharacters.test(command) || absoluteCommand(command, environment);
  const what = isProgram
    ? systemCommand(command, args, { cwd, env: environment })
    : shellCommand(command, { env: environment });
  const child = spawn(what.command, what.args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: what.env,
    // The leader of a process group, so that the whole group can be ended.
    detached: hasProcessGroups(),
    windowsHide: true,
    windowsVerbatimArguments: what.isVerbatim,
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
      if (child.pid === undefined || hasExited) return;
      const tree = new ProcessTree(child.pid);
      tree.signal('SIGKILL');
      tree.release();
    },
  };
};

/** The system also reports EACCES for a name that it does not find, if a folder of `PATH` may not be searched. */
const isNowhere = (command: string, env: NodeJS.ProcessEnv): boolean =>
  !/[/\\]/u.test(command) && absoluteCommand(command, env) === undefined;

const missing = (command: string): string => `${command} could not be started: command not found`;
