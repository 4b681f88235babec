/** How much memory this process takes; needs `--expose-gc`. */

const megabyte = 1024 * 1024;
const resident = () => process.memoryUsage().rss / megabyte;

/** What is still in use after garbage was collected: objects, and bytes outside of the heap. */
export function liveMegabytes() {
  // Finalizers free more on the second round.
  for (let round = 0; round < 3; round += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

/** Follows what the system has given to this process; `stop` says by how much it grew at most. */
export function watchMegabytes() {
  globalThis.gc();
  const before = resident();
  let peak = before;
  const look = () => (peak = Math.max(peak, resident()));
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return peak - before;
  };
}
