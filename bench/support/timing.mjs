/** How long work takes, by the clock and of the processor. */

export async function measured(work) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 };
}

/** The best of several runs of `count` each: how many in a second, and microseconds of CPU for one. */
export const best = (runs, count) => ({
  rate: count / (Math.min(...runs.map((run) => run.wall)) / 1000),
  cpu: (Math.min(...runs.map((run) => run.cpu)) * 1000) / count,
});

/** `count` calls with `inFlight` of them waiting at a time, after a warm-up; `by` measures the work. */
export async function timedCalls(call, { inFlight, count, by = measured }) {
  const times = [];
  const run = async (total) => {
    let started = 0;
    const worker = async () => {
      while (started < total) {
        started += 1;
        const begun = performance.now();
        await call();
        times.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
  };
  await run(count / 4);
  times.length = 0;
  const { wall, cpu } = await by(() => run(count));
  const sorted = times.toSorted((left, right) => left - right);
  return { rate: count / (wall / 1000), p99: sorted[Math.floor(sorted.length * 0.99)], cpu: (cpu * 1000) / count };
}
