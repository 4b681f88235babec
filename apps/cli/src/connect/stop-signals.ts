/** What asks the program to end from outside. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` in place of ending at once; the answer takes that back. */
export function onStopSignals(stop: () => void): () => void {
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
