/**
 * The requests of this side that wait for a response.
 *
 * A request leaves the table exactly once: when its response arrives, when it is given up, or when the connection ends.
 * A response that arrives later finds no request; the ids of requests that were given up are kept for a while to expect
 * it.
 */
import { SmallMap } from '../collections/small-map.ts';
import type { RequestId } from '../message/message.ts';
import type { OrderKey, UnansweredCalls } from '../order/ordered-queues.ts';

/** A request of the peer whose handler makes a call. */
export interface ParentRequest {
  readonly isAborted: boolean;
  /** Remembers how to cancel a call that belongs to the request; returns a function that forgets it. */
  adopt(cancel: () => void): () => void;
}

/** The handler through whose context a call is made; undefined for a call that is made without one. */
export type CallParent = ParentRequest | 'notification' | undefined;

export interface PendingRequest {
  readonly id: number;
  readonly method: string;
  /** The position of the request among all messages that were sent, counted from one. */
  place: number;
  readonly orderKey: OrderKey;
  readonly parent: CallParent;
  /** The number of the notification handler that had begun last when the call was made. */
  readonly lastHandler: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Removes listeners and timers. */
  readonly release: (() => void) | undefined;
}

/** How many requests that were given up are remembered. */
const maxAbandoned = 1024;

/** Whether the notification handler with this number may have made the call, and may await it. */
export const mayBeFrom = (handler: number, { parent, lastHandler }: PendingRequest): boolean =>
  lastHandler >= handler && typeof parent !== 'object';

export class PendingRequests implements UnansweredCalls {
  readonly #waiting = new SmallMap<RequestId, PendingRequest>();
  #abandoned: Set<RequestId> | undefined;

  get size(): number {
    return this.#waiting.size;
  }

  hasAnySince(handler: number): boolean {
    return this.#waiting.size > 0 && this.#waiting.values().some((pending) => mayBeFrom(handler, pending));
  }

  add(pending: PendingRequest): void {
    this.#waiting.add(pending.id, pending);
  }

  /** Takes the request with this id out of the table. */
  take(id: RequestId): PendingRequest | undefined {
    const pending = this.#waiting.take(id);
    pending?.release?.();
    return pending;
  }

  /** The request that was sent as the message at `place`, if it still waits. */
  at(place: number): PendingRequest | undefined {
    return this.all().find((pending) => pending.place === place);
  }

  /** Takes a request out because its caller does not wait any longer. */
  abandon(id: RequestId): PendingRequest | undefined {
    const pending = this.take(id);
    if (pending === undefined) return undefined;
    const abandoned = (this.#abandoned ??= new Set());
    if (abandoned.size >= maxAbandoned) abandoned.delete(abandoned.values().next().value ?? null);
    abandoned.add(id);
    return pending;
  }

  /** Whether the request with this id was given up; true once for each. */
  wasAbandoned(id: RequestId): boolean {
    return this.#abandoned?.delete(id) === true;
  }

  all(): PendingRequest[] {
    return this.#waiting.values();
  }

  /** Takes out every request, for instance because the channel ended. */
  takeAll(): PendingRequest[] {
    const all = this.#waiting.takeAll();
    for (const pending of all) pending.release?.();
    return all;
  }
}
