/** Time as the peer sees it; tests pass one they can turn by hand. */

/** Where time comes from, so that tests can turn it. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls `work` after `ms`; the answer cancels it. With `isNeeded` a program must not end before. */
  schedule(ms: number, work: () => void, isNeeded?: boolean): () => void;
}

interface Timer {
  unref?: () => void;
}

/** Milliseconds beyond which timers of the platform ring at once. */
const longest = 2 ** 31 - 1;
const ignore = (): void => undefined;

/** The clock of the platform. Its timers do not keep a program alive unless they are needed, and weeks are for ever. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (ms, work, isNeeded = false) => {
    if (ms > longest) return ignore;
    const timer = setTimeout(work, ms);
    if (!isNeeded) (timer as unknown as Timer).unref?.();
    return () => {
      clearTimeout(timer);
    };
  },
};
