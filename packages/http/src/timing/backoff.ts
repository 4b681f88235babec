/**
 * How long to wait before the next attempt to connect.
 *
 * The wait doubles up to a limit, and about half of it is chance: many clients that lost the same server do not come back at once.
 */
import type { Clock } from '@acp-stack/rpc';

/** How often, and how long in all, a dropped connection is tried again. */
export interface ReconnectOptions {
  /** Milliseconds before the first attempt, at most. */
  readonly first: number;
  /** Milliseconds between two attempts, at most. */
  readonly longest: number;
  /** Milliseconds after which the connection is given up. */
  readonly giveUpAfter: number;
}

export const defaultReconnect: ReconnectOptions = { first: 200, longest: 10_000, giveUpAfter: 120_000 };

/** The clock of the platform; unlike most timers, these keep a program alive, because it waits to be connected. */
export const wakingClock: Clock = {
  now: () => performance.now(),
  schedule: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

export interface BackoffOptions {
  readonly reconnect: ReconnectOptions;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

export class Backoff {
  readonly #options: BackoffOptions;
  #attempts = 0;
  #since: number | undefined;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Milliseconds to wait; undefined when it has taken too long. */
  next(): number | undefined {
    const { reconnect, clock, random } = this.#options;
    const now = clock.now();
    this.#since ??= now;
    const left = this.#since + reconnect.giveUpAfter - now;
    if (left <= 0) return undefined;
    const most = Math.min(reconnect.longest, reconnect.first * 2 ** this.#attempts);
    this.#attempts += 1;
    return Math.min(left, (most / 2) * (1 + random()));
  }

  /** How many attempts were made since it last worked. */
  get attempts(): number {
    return this.#attempts;
  }

  /** It worked: the next wait is short again. */
  reset(): void {
    this.#attempts = 0;
    this.#since = undefined;
  }
}
