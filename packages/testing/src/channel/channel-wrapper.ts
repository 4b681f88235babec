/**
 * A channel around a channel: everything passes unless the wrapper says otherwise.
 *
 * The wrapper sees each message of both directions and decides what goes on in its place; everything else a channel promises is kept by
 * the channel inside. Whoever only wants to look, and has a peer, taps it instead.
 */
import type { Channel, ChannelProblem, Receiver } from '@acp-stack/rpc';

/** What a wrapper does; what is absent passes. */
export interface ChannelHooks {
  /** The channel is about to be opened. */
  readonly open?: (receiver: Receiver) => void;
  /** A message arrived: passes it on to `receiver`, or not. */
  readonly receive?: (message: unknown, text: string | undefined, receiver: Receiver) => void;
  readonly reject?: (problem: ChannelProblem, receiver: Receiver) => void;
  readonly ended?: (error: Error | undefined, receiver: Receiver) => void;
  /** A message is to be sent: sends it on, or not; the answer is false when the sender should wait. */
  readonly send?: (message: unknown, text: string | undefined) => boolean;
  /** This side ends; runs before the channel inside is ended. */
  readonly end?: () => Promise<void> | void;
  readonly destroy?: (error: Error | undefined) => void;
}

/** Makes the channel. */
export function wrapChannel(inner: Channel, hooks: ChannelHooks): Channel {
  return {
    open: (receiver) => {
      hooks.open?.(receiver);
      inner.open({
        receive: (message, text) => {
          if (hooks.receive === undefined) receiver.receive(message, text);
          else hooks.receive(message, text, receiver);
        },
        reject: (problem) => {
          if (hooks.reject === undefined) receiver.reject(problem);
          else hooks.reject(problem, receiver);
        },
        ended: (error) => {
          if (hooks.ended === undefined) receiver.ended(error);
          else hooks.ended(error, receiver);
        },
      });
    },
    send: hooks.send === undefined ? (message, text) => inner.send(message, text) : hooks.send,
    drained: () => inner.drained(),
    get unsentBytes() {
      return inner.unsentBytes;
    },
    pause: () => {
      inner.pause();
    },
    resume: () => {
      inner.resume();
    },
    end: async () => {
      await hooks.end?.();
      await inner.end();
    },
    destroy: (error) => {
      hooks.destroy?.(error);
      inner.destroy(error);
    },
  };
}
