/** The signals that ask the program to end. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` on a signal instead of exiting; the returned function removes the listeners. */
export function onStopSignals(stop: () => void): () => void {
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
