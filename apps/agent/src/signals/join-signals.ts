/**
 * Joins several abort signals.
 *
 * Replaces `AbortSignal.any`, whose signal may be garbage-collected on Node.js 20 while it is still awaited, so that
 * nothing is cancelled.
 */
import { setMaxListeners } from 'node:events';

export interface JoinedSignals {
  /** Aborts with the first of them. */
  readonly signal: AbortSignal;
  /** Removes the listeners from the joined signals. */
  readonly release: () => void;
}

export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignals {
  const controller = new AbortController();
  allowManyListeners(controller.signal);
  const listeners = signals.map((signal) => {
    const abort = (): void => {
      controller.abort(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return [signal, abort] as const;
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const [signal, abort] of listeners) signal.removeEventListener('abort', abort);
    },
  };
}

/**
 * Allows any number of listeners on a signal, such as the parallel calls of a turn; Node.js warns about a leak at the
 * eleventh.
 */
export const allowManyListeners = (signal: AbortSignal): void => {
  setMaxListeners(0, signal);
};
