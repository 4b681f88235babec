/**
 * Requests that must be answered in time, and can all be given up at once.
 *
 * One timer watches all of them: a timer for each would cost as much as a small request does.
 */
import type { Clock } from '@acp-stack/rpc';

/** Gives a request up, for a reason where there is one. */
export type Cancel = (reason?: Error) => void;

/** Why something is given up that had `timeout` milliseconds. */
type TimeoutError = (timeout: number) => Error;

interface Deadline {
  /** When its time is over. */
  readonly at: number;
  /** How much time it had. */
  readonly timeout: number;
  /** Why it is given up then. */
  readonly reason: TimeoutError;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #open = new Map<Cancel, Deadline | undefined>();
  #stop: (() => void) | undefined;
  /** When the timer goes off. */
  #next = Infinity;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Gives up what `cancel` belongs to when `timeout` milliseconds are over, where there is such a limit. */
  add(cancel: Cancel, timeout: number | undefined, reason: TimeoutError): void {
    if (this.#isOver) {
      cancel();
      return;
    }
    if (timeout === undefined) {
      this.#open.set(cancel, undefined);
      return;
    }
    const at = this.#clock.now() + timeout;
    this.#open.set(cancel, { at, timeout, reason });
    if (at < this.#next) this.#watch(at, timeout);
  }

  /** What `cancel` belongs to was answered, or has failed. */
  delete(cancel: Cancel): void {
    this.#open.delete(cancel);
    if (this.#open.size === 0) this.#rest();
  }

  /** Gives up everything, now and from now on. */
  cancelAll(): void {
    this.#isOver = true;
    this.#rest();
    const open = [...this.#open.keys()];
    this.#open.clear();
    for (const cancel of open) cancel();
  }

  #watch(at: number, timeout: number): void {
    this.#stop?.();
    this.#next = at;
    this.#stop = this.#clock.schedule(timeout, () => {
      this.#look();
    });
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#next = Infinity;
  }

  #look(): void {
    this.#rest();
    const now = this.#clock.now();
    let next = Infinity;
    for (const [cancel, deadline] of this.#open) {
      if (deadline === undefined) continue;
      // Timers are early by fractions of a millisecond.
      if (deadline.at - now < 1) {
        this.#open.delete(cancel);
        cancel(deadline.reason(deadline.timeout));
      } else next = Math.min(next, deadline.at);
    }
    if (next < this.#next) this.#watch(next, next - now);
  }
}
