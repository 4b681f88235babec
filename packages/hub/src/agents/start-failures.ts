/** Counts how often agents failed, so that one that always fails is not started again and again. */
import type { Clock } from '@acp-stack/rpc';

interface Failures {
  /** When the first of them happened. */
  readonly since: number;
  readonly count: number;
  /** What the last one was. */
  readonly reason: string;
}

export interface FailureLimits {
  /** How often an agent may fail within the time. */
  readonly failures: number;
  /** In milliseconds; then the failures are forgotten. */
  readonly failureTime: number;
}

export class StartFailures {
  readonly #failures = new Map<string, Failures>();
  readonly #limits: FailureLimits;
  readonly #clock: Clock;

  constructor(limits: FailureLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** An agent of this group could not be started, or has ended by itself. */
  add(group: string, reason: string): void {
    const now = this.#clock.now();
    for (const [key, { since }] of this.#failures)
      if (now - since >= this.#limits.failureTime) this.#failures.delete(key);
    const { since = now, count = 0 } = this.#failures.get(group) ?? {};
    this.#failures.set(group, { since, count: count + 1, reason });
  }

  /** What made agents of this group fail may be mended. */
  forget(group: string): void {
    this.#failures.delete(group);
  }

  /** Why an agent of this group may not be started now; undefined if it may. */
  refusal(group: string): string | undefined {
    const { failures, failureTime } = this.#limits;
    const found = this.#failures.get(group);
    if (found === undefined || found.count < failures) return undefined;
    const rest = found.since + failureTime - this.#clock.now();
    if (rest <= 0) return undefined;
    const seconds = Math.ceil(rest / 1000);
    return `It has failed ${found.count} times and is not started again for ${seconds} seconds. ${found.reason}`;
  }
}
