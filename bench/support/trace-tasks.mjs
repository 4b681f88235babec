/** The tasks of the main thread of a page, in a trace of the browser. */

/**
 * The longest task in milliseconds of CPU, and how many there were; other programs of the machine do not count.
 */
export function longTasks(buffer) {
  const { traceEvents } = JSON.parse(buffer.toString());
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  const lengths = tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000);
  return { longest: Math.max(0, ...lengths), count: lengths.length };
}
