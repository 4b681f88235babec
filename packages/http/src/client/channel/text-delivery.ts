/**
 * Hands what arrived as text to the receiver of a channel, as messages.
 *
 * A text is read when it is handed over: what waits for a receiver that has paused is no larger than it came.
 */
import { DeliveryQueue, parseMessage, type DeliveryQueueOptions, type Receiver } from '@acp-stack/rpc';

/** What becomes of a message: it goes on or not, or another one takes its place. */
export type Inspection = boolean | { readonly message: unknown; readonly text: string };

export interface TextDeliveryOptions {
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Characters that one message may have. */
  readonly messageBytes: number;
  /** Sees each message first, and says what the receiver gets. */
  inspect(message: unknown, text: string): Inspection;
  /** The receiver threw where it should not. */
  onFailure(error: Error): void;
}

export class TextDelivery implements DeliveryQueueOptions<string> {
  readonly #options: TextDeliveryOptions;
  readonly #queue: DeliveryQueue<string>;
  #heldBytes = 0;

  constructor(options: TextDeliveryOptions) {
    this.#options = options;
    this.#queue = new DeliveryQueue<string>(this);
  }

  /** Characters that wait for the receiver. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  get isOver(): boolean {
    return this.#queue.isOver;
  }

  open(receiver: Receiver): void {
    this.#queue.open(receiver);
  }

  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#queue.resume();
  }

  /** Takes the text of one message. */
  push(text: string): void {
    if (this.#queue.takesAtOnce) {
      this.#queue.push(text);
      return;
    }
    this.#heldBytes += text.length;
    this.#queue.push(text, () => {
      this.#heldBytes -= text.length;
    });
  }

  /** Nothing more comes after what is held. */
  finish(error?: Error): void {
    this.#queue.finish(error);
  }

  /** Nothing more comes, and what is held is dropped. */
  stop(error?: Error): void {
    this.#queue.stop(error);
  }

  onFailure(error: Error): void {
    this.#options.onFailure(error);
  }

  /** Hands one text over, as a message. */
  deliver(receiver: Receiver, text: string): void {
    const read = parseMessage(text, this.#options);
    if (read.kind === 'problem') {
      receiver.reject(read.problem);
      return;
    }
    const passing = this.#options.inspect(read.message, text);
    if (passing === true) receiver.receive(read.message, text);
    else if (passing !== false) receiver.receive(passing.message, passing.text);
  }
}
