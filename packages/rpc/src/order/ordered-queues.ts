/**
 * Keeps the order within a lane without stalling the others.
 *
 * A notification handler that returns a promise holds its lane: what arrives later for the same lane waits. Requests start in order
 * and hold nothing. A response to a request of the lane settles when everything that arrived before it is done. A lane exists only
 * while something holds it, so handlers that return nothing cost one look into an empty map.
 */
import type { BackPressure } from './back-pressure.ts';
import { SmallMap } from '../collections/small-map.ts';
import { nextMacrotask } from '../platform/next-macrotask.ts';

/** What keeps its messages in order among themselves; undefined for messages that belong to no such thing. */
export type OrderKey = string | undefined;

/** Something that arrived and has its place in a lane. */
export interface OrderedItem {
  readonly kind: 'notification' | 'request' | 'response';
  /** What it counts while it waits or runs. */
  readonly bytes: number;
  /** Begins; a notification answers with a promise when it is not done yet. */
  start(): PromiseLike<unknown> | undefined;
  /** Tells a waiting request that it was cancelled before it began. */
  cancel?(): void;
}

/** Started items are cut off in blocks: `shift` would cost the length of the queue every time. */
const compactAt = 1024;

interface OrderedQueue {
  holder: OrderedItem;
  /** Which of all that held a lane the holder is, counted from one. */
  hold: number;
  readonly queue: OrderedItem[];
  /** Items before this one have started. */
  next: number;
}

export interface OrderedQueuesParts {
  /** Hears how much waits or runs whenever that changes. */
  readonly reading: BackPressure;
}

export class OrderedQueues {
  readonly #lanes = new SmallMap<OrderKey, OrderedQueue>();
  readonly #parts: OrderedQueuesParts;
  #bytes = 0;
  #holds = 0;

  constructor(parts: OrderedQueuesParts) {
    this.#parts = parts;
  }

  /** How many lanes are held. */
  get size(): number {
    return this.#lanes.size;
  }

  /** How many have held a lane until now. */
  get holds(): number {
    return this.#holds;
  }

  /** Which of them holds the lane, counted from one; `Infinity` when none does. */
  hold(key: OrderKey): number {
    return this.#lanes.get(key)?.hold ?? Infinity;
  }

  /** The first of those that hold a lane now. */
  get oldestHold(): number {
    return this.#lanes.values().reduce((oldest, { hold }) => Math.min(oldest, hold), Infinity);
  }

  /** Whether nothing is held anywhere. */
  get isIdle(): boolean {
    return this.#lanes.size === 0;
  }

  /** What holds the lane now. */
  holder(key: OrderKey): OrderedItem | undefined {
    return this.#lanes.get(key)?.holder;
  }

  /** Starts `item` now, or when those before it are done. */
  enter(key: OrderKey, item: OrderedItem): void {
    const lane = this.#lanes.get(key);
    if (lane !== undefined) {
      lane.queue.push(item);
      this.#count(item.bytes);
      return;
    }
    const result = item.start();
    if (result !== undefined && item.kind === 'notification') this.#hold(key, item, result);
  }

  /** Cancels the requests that wait in the lane. */
  cancelWaiting(key: OrderKey): void {
    const lane = this.#lanes.get(key);
    for (const item of lane?.queue.slice(lane.next) ?? []) item.cancel?.();
  }

  /** Whether `item` still waits in the lane. */
  isWaiting(key: OrderKey, item: OrderedItem): boolean {
    const lane = this.#lanes.get(key);
    return lane?.queue.includes(item, lane.next) === true;
  }

  /** Takes `item` out of the lane if it still waits; false when it does not. */
  leave(key: OrderKey, item: OrderedItem): boolean {
    const lane = this.#lanes.get(key);
    const index = lane?.queue.indexOf(item, lane.next) ?? -1;
    if (lane === undefined || index === -1) return false;
    lane.queue.splice(index, 1);
    this.#count(-item.bytes);
    return true;
  }

  #hold(key: OrderKey, item: OrderedItem, result: PromiseLike<unknown>): void {
    const lane = this.#lanes.get(key);
    this.#holds += 1;
    if (lane === undefined) this.#lanes.add(key, { holder: item, hold: this.#holds, queue: [], next: 0 });
    else {
      lane.holder = item;
      lane.hold = this.#holds;
    }
    this.#count(item.bytes);
    const release = (): void => {
      this.#count(-item.bytes);
      this.#advance(key);
    };
    result.then(release, release);
  }

  #advance(key: OrderKey): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return;
    for (;;) {
      const item = lane.queue[lane.next];
      if (item === undefined) {
        this.#lanes.take(key);
        return;
      }
      lane.next += 1;
      if (lane.next >= compactAt) {
        lane.queue.splice(0, lane.next);
        lane.next = 0;
      }
      this.#count(-item.bytes);
      const result = item.start();
      if (result !== undefined && item.kind === 'notification') {
        this.#hold(key, item, result);
        return;
      }
      // Whoever awaits the response goes on before the lane does.
      if (item.kind === 'response' && lane.queue[lane.next] !== undefined) {
        nextMacrotask(() => {
          this.#advance(key);
        });
        return;
      }
    }
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#parts.reading.weigh(this.#bytes);
  }
}
