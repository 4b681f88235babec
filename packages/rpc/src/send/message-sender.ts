/**
 * Sends messages within the limit of unsent bytes.
 *
 * Nothing is sent once the connection has ended, and no request or notification while too much waits to be sent. A
 * response is sent all the same, because the peer waits for it. A peer that keeps asking and does not read is
 * disconnected at twice the limit: to pause reading instead could be a deadlock, if the peer has paused for the same
 * reason.
 */
import type { Channel } from '../channel/channel.ts';
import { ConnectionError } from '../message/errors.ts';
import type { Limits } from '../message/limits.ts';
import type { MessageTaps } from '../observe/message-taps.ts';

/** Whether something can be sent. */
export interface SendingState {
  /** Why nothing can be sent any more; undefined while something can. */
  ended(): ConnectionError | undefined;
}

export interface MessageSenderParts {
  readonly channel: Channel;
  readonly limits: Pick<Limits, 'unsentBytes'>;
  readonly state: SendingState;
  /** Ends the connection. */
  readonly connection: { destroy(error: Error): void };
}

export class MessageSender {
  readonly #channel: Channel;
  readonly #limits: Pick<Limits, 'unsentBytes'>;
  readonly #state: SendingState;
  readonly #connection: MessageSenderParts['connection'];
  #taps: MessageTaps | undefined;
  #sent = 0;

  constructor({ channel, limits, state, connection }: MessageSenderParts) {
    this.#channel = channel;
    this.#limits = limits;
    this.#state = state;
    this.#connection = connection;
  }

  /** How many messages have been sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Shows each message to `taps` after the channel has taken it. */
  tap(taps: MessageTaps): void {
    this.#taps = taps;
  }

  /** Sends a request or a notification; false if the sender should wait. Throws if it cannot be sent. */
  send(message: unknown): boolean {
    const { unsentBytes } = this.#limits;
    if (this.#channel.unsentBytes > unsentBytes) {
      const words = `More than ${unsentBytes} bytes wait to be sent; await what you send, or raise the limit.`;
      throw new ConnectionError('limit', words, { limit: 'unsentBytes' });
    }
    return this.respond(message);
  }

  /** Sends a response, although much may wait. Throws if it cannot be sent. */
  respond(message: unknown): boolean {
    const most = 2 * this.#limits.unsentBytes;
    if (this.#channel.unsentBytes > most && this.#state.ended() === undefined) {
      const words = `The other side asks and does not read: more than ${most} bytes wait to be sent.`;
      this.#connection.destroy(new ConnectionError('limit', words, { limit: 'unsentBytes' }));
    }
    const error = this.#state.ended();
    if (error !== undefined) throw error;
    const more = this.#channel.send(message);
    this.#sent += 1;
    this.#taps?.show('out', message, undefined);
    return more;
  }
}
