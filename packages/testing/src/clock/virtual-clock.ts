/**
 * A clock that stands still until a test advances it.
 *
 * Work that is due at the same time runs in the order in which it was scheduled. Promises that one piece of work
 * settles are handled before the next piece runs.
 */
import type { Clock } from '@acp-stack/rpc';

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

/** Stops a program that schedules work for the current time again and again. */
const maxTimers = 10_000;

/** A clock that stands still until a test advances it. */
export class VirtualClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];

  /** Milliseconds since the clock was created, as far as it was advanced. */
  now(): number {
    return this.#now;
  }

  /** Calls `work` after `ms` milliseconds of this clock; the returned function cancels it. */
  schedule(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** How many timers are waiting. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Advances the clock by `ms`; resolves when all work that became due has run and settled. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (let fired = 0; ; fired += 1) {
      await settled();
      const due = this.#timers.filter((timer) => timer.at <= until).toSorted((left, right) => left.at - right.at)[0];
      if (due === undefined) break;
      if (fired >= maxTimers)
        throw new Error(`More than ${maxTimers} timers fired within ${ms} ms; something schedules itself.`);
      this.#timers = this.#timers.filter((each) => each !== due);
      this.#now = Math.max(this.#now, due.at);
      due.work();
    }
    this.#now = Math.max(this.#now, until);
  }
}

/** Resolves when everything that can happen without new input has happened. */
export async function settled(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => void setTimeout(resolve, 0));
}
