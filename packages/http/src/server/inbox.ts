/**
 * Messages on their way to the program.
 *
 * They are handed over at once, unless the program has paused or has not begun to listen; then they wait, in order, and so does
 * whoever brought them. The end waits behind them, except when the channel is destroyed.
 */
import type { ChannelProblem, Receiver } from '@acp-stack/rpc';

type Delivery = (receiver: Receiver) => void;

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'ending'; readonly error: Error | undefined }
  | { readonly kind: 'ended' };

interface Waiting {
  readonly deliver: Delivery;
  readonly done: () => void;
}

const handedOver = Promise.resolve();

export class Inbox {
  readonly #onFailure: (error: Error) => void;
  #receiver: Receiver | undefined;
  #waiting: Waiting[] = [];
  #isPaused = false;
  #isScheduled = false;
  #state: State = { kind: 'open' };

  /** `onFailure` is told when the program throws where it should not. */
  constructor(onFailure: (error: Error) => void) {
    this.#onFailure = onFailure;
  }

  get isOver(): boolean {
    return this.#state.kind !== 'open';
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** How many messages wait. */
  get waiting(): number {
    return this.#waiting.length;
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

  /** Hands a message over; resolves when that is done, or will never be. */
  receive(message: unknown, text: string): Promise<void> {
    return this.#take((receiver) => {
      receiver.receive(message, text);
    });
  }

  reject(problem: ChannelProblem): Promise<void> {
    return this.#take((receiver) => {
      receiver.reject(problem);
    });
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
    this.#state = { kind: 'ended' };
    for (const { done } of this.#waiting) done();
    this.#waiting = [];
    this.#receiver?.ended(last);
  }

  #take(deliver: Delivery): Promise<void> {
    if (this.#state.kind !== 'open') return handedOver;
    if (this.#receiver !== undefined && !this.#isPaused && this.#waiting.length === 0) {
      this.#hand(deliver, this.#receiver);
      return handedOver;
    }
    return new Promise((done) => {
      this.#waiting.push({ deliver, done });
      this.#schedule();
    });
  }

  /** One connection's program that fails must not end the process of all. */
  #hand(deliver: Delivery, receiver: Receiver): void {
    try {
      deliver(receiver);
    } catch (error) {
      this.#onFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || this.#receiver === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#deliver(this.#receiver);
    });
  }

  #deliver(receiver: Receiver | undefined): void {
    if (receiver === undefined) return;
    let index = 0;
    while (index < this.#waiting.length && !this.#isPaused && this.#state.kind !== 'ended') {
      const next = this.#waiting[index];
      index += 1;
      if (next !== undefined) this.#hand(next.deliver, receiver);
      next?.done();
    }
    this.#waiting.splice(0, index);
    if (this.#state.kind === 'ending' && this.#waiting.length === 0) this.stop();
  }
}
