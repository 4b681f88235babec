/**
 * Time for simulations: many timers, no waiting.
 *
 * Between two timers all promises are settled that need no I/O. Timers that are due at the same time run in the order
 * in which they were scheduled, so that a run depends on nothing but its input.
 */
import type { Clock } from '@acp-stack/rpc';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Stops a program that schedules work for the current time again and again. */
const mostTimers = 200_000;

export class SimulatedClock implements Clock {
  #now = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  schedule(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + Math.max(ms, 0), order: (this.#order += 1), work };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** How many timers are waiting. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Runs everything that is due within `ms`. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (let fired = 0; fired < mostTimers; fired += 1) {
      await promisesSettled();
      const next = this.#next(until);
      if (next === undefined) {
        this.#now = until;
        return;
      }
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
    }
    throw new Error(`More than ${mostTimers} timers fired within ${ms} ms; something schedules itself.`);
  }

  /** Runs in steps of `step` until `isDone`; throws with `what` if that takes longer than `limit`. */
  async advanceUntil(
    isDone: () => boolean | Promise<boolean>,
    { what, step = 100, limit = 120_000 }: { readonly what: string; readonly step?: number; readonly limit?: number },
  ): Promise<void> {
    const until = this.#now + limit;
    while (!(await isDone())) {
      if (this.#now >= until) throw new Error(`After ${limit} ms of simulated time this was not so: ${what}`);
      await this.advance(step);
    }
  }

  #next(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > until) continue;
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }
}

/** Resolves when everything has happened that needs neither time nor I/O. */
export function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
