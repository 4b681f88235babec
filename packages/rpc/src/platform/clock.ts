/** The source of time; tests pass one that they control. */

/** A source of time and timers. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number;
  /** Calls `work` after `ms`; returns a function that cancels it. With `isNeeded` the timer keeps the program alive. */
  schedule(ms: number, work: () => void, isNeeded?: boolean): () => void;
}

interface Timer {
  unref?: () => void;
}

/** Timers of the platform with more milliseconds fire at once. */
const maxDelay = 2 ** 31 - 1;
const ignore = (): void => undefined;

/**
 * The clock of the platform. Its timers keep the program alive only if they are needed; above 24 days they never fire.
 */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (ms, work, isNeeded = false) => {
    if (ms > maxDelay) return ignore;
    const timer = setTimeout(work, ms);
    if (!isNeeded) (timer as unknown as Timer).unref?.();
    return () => {
      clearTimeout(timer);
    };
  },
};
