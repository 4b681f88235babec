/** Starts a program that goes on without this one, such as a browser or an editor. */
import { spawn } from 'node:child_process';

import { systemCommand } from '@acp-stack/stdio';

/** Runs it without a shell and without a terminal. Resolves when it was started, and rejects if it could not be. */
export function startProgram([command, ...args]: readonly [string, ...string[]]): Promise<void> {
  return new Promise((resolve, reject) => {
    const what = systemCommand(command, args, { env: process.env });
    const child = spawn(what.command, what.args, {
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
      windowsVerbatimArguments: what.isVerbatim,
    });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
