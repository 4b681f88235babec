/** Starts a program that goes on without this one, such as a browser or an editor. */
import { spawn } from 'node:child_process';

/** Runs it without a shell and without a terminal. Resolves when it was started, and rejects if it could not be. */
export function startProgram([command, ...args]: readonly [string, ...string[]]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
