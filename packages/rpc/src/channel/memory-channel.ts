/**
 * Two channels in one process, connected to each other; messages cross by reference.
 *
 * A message is delivered after the sender's current step, never inside it, and in order.
 */
import type { Channel, Receiver } from './channel.ts';
import { Drain } from './drain.ts';
import { ConnectionError } from '../message/errors.ts';

/** A message by reference has no bytes; this stands for them where limits count. */
const nominalBytes = 256;
const highWater = 1024 * nominalBytes;

/** Makes a connected pair. */
export function memoryPair(): [left: Channel, right: Channel] {
  const left = new MemoryChannel();
  const right = new MemoryChannel(left);
  return [left, right];
}

class MemoryChannel implements Channel {
  #other: MemoryChannel;
  #receiver: Receiver | undefined;
  /** What arrived and was not delivered yet. */
  #inbox: unknown[] = [];
  /** The texts of messages that came with one, at the same place; empty for most. */
  #texts: (string | undefined)[] = [];
  #isScheduled = false;
  #isPaused = false;
  #hasEnded = false;
  #isDestroyed = false;
  /** Set when the other side sends nothing more; delivered after the inbox. */
  #end: { readonly error: Error | undefined } | undefined;
  readonly #drain = new Drain();

  /** The second of a pair is made with the first, which then knows it too. */
  constructor(other?: MemoryChannel) {
    this.#other = other ?? this;
    if (other !== undefined) other.#other = this;
  }

  get unsentBytes(): number {
    return this.#other.#inbox.length * nominalBytes;
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    this.#schedule();
  }

  send(message: unknown, text?: string): boolean {
    const other = this.#other;
    if (other.#end !== undefined || other.#isDestroyed) {
      throw new ConnectionError('closed', 'The channel has ended.');
    }
    if (text !== undefined) other.#texts[other.#inbox.length] = text;
    other.#inbox.push(message);
    other.#schedule();
    return this.unsentBytes < highWater;
  }

  drained(): Promise<void> {
    const other = this.#other;
    if (this.unsentBytes < highWater || this.#isDestroyed || other.#isDestroyed) return Promise.resolve();
    return other.#drain.wait();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  end(): Promise<void> {
    this.#other.#finish(undefined);
    return Promise.resolve();
  }

  destroy(error?: Error): void {
    this.#isDestroyed = true;
    this.#other.#finish(error);
    this.#inbox = [];
    this.#texts = [];
    this.#end ??= { error };
    // Whoever waits to send, on either side, has nothing to wait for any more.
    this.#wake();
    this.#other.#wake();
    this.#deliverEnd();
  }

  #finish(error: Error | undefined): void {
    this.#end ??= { error };
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || this.#receiver === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    let index = 0;
    // The inbox may grow while we deliver; what was delivered is cut off once, at the end.
    while (index < this.#inbox.length && !this.#isPaused && !this.#hasEnded) {
      const message = this.#inbox[index];
      const text = this.#texts[index];
      index += 1;
      this.#receiver?.receive(message, text);
    }
    if (index === this.#inbox.length) this.#inbox = [];
    else this.#inbox.splice(0, index);
    if (this.#texts.length > 0) this.#texts.splice(0, index);
    this.#wake();
    if (this.#inbox.length === 0 && this.#end !== undefined) this.#deliverEnd();
  }

  #deliverEnd(): void {
    if (this.#hasEnded || this.#receiver === undefined) return;
    this.#hasEnded = true;
    this.#receiver.ended(this.#end?.error);
  }

  #wake(): void {
    if (this.#inbox.length * nominalBytes >= highWater && !this.#isDestroyed && !this.#other.#isDestroyed) return;
    this.#drain.release();
  }
}
