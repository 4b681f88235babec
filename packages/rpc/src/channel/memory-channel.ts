/**
 * Two channels in one process, connected to each other; messages cross by reference.
 *
 * A message is delivered after the sender's current step, never inside it, and in order.
 */
import { ConnectionError } from '../message/errors.ts';
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import type { Channel, MessageReceiver, Receiver } from './channel.ts';
import { DeliveryQueue, type DeliveryQueueOptions } from './delivery-queue.ts';
import { Drain } from './drain.ts';

/** Counted for each message, which has no bytes here. */
const nominalBytes = 256;
const highWater = 1024 * nominalBytes;

/** Makes a connected pair. */
export function memoryPair(): [left: Channel, right: Channel] {
  const left = new MemoryChannel();
  const right = new MemoryChannel(left);
  return [left, right];
}

/** A message that was sent with its text; most are not. */
class MessageWithText {
  readonly message: unknown;
  readonly text: string;

  constructor(message: unknown, text: string) {
    this.message = message;
    this.text = text;
  }
}

/** A message that was sent without being parsed. */
class UnparsedItem {
  readonly message: UnparsedMessage;

  constructor(message: UnparsedMessage) {
    this.message = message;
  }
}

class MemoryChannel implements Channel, DeliveryQueueOptions<unknown> {
  #other: MemoryChannel;
  /** What the other side sent. */
  readonly #queue: DeliveryQueue<unknown> = new DeliveryQueue(this);
  #messages: MessageReceiver | undefined;
  #isDestroyed = false;
  /** Lets the other side wait. */
  readonly #drain = new Drain();

  /** The second of a pair is made with the first, which then knows it too. */
  constructor(other?: MemoryChannel) {
    this.#other = other ?? this;
    if (other !== undefined) other.#other = this;
  }

  get unsentBytes(): number {
    return this.#other.#queue.size * nominalBytes;
  }

  open(receiver: Receiver): void {
    this.#queue.open(receiver);
    this.#messages = receiver;
  }

  redirect(receiver: MessageReceiver): void {
    this.#messages = receiver;
  }

  send(message: unknown, text?: string): boolean {
    return this.#defer(text === undefined ? message : new MessageWithText(message, text));
  }

  /** Text crosses as it is between two relays; for any other receiver the sender has the message, or parses it. */
  get sendUnparsed(): Channel['sendUnparsed'] {
    return this.#other.#messages?.receiveUnparsed === undefined ? undefined : this.#sendUnparsed;
  }

  readonly #sendUnparsed = (message: UnparsedMessage): boolean => this.#defer(new UnparsedItem(message));

  #defer(item: unknown): boolean {
    const queue = this.#other.#queue;
    if (queue.isOver) throw new ConnectionError('closed', 'The channel has ended.');
    queue.defer(item);
    return this.unsentBytes < highWater;
  }

  drained(): Promise<void> {
    const other = this.#other;
    if (this.unsentBytes < highWater || this.#isDestroyed || other.#isDestroyed) return Promise.resolve();
    return other.#drain.wait();
  }

  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#queue.resume();
  }

  end(): Promise<void> {
    this.#other.#queue.finish();
    return Promise.resolve();
  }

  destroy(error?: Error): void {
    this.#isDestroyed = true;
    this.#other.#queue.finish(error);
    this.#queue.stop(error);
    // Senders of either side have nothing to wait for any more.
    this.#drain.release();
    this.#other.#drain.release();
  }

  deliver(_receiver: Receiver, item: unknown): void {
    if (item instanceof MessageWithText) this.#messages?.receive(item.message, item.text);
    else if (item instanceof UnparsedItem) this.#deliverUnparsed(item.message);
    else this.#messages?.receive(item);
  }

  #deliverUnparsed(message: UnparsedMessage): void {
    // The receiver may have changed since the message was sent.
    if (this.#messages?.receiveUnparsed !== undefined) this.#messages.receiveUnparsed(message);
    else this.#messages?.receive(JSON.parse(message.text), message.text);
  }

  onFailure(error: Error): void {
    // A receiver should not throw: this is a defect of the program, and not of one message.
    queueMicrotask(() => {
      throw error;
    });
  }

  onFlushed(): void {
    if (this.#queue.size * nominalBytes < highWater) this.#drain.release();
  }
}
