/**
 * Shows somebody everything that crosses a channel, as the text that it is on the wire, without changing it.
 *
 * Somebody who is slow slows the channel down: while what was shown waits to be written, nothing more is taken in.
 */
import { wrapChannel, type Channel, type ChannelProblem } from '@acp-stack/rpc';

type Direction = 'sent' | 'received';

/** What is shown of a channel; a promise holds back what arrives next. */
export interface WireObserver {
  frame?(frame: {
    readonly direction: Direction;
    readonly text: string;
    readonly message: unknown;
  }): Promise<void> | void;
  /** Something arrived that is no message. */
  problem?(problem: ChannelProblem): Promise<void> | void;
  ended?(error: Error | undefined): Promise<void> | void;
}

/** `channel`, observed by all of `observers`. */
export function observed(channel: Channel, observers: readonly WireObserver[]): Channel {
  if (observers.length === 0) return channel;
  /** How many observers are still busy with what they were shown. */
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
    // An observer that fails says so itself; the channel goes on.
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

/** The text of a message; undefined when it has none, of which the channel says more. */
function textOf(message: unknown): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}
