/** Signals that this process sends to itself, for keys that a terminal in raw mode does not turn into signals. */

import { setTimeout } from 'node:timers/promises';

/** The part of `process` that is used; tests pass their own. */
export interface OwnProcess {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  kill(pid: number, signal: 'SIGINT' | 'SIGTSTP'): unknown;
  emit(event: 'SIGINT', signal: 'SIGINT'): boolean;
  exit(code: number): unknown;
}

/** The exit code of a program that SIGINT has ended. */
const interrupted = 130;

/** Does what Ctrl+C does. On Windows a signal would end the process without asking, so its listeners are called. */
export function interrupt(own: OwnProcess = process): void {
  if (own.platform !== 'win32') own.kill(own.pid, 'SIGINT');
  else if (!own.emit('SIGINT', 'SIGINT')) own.exit(interrupted);
}

/** Whether processes can be suspended and continued, as Ctrl+Z and `fg` do. */
export const canSuspend = ({ platform }: Pick<OwnProcess, 'platform'> = process): boolean => platform !== 'win32';

/** Milliseconds until the signal has certainly arrived; they do not pass while the process is stopped. */
const arrival = 50;

/**
 * Does what Ctrl+Z does; resolves when the process is continued. Where no shell could continue it, the system does not
 * stop it, so it resolves soon.
 */
export async function suspend(own: OwnProcess = process): Promise<void> {
  if (!canSuspend(own)) return;
  own.kill(own.pid, 'SIGTSTP');
  await setTimeout(arrival);
}
