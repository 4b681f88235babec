/** Connects a chat to its hub again after the connection was lost: the session and its agent are still there. */
import { setTimeout as delay } from 'node:timers/promises';

import { CommandError, exitCodes } from '../../../errors/command-error.ts';

export interface HubReconnection {
  /** Opens the connection and the session again. */
  readonly connect: () => Promise<void>;
  /** Explains a failure of `connect`. */
  readonly explain: (error: unknown) => unknown;
  readonly signal: AbortSignal;
}

/** Milliseconds before the first and at most before any further attempt. */
const firstDelay = 250;
const longestDelay = 10_000;

/** Tries until the hub is there; rejects if it refuses this user or the session, or when `signal` is aborted. */
export async function reconnectToHub({ connect, explain, signal }: HubReconnection): Promise<void> {
  for (let wait = firstDelay; ; wait = Math.min(wait * 2, longestDelay)) {
    signal.throwIfAborted();
    try {
      await connect();
      return;
    } catch (error) {
      const failure = explain(error);
      if (!isTemporary(failure)) throw failure;
    }
    await delay(wait, undefined, { signal });
  }
}

/** Failures of the connection or the hub, which may be there again soon. */
const isTemporary = (error: unknown): boolean =>
  error instanceof CommandError && (error.exitCode === exitCodes.notStarted || error.exitCode === exitCodes.exited);
