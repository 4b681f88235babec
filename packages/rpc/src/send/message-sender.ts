/**
 * What goes out.
 *
 * Nothing is sent once the connection has ended, and nothing of our own while too much waits; an answer is sent all the same, because
 * the other side waits for it. One that keeps asking and does not read is left at twice the limit: to stop reading it could wait for ever, should
 * it have stopped reading us for the same reason. Whoever taps the connection sees each message after the channel has taken it.
 */
import type { Channel } from '../channel/channel.ts';
import { ConnectionError } from '../message/errors.ts';
import type { Lifetime } from '../peer/lifetime.ts';
import type { Limits } from '../message/limits.ts';
import type { MessageTaps } from '../observe/message-taps.ts';

export interface MessageSenderParts {
  readonly channel: Channel;
  readonly taps: MessageTaps | undefined;
  readonly limits: Pick<Limits, 'unsentBytes'>;
  readonly life: Pick<Lifetime, 'ended' | 'destroy'>;
}

export class MessageSender {
  readonly #parts: MessageSenderParts;
  #sent = 0;

  constructor(parts: MessageSenderParts) {
    this.#parts = parts;
  }

  /** How many messages have been sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends a request or a notification; false when the sender should wait. Throws when that is not possible. */
  send(message: unknown): boolean {
    const { channel, limits } = this.#parts;
    if (channel.unsentBytes > limits.unsentBytes) {
      const words = `More than ${limits.unsentBytes} bytes wait to be sent; await what you send, or raise the limit.`;
      throw new ConnectionError('limit', words, { limit: 'unsentBytes' });
    }
    return this.answer(message);
  }

  /** Sends an answer, though much waits. */
  answer(message: unknown): boolean {
    const { channel, limits, life } = this.#parts;
    const most = 2 * limits.unsentBytes;
    if (channel.unsentBytes > most && life.ended() === undefined) {
      const words = `The other side asks and does not read: more than ${most} bytes wait to be sent.`;
      life.destroy(new ConnectionError('limit', words, { limit: 'unsentBytes' }));
    }
    const error = life.ended();
    if (error !== undefined) throw error;
    const more = channel.send(message);
    this.#sent += 1;
    this.#parts.taps?.show('out', message, undefined);
    return more;
  }
}
