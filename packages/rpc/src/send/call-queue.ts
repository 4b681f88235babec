/**
 * Calls that wait for their turn, in the order in which they were made.
 *
 * Turns come with the answers to other calls. Those may wait for a handler here that itself waits for its turn, so it is noticed when none
 * has come for a while.
 */
import type { Clock } from '../platform/clock.ts';
import type { PendingRequest } from './pending-requests.ts';

export interface CallQueueOptions {
  readonly clock: Clock;
  readonly patience: number;
}

/** A call that waits for its turn. */
interface QueuedCall {
  readonly pending: PendingRequest;
  readonly params: unknown;
}

export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #onStuck: () => void;
  /** By their ids, which are in order. */
  readonly #calls = new Map<number, QueuedCall>();
  /** The id before which no call waits. */
  #first = 0;
  #stopWatch: (() => void) | undefined;

  /** `onStuck` hears that no turn has come for as long as patience lasts. */
  constructor(options: CallQueueOptions, onStuck: () => void) {
    this.#options = options;
    this.#onStuck = onStuck;
  }

  get size(): number {
    return this.#calls.size;
  }

  add(pending: PendingRequest, params: unknown): void {
    this.#calls.set(pending.id, { pending, params });
    if (this.size > 1) return;
    this.#first = pending.id;
    this.#watch();
  }

  /** Takes a call out before its turn. */
  take(id: number): QueuedCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (this.size === 0) this.#stopWatch?.();
    return call;
  }

  /** Takes out the call whose turn it is. */
  next(): QueuedCall | undefined {
    while (this.size > 0) {
      const call = this.take(this.#first);
      this.#first += 1;
      if (call !== undefined) return call;
    }
    return undefined;
  }

  takeAll(): PendingRequest[] {
    const all = [...this.#calls.values()].map(({ pending }) => pending);
    this.#calls.clear();
    this.#stopWatch?.();
    return all;
  }

  #watch(): void {
    const { clock, patience } = this.#options;
    const first = this.#first;
    this.#stopWatch = clock.schedule(patience, () => {
      if (first === this.#first) this.#onStuck();
      if (this.size > 0) this.#watch();
    });
  }
}
