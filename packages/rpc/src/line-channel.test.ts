/** What a line channel gives to its sink. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { Channel } from './channel.ts';
import { lineChannel } from './line-channel.ts';

/** A channel whose sink takes nothing until it is told to. */
function stalled(): { channel: Channel; written: string[]; take: () => void } {
  const written: string[] = [];
  const taken: (() => void)[] = [];
  const channel = lineChannel(
    { start: () => undefined, pause: () => undefined, resume: () => undefined },
    {
      write: (text, onTaken) => {
        written.push(text);
        taken.push(onTaken);
      },
      end: () => Promise.resolve(),
      destroy: () => undefined,
    },
  );
  const take = (): void => {
    for (const each of taken.splice(0)) each();
  };
  return { channel, written, take };
}

const message = (index: number): object => ({
  jsonrpc: '2.0',
  method: 'note',
  params: { index, text: 'x'.repeat(200) },
});

describe('a burst of messages', () => {
  test('is written in few pieces of whole lines, in order', async () => {
    const { channel, written } = stalled();
    for (let index = 0; index < 1000; index += 1) channel.send(message(index));
    await settled();
    expect(written.length).toBeLessThan(10);
    expect(written.every((text) => text.endsWith('\n'))).toBe(true);
    const lines = written.join('').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      Array.from({ length: 1000 }, (_, at) => message(at)),
    );
  });

  test('is counted until the sink has taken it', async () => {
    const { channel, written, take } = stalled();
    for (let index = 0; index < 1000; index += 1) channel.send(message(index));
    await settled();
    expect(channel.unsentBytes).toBe(written.join('').length);
    take();
    expect(channel.unsentBytes).toBe(0);
  });

  test('makes everybody wait for the same promise, however many there are', async () => {
    const { channel, take } = stalled();
    for (let index = 0; index < 10_000; index += 1) channel.send(message(index));
    const first = channel.drained();
    expect(channel.drained()).toBe(first);
    await settled();
    take();
    await first;
    await channel.drained();
  });

  test('is forgotten when the channel is destroyed, and nobody waits any longer', async () => {
    const { channel } = stalled();
    for (let index = 0; index < 10_000; index += 1) channel.send(message(index));
    const waiting = channel.drained();
    channel.destroy();
    await waiting;
    expect(() => channel.send(message(0))).toThrow('The channel has ended.');
  });
});
