/** Time as the peer sees it; tests pass one they can turn by hand. */

/** Where time comes from, so that tests can turn it. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls `work` after `ms`; the answer cancels it. */
  schedule(ms: number, work: () => void): () => void;
}

interface Timer {
  unref?: () => void;
}

/** The clock of the platform. Its timers do not keep a program alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (ms, work) => {
    const timer = setTimeout(work, ms);
    (timer as unknown as Timer).unref?.();
    return () => {
      clearTimeout(timer);
    };
  },
};
