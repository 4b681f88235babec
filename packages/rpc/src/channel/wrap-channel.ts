/**
 * A channel around a channel: everything passes unless a hook says otherwise.
 *
 * A hook sees each message of its direction and decides what goes on in its place; everything else that a channel
 * promises is kept by the channel inside. To observe the messages of a peer, tap the peer instead.
 */
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import type { ChannelProblem } from './channel-problem.ts';
import type { Channel, MessageReceiver, Receiver } from './channel.ts';

/** What a wrapper changes; a hook that is absent passes everything. */
export interface ChannelHooks {
  /** The channel is about to be opened. */
  readonly open?: (receiver: Receiver) => void;
  /** A message arrived: passes it on to `receiver`, or not. */
  readonly receive?: (message: unknown, text: string | undefined, receiver: Receiver) => void;
  /** Input arrived that is not a message: passes the problem on to `receiver`, or not. */
  readonly reject?: (problem: ChannelProblem, receiver: Receiver) => void;
  /** The other side has ended: passes that on to `receiver`, or not. */
  readonly ended?: (error: Error | undefined, receiver: Receiver) => void;
  /** A message is to be sent: sends it on, or not; returns false if the sender should wait. */
  readonly send?: (message: unknown, text: string | undefined) => boolean;
  /** The receiver pauses: pauses the channel inside, or not. */
  readonly pause?: () => void;
  /** The receiver resumes: resumes the channel inside, or not. */
  readonly resume?: () => void;
  /** This side ends; runs before the channel inside is ended. */
  readonly end?: () => Promise<void> | void;
  /** This side is destroyed; runs before the channel inside is destroyed. */
  readonly destroy?: (error: Error | undefined) => void;
}

/** Wraps `inner`. */
export function wrapChannel(inner: Channel, hooks: ChannelHooks): Channel {
  return new WrappedChannel(inner, hooks);
}

class WrappedChannel implements Channel, Receiver {
  readonly #inner: Channel;
  readonly #hooks: ChannelHooks;
  #receiver: Receiver | undefined;
  /** Set if the channel inside takes text and no hook has to see the message. */
  readonly sendUnparsed?: (message: UnparsedMessage) => boolean;

  constructor(inner: Channel, hooks: ChannelHooks) {
    this.#inner = inner;
    this.#hooks = hooks;
    if (hooks.send === undefined && inner.sendUnparsed !== undefined)
      this.sendUnparsed = inner.sendUnparsed.bind(inner);
  }

  get unsentBytes(): number {
    return this.#inner.unsentBytes;
  }

  open(receiver: Receiver): void {
    this.#hooks.open?.(receiver);
    this.#receiver = receiver;
    this.#inner.open(this);
    if (this.#hooks.receive === undefined) this.#inner.redirect?.(receiver);
  }

  redirect(messages: MessageReceiver): void {
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    this.#receiver = {
      receive: (message, text) => {
        messages.receive(message, text);
      },
      reject: (problem) => {
        receiver.reject(problem);
      },
      ended: (error) => {
        receiver.ended(error);
      },
    };
    if (this.#hooks.receive === undefined) this.#inner.redirect?.(messages);
  }

  receive(message: unknown, text?: string): void {
    const { receive } = this.#hooks;
    if (this.#receiver === undefined) return;
    if (receive === undefined) this.#receiver.receive(message, text);
    else receive(message, text, this.#receiver);
  }

  reject(problem: ChannelProblem): void {
    const { reject } = this.#hooks;
    if (this.#receiver === undefined) return;
    if (reject === undefined) this.#receiver.reject(problem);
    else reject(problem, this.#receiver);
  }

  ended(error?: Error): void {
    const { ended } = this.#hooks;
    if (this.#receiver === undefined) return;
    if (ended === undefined) this.#receiver.ended(error);
    else ended(error, this.#receiver);
  }

  send(message: unknown, text?: string): boolean {
    const { send } = this.#hooks;
    return send === undefined ? this.#inner.send(message, text) : send(message, text);
  }

  drained(): Promise<void> {
    return this.#inner.drained();
  }

  pause(): void {
    if (this.#hooks.pause === undefined) this.#inner.pause();
    else this.#hooks.pause();
  }

  resume(): void {
    if (this.#hooks.resume === undefined) this.#inner.resume();
    else this.#hooks.resume();
  }

  async end(): Promise<void> {
    await this.#hooks.end?.();
    await this.#inner.end();
  }

  destroy(error?: Error): void {
    this.#hooks.destroy?.(error);
    this.#inner.destroy(error);
  }
}
