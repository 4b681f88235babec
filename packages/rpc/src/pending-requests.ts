/**
 * Our requests that wait for an answer.
 *
 * A call leaves the table exactly once: answered, given up, or rejected because the connection ended. An answer that arrives
 * afterwards finds nobody; it is remembered for a while that this is no surprise.
 */
import type { LaneItem, LaneKey } from './lanes.ts';
import type { RequestId } from './message.ts';

export interface PendingRequest {
  readonly id: number;
  readonly method: string;
  /** Which of all messages that were sent it is, counted from one. */
  readonly place: number;
  readonly lane: LaneKey;
  /** The answer waits for nobody: the call was made while handling something. */
  readonly isNested: boolean;
  /** What held the lane when the call was made. */
  readonly holder: LaneItem | undefined;
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

  get size(): number {
    return this.#waiting.size;
  }

  add(pending: PendingRequest): void {
    this.#waiting.set(pending.id, pending);
  }

  /** Takes the call that waits for `id` out of the table. */
  take(id: RequestId): PendingRequest | undefined {
    const pending = this.#waiting.get(id);
    if (pending === undefined) return undefined;
    this.#waiting.delete(id);
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

  /** Takes out every call, for instance because the channel ended. */
  takeAll(): PendingRequest[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const pending of all) pending.release?.();
    return all;
  }
}
