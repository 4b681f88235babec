/**
 * Runs `work` with a signal that aborts with the first of `signals`.
 *
 * Replaces `AbortSignal.any`, whose signal may be garbage-collected on Node.js 20 while it is still awaited, so that
 * nothing is cancelled.
 */
export async function withJoinedSignals<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listeners = signals.map((signal) => {
    const abort = (): void => {
      controller.abort(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return [signal, abort] as const;
  });
  try {
    return await work(controller.signal);
  } finally {
    for (const [signal, abort] of listeners) signal.removeEventListener('abort', abort);
  }
}
