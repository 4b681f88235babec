/**
 * Keeps messages with the same order key in order, and lets all others pass.
 *
 * A notification handler that returns a promise holds its key until the promise settles; what arrives later with that
 * key waits in a queue. A queue exists only while its key is held. A handler may await a call that was made since it
 * began, so nothing that the peer may need before it responds to such a call waits for it. docs/decisions/0004 has all
 * the rules.
 */
import { SmallMap } from '../collections/small-map.ts';
import { WaitingList } from '../collections/waiting-list.ts';
import { nextMacrotask } from '../platform/next-macrotask.ts';

/**
 * Messages with the same key keep their order; undefined is the key of messages that belong to nothing in particular.
 */
export type OrderKey = string | undefined;

/** Something that arrived and waits for its key. */
export interface OrderedItem {
  /** What it is; only a notification holds its key. */
  readonly kind: 'notification' | 'request' | 'response';
  /** What it counts while it waits or runs. */
  readonly bytes: number;
  /** Begins; a notification returns a promise if it is not done yet. */
  start(): PromiseLike<unknown> | undefined;
  /** Marks a waiting request as cancelled before it began. */
  cancel?(): void;
}

/** The calls of this side that have no response yet. */
export interface UnansweredCalls {
  /** Whether one of them may have been made by the notification handler with this number. */
  hasAnySince(handler: number): boolean;
}

/** Is told how many bytes wait or run. */
export interface UnhandledBytesListener {
  onUnhandledBytes(bytes: number): void;
}

interface OrderedQueue {
  /** The number of the handler that holds the key; `Infinity` between two handlers. */
  handler: number;
  readonly waiting: WaitingList<OrderedItem>;
}

/** The messages that wait for each order key. */
export class OrderedQueues {
  readonly #queues = new SmallMap<OrderKey, OrderedQueue>();
  readonly #calls: UnansweredCalls;
  #listener: UnhandledBytesListener | undefined;
  /** How many notification handlers have begun. */
  #handlers = 0;
  #bytes = 0;

  constructor(calls: UnansweredCalls) {
    this.#calls = calls;
  }

  /** Whether no key is held. */
  get isIdle(): boolean {
    return this.#queues.size === 0;
  }

  /** The number of the notification handler that began last; handlers are counted from one. */
  get lastHandler(): number {
    return this.#handlers;
  }

  /** The number of the handler that has been running for longest; `Infinity` if none is. */
  get oldestHandler(): number {
    return this.#queues.values().reduce((oldest, { handler }) => Math.min(oldest, handler), Infinity);
  }

  /** Reports the unhandled bytes to `listener`. */
  listen(listener: UnhandledBytesListener): void {
    this.#listener = listener;
  }

  /** A notification handler begins; returns its number. */
  begin(): number {
    this.#handlers += 1;
    return this.#handlers;
  }

  /** Whether a handler that began after `handler` holds the key. */
  isHeldSince(key: OrderKey, handler: number): boolean {
    const queue = this.#queues.get(key);
    return queue !== undefined && queue.handler > handler;
  }

  /** Starts `item` now, or when the items before it are done. */
  enter(key: OrderKey, item: OrderedItem): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#start(key, item);
    else if (item.kind === 'request' && this.#calls.hasAnySince(queue.handler)) item.start();
    else {
      queue.waiting.add(item);
      this.#count(item.bytes);
    }
  }

  /** Holds the key until `result` settles. */
  hold(key: OrderKey, handler: number, bytes: number, result: PromiseLike<unknown>): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.add(key, { handler, waiting: new WaitingList() });
    else queue.handler = handler;
    this.#count(bytes);
    const release = (): void => {
      // Reported when the key is free or held again: whether reading may go on depends on that too.
      this.#bytes -= bytes;
      this.#advance(key);
    };
    result.then(release, release);
  }

  /** A call was made, and a running handler may await it: requests do not wait any longer, and reading goes on. */
  onCall(): void {
    if (this.isIdle) return;
    this.#count(0);
    // Not inside the call: these are handlers of the program.
    queueMicrotask(() => {
      for (const { handler, waiting } of this.#queues.values()) {
        if (!this.#calls.hasAnySince(handler)) continue;
        for (const item of waiting.all()) {
          if (item.kind !== 'request' || !waiting.delete(item)) continue;
          this.#count(-item.bytes);
          item.start();
        }
      }
    });
  }

  /** Cancels the requests that wait for the key. */
  cancelWaiting(key: OrderKey): void {
    for (const item of this.#queues.get(key)?.waiting.all() ?? []) item.cancel?.();
  }

  /** Starts an item; true if it holds the key now. */
  #start(key: OrderKey, item: OrderedItem): boolean {
    const handler = item.kind === 'notification' ? this.begin() : 0;
    const result = item.start();
    if (result === undefined || item.kind !== 'notification') return false;
    this.hold(key, handler, item.bytes, result);
    return true;
  }

  #advance(key: OrderKey): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) return;
    queue.handler = Infinity;
    for (let item = queue.waiting.take(); item !== undefined; item = queue.waiting.take()) {
      this.#count(-item.bytes);
      if (this.#start(key, item)) return;
      // The code that awaits the response runs before the next message is handled.
      if (item.kind === 'response' && queue.waiting.size > 0) {
        nextMacrotask(() => {
          this.#advance(key);
        });
        return;
      }
    }
    this.#queues.take(key);
    this.#count(0);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#listener?.onUnhandledBytes(this.#bytes);
  }
}
