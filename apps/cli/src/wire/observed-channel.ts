/**
 * Shows observers every message on a channel, as text, without changing it.
 *
 * A slow observer slows the channel down: while it processes a message, the channel is paused.
 */
import { wrapChannel, type Channel, type ChannelProblem } from '@acp-stack/rpc';

type Direction = 'sent' | 'received';

/** An observer of a channel; while a returned promise is pending, the channel is paused. */
export interface WireObserver {
  frame?(frame: {
    readonly direction: Direction;
    readonly text: string;
    readonly message: unknown;
  }): Promise<void> | void;
  /** Something arrived that is not a message. */
  problem?(problem: ChannelProblem): Promise<void> | void;
  ended?(error: Error | undefined): Promise<void> | void;
}

/** `channel` with observers. */
export function observed(channel: Channel, observers: readonly WireObserver[]): Channel {
  if (observers.length === 0) return channel;
  /** The number of observers that are still processing a message. */
  let busy = 0;
  let isPaused = false;
  const wait = (work: Promise<void> | void): void => {
    if (work === undefined) return;
    busy += 1;
    if (busy === 1) channel.pause();
    const done = (): void => {
      busy -= 1;
      if (busy === 0 && !isPaused) channel.resume();
    };
    // An observer reports its own failures; the channel continues.
    work.then(done, done);
  };
  const show = (direction: Direction, text: string, message: unknown): void => {
    for (const observer of observers) wait(observer.frame?.({ direction, text, message }));
  };
  return wrapChannel(channel, {
    receive: (message, text, receiver) => {
      show('received', text ?? textOf(message) ?? '', message);
      receiver.receive(message, text);
    },
    reject: (problem, receiver) => {
      for (const observer of observers) wait(observer.problem?.(problem));
      receiver.reject(problem);
    },
    ended: (error, receiver) => {
      for (const observer of observers) wait(observer.ended?.(error));
      receiver.ended(error);
    },
    send: (message, text) => {
      const written = text ?? textOf(message);
      const more = channel.send(message, written);
      show('sent', written ?? '', message);
      return more;
    },
    pause: () => {
      isPaused = true;
      channel.pause();
    },
    resume: () => {
      isPaused = false;
      if (busy === 0) channel.resume();
    },
  });
}

/** The text of a message; undefined if it cannot be serialized, which the channel reports. */
function textOf(message: unknown): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}
