/** Gives the terminal to another program until it exits. */
import { spawn } from 'node:child_process';

import { mergedEnvironment, systemCommand, type AgentCommand } from '@acp-stack/stdio';
import type { ExitStatus } from '@acp-stack/workspace';

/** Resolves when the program has exited; aborting `signal` kills it. */
export function runInTerminal(
  { command, args = [], env = {}, cwd }: AgentCommand,
  signal?: AbortSignal,
): Promise<ExitStatus> {
  return new Promise((resolve, reject) => {
    const what = systemCommand(command, args, { cwd, env: mergedEnvironment([process.env, env]) });
    const child = spawn(what.command, what.args, {
      stdio: 'inherit',
      env: what.env,
      windowsVerbatimArguments: what.isVerbatim,
      ...(cwd === undefined ? {} : { cwd }),
      ...(signal === undefined ? {} : { signal }),
    });
    child.once('error', reject);
    child.once('exit', (exitCode, killedBy) => {
      resolve({ exitCode, signal: killedBy });
    });
  });
}
