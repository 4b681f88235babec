/**
 * A channel with faults.
 *
 * Without faults it behaves as the channel inside. With any faults it ends exactly once.
 */
import { ConnectionError, systemClock, type Channel, type Clock, type Receiver } from '@acp-stack/rpc';

import { isObject } from '../matching/matcher.ts';
import { FaultyDirection, type PassingMessage } from './faulty-direction.ts';
import type { Fault } from './fault.ts';

/** Options of a faulty channel. */
export interface FaultyOptions {
  /** Measures delays; the system's clock when absent. */
  readonly clock?: Clock;
  /**
   * Returns the order key of a message: a fault reorders only messages with the same key. The session id when absent.
   */
  readonly orderKey?: (message: unknown) => string | undefined;
}

/** A channel with faults. */
export interface FaultyChannel extends Channel {
  /** Ends every stall, in both directions. */
  release(): void;
  /** A line for each fault that has happened. */
  readonly happened: readonly string[];
}

/** Wraps `channel`; all faults that select a message apply to it, in the given order. */
export function faulty(channel: Channel, faults: readonly Fault[], options: FaultyOptions = {}): FaultyChannel {
  return new Faulty(channel, faults, options);
}

class Faulty implements FaultyChannel {
  readonly happened: string[] = [];
  readonly #inner: Channel;
  readonly #in: FaultyDirection;
  readonly #out: FaultyDirection;
  #receiver: Receiver | undefined;
  /** No further message may be sent. */
  #isEnding = false;
  /** The receiver was told about the end. */
  #hasEnded = false;
  #released: (() => void)[] = [];

  constructor(inner: Channel, faults: readonly Fault[], { clock = systemClock, orderKey = sessionOf }: FaultyOptions) {
    this.#inner = inner;
    const shared = { faults, clock, orderKeyOf: orderKey, note: (words: string) => void this.happened.push(words) };
    this.#in = new FaultyDirection({
      ...shared,
      direction: 'in',
      deliver: (item) => this.#deliver(item),
      close: (how, error) => {
        if (how === 'destroy') this.destroy(error);
        else this.#end(undefined);
      },
    });
    this.#out = new FaultyDirection({
      ...shared,
      direction: 'out',
      deliver: ({ message, text }) => inner.send(message, text),
      close: (how, error) => {
        if (how === 'destroy') this.destroy(error);
        else void this.end();
      },
    });
  }

  get unsentBytes(): number {
    return this.#inner.unsentBytes + this.#out.waitingBytes;
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    this.#inner.open({
      receive: (message, text) => {
        this.#in.pass(message, text);
      },
      reject: (problem) => {
        if (!this.#hasEnded) receiver.reject(problem);
      },
      ended: (error) => {
        // An error ends the channel at once; a normal end waits for messages that are still being delivered.
        if (error !== undefined) this.#end(error);
        else void this.#endAfterwards();
      },
    });
  }

  send(message: unknown, text?: string): boolean {
    if (this.#isEnding) throw new ConnectionError('closed', 'The channel has ended.');
    return this.#out.pass(message, text);
  }

  async drained(): Promise<void> {
    if (this.#out.isStalled) {
      await new Promise<void>((resolve) => {
        this.#released.push(resolve);
      });
    }
    await this.#inner.drained();
  }

  pause(): void {
    this.#in.isPaused = true;
    this.#inner.pause();
  }

  resume(): void {
    this.#inner.resume();
    this.#in.resume();
  }

  release(): void {
    this.#in.release();
    this.#out.release();
    for (const resolve of this.#released.splice(0)) resolve();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#out.flushed();
    await this.#inner.end();
  }

  destroy(error?: Error): void {
    this.#isEnding = true;
    this.#out.close();
    for (const resolve of this.#released.splice(0)) resolve();
    this.#inner.destroy(error);
    this.#end(error);
  }

  #deliver({ message, text, isCorrupt }: PassingMessage): boolean {
    if (isCorrupt) this.#receiver?.reject({ kind: 'unparsable', message: 'The message is not JSON.' });
    else this.#receiver?.receive(message, text);
    return true;
  }

  async #endAfterwards(): Promise<void> {
    await this.#in.flushed();
    this.#end(undefined);
  }

  #end(error: Error | undefined): void {
    this.#in.close();
    if (this.#hasEnded || this.#receiver === undefined) return;
    this.#hasEnded = true;
    this.#receiver.ended(error);
  }
}

/** The session id of a message. */
function sessionOf(message: unknown): string | undefined {
  const params = isObject(message) ? message['params'] : undefined;
  const session = isObject(params) ? params['sessionId'] : undefined;
  return typeof session === 'string' ? session : undefined;
}
