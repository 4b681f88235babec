/**
 * Joins several abort signals.
 *
 * Replaces `AbortSignal.any`, whose signal may be garbage-collected on Node.js 20 while it is still awaited, so that
 * nothing is cancelled.
 */

/** A signal that follows others. */
export interface JoinedSignals {
  /** Aborts with the first of them. */
  readonly signal: AbortSignal;
  /** Removes the listeners from the joined signals; nothing aborts `signal` any more. */
  readonly release: () => void;
}

/** Returns a signal that aborts with the first of `signals`, for its reason. Call `release` when it is not needed. */
export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): JoinedSignals {
  const controller = new AbortController();
  const stops = signals.map((signal) => {
    const abort = (): void => {
      controller.abort(signal?.reason);
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return (): void => signal?.removeEventListener('abort', abort);
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const stop of stops) stop();
    },
  };
}
