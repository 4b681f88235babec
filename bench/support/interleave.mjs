/**
 * Times two variants against each other, in one process, in alternating slices.
 *
 * Only ratios leave this file: absolute times depend on the machine and on what else it does. A slice that was
 * pre-empted is an outlier, so each round takes a low percentile of its slices, and the answer is the median over the
 * rounds.
 */

/** @typedef {{ ratio: number, low: number, high: number, ours: number, theirs: number }} Comparison */

/**
 * How many times longer `theirs` takes than `ours`.
 *
 * @param {{ ours: (index: number) => unknown, theirs: (index: number) => unknown, rounds: number, sliceMs: number, warmMs: number }} contest
 * @returns {Comparison}
 */
export function compare({ ours, theirs, rounds, sliceMs, warmMs }) {
  const sizes = [ours, theirs].map((run) => Math.max(16, Math.round((sliceMs * 1e6) / warmUp(run, warmMs))));
  const samples = Array.from({ length: rounds }, () => {
    const slices = [[], []];
    for (let slice = 0; slice < slicesPerRound; slice += 1) {
      // The order changes with every slice, so that neither variant always runs after the other's garbage.
      const order = slice % 2 === 0 ? [0, 1] : [1, 0];
      for (const which of order) slices[which].push(time(which === 0 ? ours : theirs, sizes[which]));
    }
    return slices.map((each) => percentile(each, 0.2));
  });
  const ratios = samples.map(([left, right]) => right / left);
  return {
    ratio: percentile(ratios, 0.5),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    ours: percentile(
      samples.map(([left]) => left),
      0.5,
    ),
    theirs: percentile(
      samples.map(([, right]) => right),
      0.5,
    ),
  };
}

const slicesPerRound = 8;
let sink = 0;

/** Nanoseconds for one call, over `count` calls. */
function time(run, count) {
  const started = performance.now();
  for (let index = 0; index < count; index += 1) sink += run(index) === undefined ? 0 : 1;
  return ((performance.now() - started) * 1e6) / count;
}

/** Runs until the compiler has settled; returns nanoseconds for one call. */
function warmUp(run, warmMs) {
  const until = performance.now() + warmMs;
  let perCall = 0;
  do perCall = time(run, 64);
  while (performance.now() < until);
  return perCall;
}

/** @param {readonly number[]} values @param {number} share @returns {number} */
export function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
