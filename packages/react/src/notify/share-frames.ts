/** One frame for many stores, so that what changed in all of them is drawn together. */
import type { FrameScheduler } from './frames.ts';

/** Returns a scheduler that runs everything that is due in one frame with one call of `schedule`. */
export function shareFrames(schedule: FrameScheduler): FrameScheduler {
  let tasks: Set<{ readonly work: () => void }> | undefined;
  let cancelFrame: (() => void) | undefined;
  const run = (): void => {
    const due = tasks ?? new Set();
    tasks = undefined;
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
    tasks ??= new Set();
    tasks.add(entry);
    cancelFrame ??= schedule(run);
    return () => {
      tasks?.delete(entry);
      if (tasks?.size !== 0) return;
      cancelFrame?.();
      tasks = undefined;
      cancelFrame = undefined;
    };
  };
}
