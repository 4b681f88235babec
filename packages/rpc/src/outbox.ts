/**
 * What goes out.
 *
 * Nothing is sent once the connection has ended, and nothing of our own while too much waits; an answer is sent all the same, because
 * the other side waits for it. One that keeps asking and does not read is left at twice the limit: to stop reading it could wait for ever, should
 * it have stopped reading us for the same reason. Whoever taps the connection sees each message after the channel has taken it.
 */
import type { Channel } from './channel.ts';
import { ConnectionError } from './errors.ts';
import type { Taps } from './taps.ts';

export interface OutboxOptions {
  readonly channel: Channel;
  readonly taps: Taps;
  /** Bytes that may wait. */
  readonly limit: number;
  /** Why nothing can be sent any more; undefined while something can. */
  readonly ended: () => ConnectionError | undefined;
  /** Ends the connection, because the other side does not read. */
  readonly overflow: (error: ConnectionError) => void;
}

export class Outbox {
  readonly #channel: Channel;
  readonly #taps: Taps;
  readonly #limit: number;
  readonly #ended: OutboxOptions['ended'];
  readonly #overflow: OutboxOptions['overflow'];
  #sent = 0;

  constructor({ channel, taps, limit, ended, overflow }: OutboxOptions) {
    this.#channel = channel;
    this.#taps = taps;
    this.#limit = limit;
    this.#ended = ended;
    this.#overflow = overflow;
  }

  /** How many messages have been sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends a request or a notification; false when the sender should wait. Throws when that is not possible. */
  send(message: unknown): boolean {
    if (this.#channel.unsentBytes > this.#limit) {
      const words = `More than ${this.#limit} bytes wait to be sent; await what you send, or raise the limit.`;
      throw new ConnectionError('limit', words);
    }
    return this.answer(message);
  }

  /** Sends an answer, though much waits. */
  answer(message: unknown): boolean {
    if (this.#channel.unsentBytes > 2 * this.#limit && this.#ended() === undefined) {
      const words = `The other side asks and does not read: more than ${2 * this.#limit} bytes wait to be sent.`;
      this.#overflow(new ConnectionError('limit', words));
    }
    const error = this.#ended();
    if (error !== undefined) throw error;
    const more = this.#channel.send(message);
    this.#sent += 1;
    if (this.#taps.isUsed) this.#taps.show('out', message, undefined);
    return more;
  }
}
