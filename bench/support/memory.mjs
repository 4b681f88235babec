/** How much memory this process takes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const megabyte = 1024 * 1024;
const resident = () => process.memoryUsage().rss / megabyte;

let collector = globalThis.gc;

function collectGarbage() {
  if (collector === undefined) {
    // As `--expose-gc` does for a process that is started with it.
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc');
  }
  collector();
}

/** What is still in use after garbage was collected: objects, and bytes outside of the heap. */
export function liveMegabytes() {
  // Finalizers free more on the second round.
  for (let round = 0; round < 3; round += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

/** Follows what the system has given to this process; `stop` says by how much it grew at most. */
export function watchMegabytes() {
  collectGarbage();
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
