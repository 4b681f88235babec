/**
 * Measures time limits in the time in which this process runs.
 *
 * A limit is waited for in many short steps, and a step that comes late counts once: a suite that was held up itself,
 * by a busy machine or a suspended one, blames no program under test for that.
 */

/** In how many steps a limit is waited for, and how short a step may be in milliseconds. */
const steps = 100;
const shortest = 10;

/** Calls `work` after `ms`; the returned function prevents that. */
export function afterRunning(ms: number, work: () => void): () => void {
  const step = Math.max(shortest, ms / steps);
  let left = ms;
  const next = (): void => {
    if (left <= 0) {
      work();
      return;
    }
    const pause = Math.min(step, left);
    left -= pause;
    timer = setTimeout(next, pause);
  };
  let timer = setTimeout(next, 0);
  return () => clearTimeout(timer);
}

/** Whether `event` happens within `ms`; a rejection is passed on. */
export async function isWithin(event: Promise<unknown>, ms: number): Promise<boolean> {
  let cancel: (() => void) | undefined;
  const late = new Promise<false>((resolve) => {
    cancel = afterRunning(ms, () => resolve(false));
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    cancel?.();
  }
}
