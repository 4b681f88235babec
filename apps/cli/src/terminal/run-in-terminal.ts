/** Lets another program have the terminal until it ends. */
import { spawn } from 'node:child_process';

import type { AgentCommand } from '@acp-stack/stdio';
import type { ExitStatus } from '@acp-stack/workspace';

export function runInTerminal(
  { command, args = [], env = {}, cwd }: AgentCommand,
  signal: AbortSignal,
): Promise<ExitStatus> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      signal,
    });
    child.once('error', reject);
    child.once('exit', (exitCode, killedBy) => {
      resolve({ exitCode, signal: killedBy });
    });
  });
}
