/**
 * Several signals as one.
 *
 * `AbortSignal.any` would do, but on Node 20 what it makes may be collected as garbage while somebody still waits for it, and then nothing is cancelled.
 */
import { setMaxListeners } from 'node:events';

export interface JoinedSignals {
  /** Aborts with the first of them. */
  readonly signal: AbortSignal;
  /** Lets go of them. */
  readonly release: () => void;
}

export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignals {
  const controller = new AbortController();
  manyMayListen(controller.signal);
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

/** Lets as many listen to a signal as like, such as the calls of a turn that run side by side: Node would warn of a leak at the eleventh. */
export const manyMayListen = (signal: AbortSignal): void => {
  setMaxListeners(0, signal);
};
