/**
 * The border between a transport and everything above it.
 *
 * A channel delivers messages in order, takes messages and says when it can take more, can be paused, and ends exactly
 * once. Wrappers are channels too: a recorder, a limiter, a relay.
 */
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import type { ChannelProblem } from './channel-problem.ts';

/** What a channel delivers to. */
export interface Receiver {
  /** A message arrived; `text` is the text that it was parsed from, if there was any. */
  receive(message: unknown, text?: string): void;

  /**
   * A message arrived that was not parsed. A relay has this method; a channel may then call it in place of `receive`,
   * for any message whose text is valid JSON within the limits of the channel.
   */
  receiveUnparsed?(message: UnparsedMessage): void;

  /** Something arrived that could not be read as a message; the channel goes on. */
  reject(problem: ChannelProblem): void;

  /** Nothing more arrives. Called once; `error` is set if the channel did not end normally. */
  ended(error?: Error): void;
}

/** The part of a receiver that takes messages. */
export type MessageReceiver = Pick<Receiver, 'receive' | 'receiveUnparsed'>;

/** A way to exchange messages with one other side. */
export interface Channel {
  /** Begins to deliver; called once. */
  open(receiver: Receiver): void;

  /**
   * Delivers messages to `receiver` from now on; problems and the end still go to the one given to `open`.
   *
   * A wrapper uses it to step aside once it does not look at messages any more. Absent if a channel cannot do it.
   */
  redirect?(receiver: MessageReceiver): void;

  /**
   * Takes one message; returns false if the sender should wait for `drained`.
   *
   * Throws if the message cannot be serialized; nothing is sent then. `text` is sent as it is, for relays.
   */
  send(message: unknown, text?: string): boolean;

  /**
   * Takes one message that was not parsed; returns false if the sender should wait for `drained`. Undefined if a
   * channel needs the message itself.
   */
  readonly sendUnparsed?: ((message: UnparsedMessage) => boolean) | undefined;

  /** Resolves when the channel takes more, and when it has ended. */
  drained(): Promise<void>;

  /** Bytes that were taken and not yet passed to the other side. */
  readonly unsentBytes: number;

  /** Asks for no more messages until `resume`; some may still arrive. */
  pause(): void;
  /** Asks for messages again after `pause`. */
  resume(): void;

  /** Sends what was taken, then ends this direction. Messages still arrive until the other side ends too. */
  end(): Promise<void>;

  /** Stops both directions at once; `error` reaches the receiver. */
  destroy(error?: Error): void;
}

/** A channel that takes messages as text. */
export type TextChannel = Channel & { readonly sendUnparsed: NonNullable<Channel['sendUnparsed']> };
