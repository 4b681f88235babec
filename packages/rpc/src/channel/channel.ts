/**
 * The seam between a transport and everything above it.
 *
 * A channel hands over messages in order, takes messages and says when it can take more, can be asked to pause, and ends exactly
 * once. Wrappers are channels too: a recorder, a limiter, a relay.
 */
import type { ChannelProblem } from './channel-problem.ts';

/** What a channel delivers to. */
export interface Receiver {
  /** A message arrived; `text` is what it was parsed from, where there was text. */
  receive(message: unknown, text?: string): void;

  /** Something arrived that could not be read as a message; the channel goes on. */
  reject(problem: ChannelProblem): void;

  /** Nothing more arrives. Called once; `error` when that is not how it should have ended. */
  ended(error?: Error): void;
}

/** A way to exchange messages with one other side. */
export interface Channel {
  /** Begins to deliver; called once. */
  open(receiver: Receiver): void;

  /**
   * Delivers messages to `receiver` from now on; problems and the end still go to the one given to `open`.
   *
   * A wrapper that has nothing more to do with messages takes itself out of their way. Absent where a channel cannot do it.
   */
  redirect?(receiver: Pick<Receiver, 'receive'>): void;

  /**
   * Takes one message; the answer is false when the sender should wait for `drained`.
   *
   * Throws when the message cannot be serialized; nothing was sent then. `text` is sent as it is, for relays.
   */
  send(message: unknown, text?: string): boolean;

  /** Resolves when more can be taken, and when the channel has ended. */
  drained(): Promise<void>;

  /** Bytes that were taken and not yet handed to the other side. */
  readonly unsentBytes: number;

  /** Asks for no more messages until `resume`; some may still come. */
  pause(): void;
  /** Asks for messages again after `pause`. */
  resume(): void;

  /** Sends what was taken, then tells the other side that nothing more comes. Messages still arrive until it ends too. */
  end(): Promise<void>;

  /** Stops both directions at once; `error` reaches the receiver. */
  destroy(error?: Error): void;
}
