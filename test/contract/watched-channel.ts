/** A channel that is watched by a test: everything that comes out of it, and what is put in. */
import type { Channel, ChannelProblem } from '@acp-stack/rpc';

/** An open channel and everything that came out of it. */
export interface Opened {
  readonly channel: Channel;
  readonly messages: unknown[];
  readonly texts: (string | undefined)[];
  readonly problems: ChannelProblem[];
  readonly ends: (Error | undefined)[];
}

export const mostMessages = 200_000;
const kilobyte = 'k'.repeat(1024);

export function opened(channel: Channel): Opened {
  const result: Opened = { channel, messages: [], texts: [], problems: [], ends: [] };
  channel.open({
    receive: (message, text) => {
      result.messages.push(message);
      result.texts.push(text);
    },
    reject: (problem) => void result.problems.push(problem),
    ended: (error) => void result.ends.push(error),
  });
  return result;
}

export const numbered = (count: number): object[] =>
  Array.from({ length: count }, (_, n) => ({ jsonrpc: '2.0', method: 'count', params: { n } }));

/** Sends until the channel says that the sender should wait; how many were sent. */
export function fill(channel: Channel): number {
  for (let n = 0; n < mostMessages; n += 1) {
    if (!channel.send({ jsonrpc: '2.0', method: 'fill', params: { n, kilobyte } })) return n + 1;
  }
  throw new Error(`the channel took ${mostMessages} messages and never asked to wait`);
}
