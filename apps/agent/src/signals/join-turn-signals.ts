/** Signals of a turn, which many parallel calls listen to. */
import { setMaxListeners } from 'node:events';

import { joinSignals, type JoinedSignals } from '@acp-stack/rpc';

/** Returns a signal that aborts with the first of `signals` and takes any number of listeners. */
export function joinTurnSignals(...signals: readonly AbortSignal[]): JoinedSignals {
  const joined = joinSignals(...signals);
  allowManyListeners(joined.signal);
  return joined;
}

/**
 * Allows any number of listeners on a signal, such as the parallel calls of a turn; Node.js warns about a leak at the
 * eleventh.
 */
export const allowManyListeners = (signal: AbortSignal): void => {
  setMaxListeners(0, signal);
};
