/**
 * Hands messages to the receiver of a channel.
 *
 * They arrive as text, in order; while the receiver is paused, or not there yet, they are held. The end comes once, and behind what is
 * held unless the channel is destroyed.
 */
import { isDeeperThan, type Receiver } from '@acp-stack/rpc';

export interface DeliveryOptions {
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Characters that one message may have. */
  readonly messageBytes: number;
  /** Sees each message first; false keeps it from the receiver. */
  readonly inspect: (message: unknown) => boolean;
}

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'ending'; readonly error: Error | undefined }
  | { readonly kind: 'ended' };

export class Delivery {
  readonly #options: DeliveryOptions;
  #receiver: Receiver | undefined;
  #held: string[] = [];
  #heldBytes = 0;
  #isPaused = false;
  #isScheduled = false;
  #state: State = { kind: 'open' };

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Characters that wait for the receiver. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  get isOver(): boolean {
    return this.#state.kind !== 'open';
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

  /** Takes the text of one message. */
  push(text: string): void {
    if (this.#state.kind !== 'open') return;
    if (this.#receiver !== undefined && !this.#isPaused && this.#held.length === 0) {
      this.#deliver(this.#receiver, text);
      return;
    }
    this.#held.push(text);
    this.#heldBytes += text.length;
    this.#schedule();
  }

  /** Nothing more comes after what is held. */
  finish(error?: Error): void {
    if (this.#state.kind !== 'open') return;
    this.#state = { kind: 'ending', error };
    this.#schedule();
  }

  /** Nothing more comes, and what is held is dropped. */
  stop(error?: Error): void {
    if (this.#state.kind === 'ended') return;
    const last = this.#state.kind === 'ending' ? this.#state.error : error;
    this.#state = { kind: 'ended' };
    this.#held = [];
    this.#heldBytes = 0;
    this.#receiver?.ended(last);
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
    // More may be held while we deliver; what was delivered is cut off once, at the end.
    while (index < this.#held.length && !this.#isPaused) {
      const text = this.#held[index] ?? '';
      index += 1;
      this.#heldBytes -= text.length;
      this.#deliver(receiver, text);
    }
    this.#held.splice(0, index);
    if (this.#state.kind === 'ending' && this.#held.length === 0 && !this.#isPaused) this.stop();
  }

  #deliver(receiver: Receiver, text: string): void {
    if (text.length > this.#options.messageBytes) {
      const message = `The message is longer than ${this.#options.messageBytes} bytes.`;
      receiver.reject({ kind: 'too-large', message });
      return;
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      receiver.reject({ kind: 'unparsable', message: 'The message is not JSON.' });
      return;
    }
    const { depth } = this.#options;
    // Each level takes two characters at least, so most messages need no look.
    if (text.length > depth * 2 && isDeeperThan(message, depth)) {
      receiver.reject({ kind: 'too-deep', message: `The message is nested deeper than ${depth} levels.` });
      return;
    }
    if (this.#options.inspect(message)) receiver.receive(message, text);
  }
}
