/**
 * Our requests that wait for an answer.
 *
 * A call leaves the table exactly once: answered, given up, or rejected because the connection ended. An answer that arrives
 * afterwards finds nobody; it is remembered for a while that this is no surprise.
 */
import type { IncomingRequest } from '../receive/incoming-request.ts';
import type { OrderedItem, OrderKey } from '../order/ordered-queues.ts';
import type { RequestId } from '../message/message.ts';
import { SmallMap } from '../collections/small-map.ts';

/** What was being handled when a call was made; a notification holds its lane. */
export type Within = IncomingRequest | 'notification' | undefined;

export interface PendingRequest {
  readonly id: number;
  readonly method: string;
  /** Which of all messages that were sent it is, counted from one. */
  place: number;
  readonly lane: OrderKey;
  /** The answer waits for nobody when the call was made while handling something. */
  readonly within: Within;
  /** What held the lane when the call was sent. */
  holder: OrderedItem | undefined;
  /** How many handlers had held a lane when it was sent, its own included. */
  holds: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Removes listeners and timers. */
  readonly release: (() => void) | undefined;
}

/** Given-up calls whose late answers are expected. */
const mostAbandoned = 1024;

export class PendingRequests {
  readonly #waiting = new SmallMap<RequestId, PendingRequest>();
  #abandoned: Set<RequestId> | undefined;
  #inLanes = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** How many were made by handlers that hold their lanes. */
  get inLanes(): number {
    return this.#inLanes;
  }

  add(pending: PendingRequest): void {
    if (pending.within === 'notification') this.#inLanes += 1;
    this.#waiting.add(pending.id, pending);
  }

  /** Takes the call that waits for `id` out of the table. */
  take(id: RequestId): PendingRequest | undefined {
    const pending = this.#waiting.take(id);
    if (pending === undefined) return undefined;
    if (pending.within === 'notification') this.#inLanes -= 1;
    pending.release?.();
    return pending;
  }

  /** The call that was sent as the message at `place`, if it still waits. */
  at(place: number): PendingRequest | undefined {
    return this.all().find((pending) => pending.place === place);
  }

  /** Takes it out because the caller does not wait any longer. */
  abandon(id: RequestId): PendingRequest | undefined {
    const pending = this.take(id);
    if (pending === undefined) return undefined;
    const abandoned = (this.#abandoned ??= new Set());
    if (abandoned.size >= mostAbandoned) abandoned.delete(abandoned.values().next().value ?? null);
    abandoned.add(id);
    return pending;
  }

  /** Whether an answer to `id` comes late to a call that was given up; asked once. */
  wasAbandoned(id: RequestId): boolean {
    return this.#abandoned?.delete(id) === true;
  }

  all(): PendingRequest[] {
    return this.#waiting.values();
  }

  /** Takes out every call, for instance because the channel ended. */
  takeAll(): PendingRequest[] {
    const all = this.#waiting.takeAll();
    this.#inLanes = 0;
    for (const pending of all) pending.release?.();
    return all;
  }
}
