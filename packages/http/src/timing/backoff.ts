/**
 * The delay before the next attempt to connect.
 *
 * It doubles up to a limit, and about half of it is random, so that many clients of one server do not come back at the
 * same time.
 */
import type { Clock } from '@acp-stack/rpc';

/** How often, and for how long, to reconnect after a drop. */
export interface ReconnectOptions {
  /** The longest delay before the first attempt, in milliseconds. */
  readonly first: number;
  /** The longest delay between two attempts, in milliseconds. */
  readonly longest: number;
  /** Milliseconds after which the connection is given up. */
  readonly giveUpAfter: number;
}

export const defaultReconnect: ReconnectOptions = { first: 200, longest: 10_000, giveUpAfter: 120_000 };

/** The platform's clock; its timers keep the process alive, because it waits for a connection. */
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

  /** Returns the milliseconds to wait; undefined if the time is over. */
  next(): number | undefined {
    const { reconnect, clock, random } = this.#options;
    const now = clock.now();
    this.#since ??= now;
    const left = this.#since + reconnect.giveUpAfter - now;
    if (left <= 0) return undefined;
    const longestWait = Math.min(reconnect.longest, reconnect.first * 2 ** this.#attempts);
    this.#attempts += 1;
    return Math.min(left, (longestWait / 2) * (1 + random()));
  }

  /** How many attempts were made since the last success. */
  get attempts(): number {
    return this.#attempts;
  }

  /** An attempt succeeded: the next delay is short again. */
  reset(): void {
    this.#attempts = 0;
    this.#since = undefined;
  }
}
