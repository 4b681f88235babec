/**
 * How the cost of a function grows with its input.
 *
 * A bound in milliseconds fails on a slow or busy machine. The ratio of two sizes does not: it is measured in CPU time
 * of this process, and the smallest of several attempts counts. The first attempt that is linear is the last.
 */

/** How much larger the larger input is. Linear work costs 16 times as much, quadratic work 256 times. */
const factor = 16;
const attempts = 3;
/** Microseconds below which the time of a run says nothing. */
const leastTime = 2000;

/** The ratio that linear work stays below, and quadratic work does not. */
export const linear = 96;

type Work = (size: number) => Promise<void> | void;

/** The CPU time of `work(size * 16)` divided by that of `work(size)`. */
export async function growth(work: Work, size: number): Promise<number> {
  await work(size);
  const small = await leastCost(work, size, 0);
  return (await leastCost(work, size * factor, small * linear)) / small;
}

/** The least CPU time of several attempts; there are no more after one that took less than `enough`. */
async function leastCost(work: Work, size: number, enough: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= enough; attempt += 1) {
    const before = process.cpuUsage();
    await work(size);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return Math.max(least, leastTime);
}
