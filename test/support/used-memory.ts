/** Measures the memory that is really in use. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes in use, in the heap of the engine and outside of it. */
export function usedMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const held: unknown[] = [];

/**
 * Returns about how many bytes the result of `build` keeps in memory: how many are free once it is forgotten.
 *
 * Whatever else is freed meanwhile counts, such as leftovers of other tests in this process; so it is measured several
 * times, and the least counts. The first attempt with less than `enough` is the last: collecting the garbage of a
 * process that has run many tests takes most of the time.
 */
export async function memoryOf(build: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= enough; attempt += 1)
    least = Math.min(least, await measure(build));
  return least;
}

const attempts = 3;

async function measure(build: () => unknown): Promise<number> {
  await settle();
  held.push(await build());
  await settle();
  const before = usedMemory();
  held.pop();
  await settle();
  return before - usedMemory();
}

/** Frees what earlier calls have left: their frames have to be gone, and jobs that wait. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise(setImmediate);
    collectGarbage();
  }
}
