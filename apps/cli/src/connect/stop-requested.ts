/** Resolves on SIGTERM or SIGINT, or when `signal` aborts. */
export function stopRequested(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      process.off('SIGTERM', settle).off('SIGINT', settle);
      signal?.removeEventListener('abort', settle);
      resolve();
    };
    process.on('SIGTERM', settle).on('SIGINT', settle);
    signal?.addEventListener('abort', settle);
  });
}
