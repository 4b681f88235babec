/**
 * What has arrived on a channel and is on its way to the program.
 *
 * It is handed over at once, unless the program has paused or has not begun to listen; then it waits, in order. The end comes once,
 * and behind what waits unless the channel is destroyed. A program that throws loses its own channel, and nobody else's.
 */
import type { Receiver } from '@acp-stack/rpc';

export interface DeliveryQueueOptions<Item> {
  /** Hands one item over. */
  deliver(receiver: Receiver, item: Item): void;
  /** The program threw where it should not. */
  onFailure(error: Error): void;
}

interface Waiting<Item> {
  readonly item: Item;
  /** It was handed over, or never will be. */
  readonly done: (() => void) | undefined;
}

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'ending'; readonly error: Error | undefined }
  | { readonly kind: 'ended' };

const open: State = { kind: 'open' };

export class DeliveryQueue<Item> {
  readonly #options: DeliveryQueueOptions<Item>;
  #receiver: Receiver | undefined;
  #waiting: Waiting<Item>[] = [];
  #isPaused = false;
  #isScheduled = false;
  #state: State = open;

  constructor(options: DeliveryQueueOptions<Item>) {
    this.#options = options;
  }

  /** Whether nothing more is taken. */
  get isOver(): boolean {
    return this.#state.kind !== 'open';
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether the next item is handed over, or dropped, at once. */
  get takesAtOnce(): boolean {
    if (this.#state.kind !== 'open') return true;
    return this.#receiver !== undefined && !this.#isPaused && this.#waiting.length === 0;
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    this.#schedule();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  /** Takes an item; `done` is called when it was handed over, or never will be, where that is not at once. */
  push(item: Item, done?: () => void): void {
    if (this.#state.kind !== 'open') return;
    if (this.#receiver !== undefined && !this.#isPaused && this.#waiting.length === 0) {
      this.#hand(this.#receiver, item);
      return;
    }
    this.#waiting.push({ item, done });
    this.#schedule();
  }

  /** Nothing more comes after what waits. */
  finish(error?: Error): void {
    if (this.#state.kind !== 'open') return;
    this.#state = { kind: 'ending', error };
    this.#schedule();
  }

  /** Nothing more comes, and what waits is dropped. */
  stop(error?: Error): void {
    if (this.#state.kind === 'ended') return;
    const last = this.#state.kind === 'ending' ? this.#state.error : error;
    // Whoever begins to listen only now is told then.
    this.#state = this.#receiver === undefined ? { kind: 'ending', error: last } : { kind: 'ended' };
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { done } of waiting) done?.();
    this.#receiver?.ended(last);
  }

  #hand(receiver: Receiver, item: Item): void {
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
    let index = 0;
    // More may come to wait while we hand over; what was handed over is cut off once, at the end.
    while (index < this.#waiting.length && !this.#isPaused) {
      const next = this.#waiting[index];
      index += 1;
      if (next !== undefined) this.#hand(receiver, next.item);
      next?.done?.();
    }
    this.#waiting.splice(0, index);
    if (this.#state.kind === 'ending' && this.#waiting.length === 0 && !this.#isPaused) this.stop();
  }
}
