/**
 * Deadlines of requests, which can also be cancelled all at once.
 *
 * One timer watches all of them: a timer for each would cost as much as a small request.
 */
import type { Clock } from '@acp-stack/rpc';

/** Cancels a request, with the reason if there is one. */
export type Cancel = (reason?: Error) => void;

/** Creates the error for a request that had `timeout` milliseconds. */
type TimeoutError = (timeout: number) => Error;

interface Deadline {
  /** When the deadline is. */
  readonly time: number;
  /** The timeout in milliseconds. */
  readonly timeout: number;
  /** Creates the error. */
  readonly reason: TimeoutError;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #open = new Map<Cancel, Deadline | undefined>();
  #stop: (() => void) | undefined;
  /** When the timer fires. */
  #next = Infinity;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `cancel` after `timeout` milliseconds, if there is a timeout. */
  add(cancel: Cancel, timeout: number | undefined, reason: TimeoutError): void {
    if (this.#isOver) {
      cancel();
      return;
    }
    if (timeout === undefined) {
      this.#open.set(cancel, undefined);
      return;
    }
    const time = this.#clock.now() + timeout;
    this.#open.set(cancel, { time, timeout, reason });
    if (time < this.#next) this.#watch(time, timeout);
  }

  /** The request of `cancel` is finished. */
  delete(cancel: Cancel): void {
    this.#open.delete(cancel);
    if (this.#open.size === 0) this.#stopWatching();
  }

  /** Cancels everything, also requests that are added later. */
  cancelAll(): void {
    this.#isOver = true;
    this.#stopWatching();
    const open = [...this.#open.keys()];
    this.#open.clear();
    for (const cancel of open) cancel();
  }

  #watch(time: number, timeout: number): void {
    this.#stop?.();
    this.#next = time;
    this.#stop = this.#clock.schedule(timeout, () => {
      this.#cancelOverdue();
    });
  }

  #stopWatching(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#next = Infinity;
  }

  #cancelOverdue(): void {
    this.#stopWatching();
    const now = this.#clock.now();
    let next = Infinity;
    for (const [cancel, deadline] of this.#open) {
      if (deadline === undefined) continue;
      // Timers fire up to a millisecond early.
      if (deadline.time - now < 1) {
        this.#open.delete(cancel);
        cancel(deadline.reason(deadline.timeout));
      } else next = Math.min(next, deadline.time);
    }
    if (next < this.#next) this.#watch(next, next - now);
  }
}
