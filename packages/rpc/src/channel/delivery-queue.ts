/**
 * Items that arrived on a channel, on their way to its receiver.
 *
 * An item is delivered at once, unless the receiver has paused or the channel is not open yet; then it waits, in order.
 * The end is delivered once, after the items that wait, unless the queue is stopped. A receiver that throws does not
 * stop the queue.
 */
import type { Receiver } from './channel.ts';

/** What a delivery queue needs from its channel. */
export interface DeliveryQueueOptions<Item> {
  /** Delivers one item. */
  deliver(receiver: Receiver, item: Item): void;
  /** Called with what the receiver threw; it should not throw. */
  onFailure(error: Error): void;
  /** Called after items that waited were delivered, for instance to let senders go on. */
  onFlushed?(): void;
}

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'ending'; readonly error: Error | undefined }
  | { readonly kind: 'ended' };

const open: State = { kind: 'open' };

/** A queue that can be paused, between the side of a channel that receives and its receiver. */
export class DeliveryQueue<Item> {
  readonly #options: DeliveryQueueOptions<Item>;
  #receiver: Receiver | undefined;
  #waiting: Item[] = [];
  /** What is called when the item at the same place has left the queue; empty for most. */
  #done: ((() => void) | undefined)[] = [];
  #isPaused = false;
  #isScheduled = false;
  #state: State = open;

  constructor(options: DeliveryQueueOptions<Item>) {
    this.#options = options;
  }

  /** Whether no more items are taken. */
  get isOver(): boolean {
    return this.#state.kind !== 'open';
  }

  /** Whether the receiver has paused. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** How many items wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Whether `push` delivers the next item, or drops it, at once. */
  get takesAtOnce(): boolean {
    if (this.#state.kind !== 'open') return true;
    return this.#receiver !== undefined && !this.#isPaused && this.#waiting.length === 0;
  }

  /** Begins to deliver; throws if it has begun before. */
  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    this.#schedule();
  }

  /** Delivers nothing until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Delivers again after `pause`. */
  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  /** Takes an item. If it has to wait, `done` is called when it was delivered, or never will be. */
  push(item: Item, done?: () => void): void {
    if (this.#receiver !== undefined && this.takesAtOnce) {
      if (this.#state.kind === 'open') this.#deliver(this.#receiver, item);
      return;
    }
    this.defer(item, done);
  }

  /** Takes an item and delivers it after the current step, never inside it. */
  defer(item: Item, done?: () => void): void {
    if (this.#state.kind !== 'open') return;
    if (done !== undefined) this.#done[this.#waiting.length] = done;
    this.#waiting.push(item);
    this.#schedule();
  }

  /** Takes no more items; the end is delivered after those that wait. */
  finish(error?: Error): void {
    if (this.#state.kind !== 'open') return;
    this.#state = { kind: 'ending', error };
    this.#schedule();
  }

  /** Takes no more items, drops those that wait, and delivers the end. */
  stop(error?: Error): void {
    if (this.#state.kind === 'ended') return;
    const last = this.#state.kind === 'ending' ? this.#state.error : error;
    // A receiver that comes later is told then.
    this.#state = this.#receiver === undefined ? { kind: 'ending', error: last } : { kind: 'ended' };
    const done = this.#done;
    this.#waiting = [];
    this.#done = [];
    for (const each of done) each?.();
    this.#receiver?.ended(last);
  }

  #deliver(receiver: Receiver, item: Item): void {
    try {
      this.#options.deliver(receiver, item);
    } catch (error) {
      this.#options.onFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || this.#receiver === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    const waiting = this.#waiting;
    let index = 0;
    // More items may come meanwhile; those that were delivered are cut off once, at the end.
    while (index < waiting.length && !this.#isPaused && waiting === this.#waiting) {
      const item = waiting[index] as Item;
      const done = this.#done.length > 0 ? this.#done[index] : undefined;
      index += 1;
      this.#deliver(receiver, item);
      done?.();
    }
    if (waiting === this.#waiting) this.#cut(index);
    this.#options.onFlushed?.();
    if (this.#state.kind === 'ending' && this.#waiting.length === 0 && !this.#isPaused) this.stop();
  }

  #cut(count: number): void {
    if (count === this.#waiting.length) this.#waiting = [];
    else this.#waiting.splice(0, count);
    if (this.#done.length > 0) this.#done.splice(0, count);
  }
}
