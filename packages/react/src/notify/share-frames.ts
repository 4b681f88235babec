/** One frame for many stores, so that what changed in all of them is drawn together. */
import type { FrameScheduler } from './frames.ts';

/** Returns a scheduler whose works of one frame run in one call of `schedule`. */
export function shareFrames(schedule: FrameScheduler): FrameScheduler {
  let works: Set<{ readonly work: () => void }> | undefined;
  let cancelFrame: (() => void) | undefined;
  const run = (): void => {
    const due = works ?? new Set();
    works = undefined;
    cancelFrame = undefined;
    const failures: unknown[] = [];
    for (const { work } of due) {
      try {
        work();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Listeners of stores failed.');
  };
  return (work) => {
    const entry = { work };
    works ??= new Set();
    works.add(entry);
    cancelFrame ??= schedule(run);
    return () => {
      works?.delete(entry);
      if (works?.size !== 0) return;
      cancelFrame?.();
      works = undefined;
      cancelFrame = undefined;
    };
  };
}
