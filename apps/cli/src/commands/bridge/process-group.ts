/** Processes in a group of their own, so that their children end with them. */
import type { ChildProcess } from 'node:child_process';

const hasGroups = process.platform !== 'win32';

/** Spawn options of such a process. */
export const ownGroup: { readonly detached: boolean } = { detached: hasGroups };

/** Sends `signal` to a process and its children; does nothing if they have exited. */
export function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    // They have already exited.
  }
}
