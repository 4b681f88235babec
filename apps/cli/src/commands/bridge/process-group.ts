/** Processes that lead a group of their own: what they start ends with them. */
import type { ChildProcess } from 'node:child_process';

const hasGroups = process.platform !== 'win32';

/** How such a process is started. */
export const ownGroup: { readonly detached: boolean } = { detached: hasGroups };

/** Sends `signal` to a process and to what it has started; nothing happens when nobody is left. */
export function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    // They have ended by themselves.
  }
}
