/**
 * Calls above the limit of requests at once; they are sent in the order in which they were made, as responses arrive.
 *
 * A call that is made while a handler runs is never put here: the responses may depend on that handler.
 */
import type { PendingRequest } from './pending-requests.ts';

/** A call that has not been sent. */
interface QueuedCall {
  readonly pending: PendingRequest;
  readonly params: unknown;
}

export class CallQueue {
  /** By id, which is the order in which they were made. */
  readonly #calls = new Map<number, QueuedCall>();

  get size(): number {
    return this.#calls.size;
  }

  add(pending: PendingRequest, params: unknown): void {
    this.#calls.set(pending.id, { pending, params });
  }

  /** Takes one call out. */
  take(id: number): QueuedCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  /** Takes out the call that was made first. */
  next(): QueuedCall | undefined {
    const first = this.#calls.keys().next();
    return first.done === true ? undefined : this.take(first.value);
  }

  takeAll(): PendingRequest[] {
    const all = [...this.#calls.values()].map(({ pending }) => pending);
    this.#calls.clear();
    return all;
  }
}
