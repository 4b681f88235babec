/** An open channel and everything that came out of it. */
import type { Channel, ChannelProblem } from '@acp-stack/rpc';

export interface Opened {
  readonly channel: Channel;
  readonly messages: unknown[];
  readonly problems: ChannelProblem[];
  readonly ends: (Error | undefined)[];
  /** Resolves when the channel has ended. */
  readonly ended: Promise<Error | undefined>;
  /** Resolves when `count` messages have arrived. */
  readonly arrived: (count: number) => Promise<void>;
}

export function opened(channel: Channel): Opened {
  const messages: unknown[] = [];
  const problems: ChannelProblem[] = [];
  const ends: (Error | undefined)[] = [];
  let waiters: { readonly count: number; readonly resolve: () => void }[] = [];
  const ended = new Promise<Error | undefined>((resolve) => {
    channel.open({
      receive: (message) => {
        messages.push(message);
        for (const { count, resolve: go } of waiters) if (messages.length >= count) go();
        waiters = waiters.filter(({ count }) => messages.length < count);
      },
      reject: (problem) => void problems.push(problem),
      ended: (error) => {
        ends.push(error);
        resolve(error);
      },
    });
  });
  const arrived = (count: number): Promise<void> =>
    messages.length >= count ? Promise.resolve() : new Promise((resolve) => waiters.push({ count, resolve }));
  return { channel, messages, problems, ends, ended, arrived };
}
