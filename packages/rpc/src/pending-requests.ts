/**
 * Our requests that wait for an answer.
 *
 * A call leaves the table exactly once: answered, given up, or rejected because the connection ended. An answer that arrives
 * afterwards finds nobody; it is remembered for a while that this is no surprise.
 */
import type { IncomingRequest } from './incoming-request.ts';
import type { LaneItem, LaneKey } from './lanes.ts';
import type { RequestId } from './message.ts';

/** What was being handled when a call was made; a notification holds its lane. */
export type Within = IncomingRequest | 'notification' | undefined;

export interface PendingRequest {
  readonly id: number;
  readonly method: string;
  /** Which of all messages that were sent it is, counted from one. */
  place: number;
  readonly lane: LaneKey;
  /** The answer waits for nobody when the call was made while handling something. */
  readonly within: Within;
  /** What held the lane when the call was sent. */
  holder: LaneItem | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Removes listeners and timers. */
  readonly release: (() => void) | undefined;
}

/** Given-up calls whose late answers are expected. */
const mostAbandoned = 1024;

export class PendingRequests {
  readonly #waiting = new Map<RequestId, PendingRequest>();
  readonly #abandoned = new Set<RequestId>();
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
    this.#waiting.set(pending.id, pending);
  }

  /** Takes the call that waits for `id` out of the table. */
  take(id: RequestId): PendingRequest | undefined {
    const pending = this.#waiting.get(id);
    if (pending === undefined) return undefined;
    this.#waiting.delete(id);
    if (pending.within === 'notification') this.#inLanes -= 1;
    pending.release?.();
    return pending;
  }

  /** The call that was sent as the message at `place`, if it still waits. */
  at(place: number): PendingRequest | undefined {
    for (const pending of this.#waiting.values()) if (pending.place === place) return pending;
    return undefined;
  }

  /** Takes it out because the caller does not wait any longer. */
  abandon(id: RequestId): PendingRequest | undefined {
    const pending = this.take(id);
    if (pending === undefined) return undefined;
    if (this.#abandoned.size >= mostAbandoned) this.#abandoned.delete(this.#abandoned.values().next().value ?? null);
    this.#abandoned.add(id);
    return pending;
  }

  /** Whether an answer to `id` comes late to a call that was given up; asked once. */
  wasAbandoned(id: RequestId): boolean {
    return this.#abandoned.delete(id);
  }

  all(): PendingRequest[] {
    return [...this.#waiting.values()];
  }

  /** Takes out every call, for instance because the channel ended. */
  takeAll(): PendingRequest[] {
    const all = this.all();
    this.#waiting.clear();
    this.#inLanes = 0;
    for (const pending of all) pending.release?.();
    return all;
  }
}
