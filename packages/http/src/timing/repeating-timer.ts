/** A timer that repeats. */
import type { Clock } from '@acp-stack/rpc';

/** Calls `work` every `ms` milliseconds until it returns false; the returned function stops it. */
export function repeat(clock: Clock, ms: number, work: () => boolean): () => void {
  let isStopped = false;
  const next = (): (() => void) =>
    clock.schedule(ms, () => {
      if (!isStopped && work() && !isStopped) cancel = next();
    });
  let cancel = next();
  return () => {
    isStopped = true;
    cancel();
  };
}
