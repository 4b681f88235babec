/** What a line channel gives to its sink, and what it makes of noise. */
import { describe, expect, test } from 'vitest';

import { bytePipe, settled } from '@acp-stack/testing';

import type { Channel } from '../channel/channel.ts';
import type { ChannelProblem } from '../channel/channel-problem.ts';
import { lineChannel, type LineChannelOptions } from './line-channel.ts';

/** A channel whose sink takes nothing until it is told to. */
function stalled(options?: LineChannelOptions): { channel: Channel; written: string[]; take: () => void } {
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
    options,
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

describe('text from another transport', () => {
  test.each(['\n', '\r', '\r\n'])('stays one line for one message, also with %j in it', async (lineBreak) => {
    const { channel, written } = stalled();
    const inner = '{"jsonrpc":"2.0","method":"smuggled"}';
    const text = `{"jsonrpc":"2.0","method":"note","params":{"a":${lineBreak}${inner}${lineBreak}}}`;
    channel.send(JSON.parse(text), text);
    await settled();
    expect(written).toEqual([`${JSON.stringify(JSON.parse(text))}\n`]);
  });

  test('is passed on as it was where it is one line', async () => {
    const { channel, written } = stalled();
    const text = '{"jsonrpc": "2.0", "method": "note"}';
    channel.send(JSON.parse(text), text);
    await settled();
    expect(written).toEqual([`${text}\n`]);
  });
});

test.each(['plain', 'grün', '日本語', '😀'])('a message is sent up to the limit in bytes: %s', async (text) => {
  const line = JSON.stringify({ text });
  const bytes = Buffer.byteLength(line);
  const { channel, written } = stalled({ messageBytes: bytes });
  channel.send({ text });
  await settled();
  expect(written).toEqual([`${line}\n`]);
  const narrow = stalled({ messageBytes: bytes - 1 });
  expect(() => narrow.channel.send({ text })).toThrow(`longer than ${bytes - 1} bytes`);
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

  test('gives all senders the same promise, however many there are', async () => {
    const { channel, take } = stalled();
    for (let index = 0; index < 10_000; index += 1) channel.send(message(index));
    const first = channel.drained();
    expect(channel.drained()).toBe(first);
    await settled();
    take();
    await first;
    await channel.drained();
  });

  test('is forgotten when the channel is destroyed, and no sender waits any longer', async () => {
    const { channel } = stalled();
    for (let index = 0; index < 10_000; index += 1) channel.send(message(index));
    const waiting = channel.drained();
    channel.destroy();
    await waiting;
    expect(() => channel.send(message(0))).toThrow('The channel has ended.');
  });

  test('fails with the reason for which the channel ended, also before it was opened', () => {
    const { channel } = stalled();
    channel.destroy(new Error('there is no such command'));
    expect(() => channel.send(message(0))).toThrow('The connection failed: there is no such command');
  });
});

/** A channel, what came out of it, and a way to put text in. */
function listening(options: LineChannelOptions): {
  messages: unknown[];
  problems: ChannelProblem[];
  ends: (Error | undefined)[];
  say: (...lines: readonly string[]) => Promise<void>;
} {
  const [left, right] = bytePipe();
  const messages: unknown[] = [];
  const problems: ChannelProblem[] = [];
  const ends: (Error | undefined)[] = [];
  lineChannel(right.source, right.sink, options).open({
    receive: (received) => void messages.push(received),
    reject: (problem) => void problems.push(problem),
    ended: (error) => void ends.push(error),
  });
  const say = async (...lines: readonly string[]): Promise<void> => {
    left.sink.write(lines.join('\n'), () => undefined);
    await settled();
  };
  return { messages, problems, ends, say };
}

describe('noise', () => {
  test('is shown and skipped, and the messages around it arrive', async () => {
    const { messages, problems, ends, say } = listening({ noiseLines: 3 });
    await say('Welcome!', '', '{"n":1}', 'v20.1', '{"n":2', '{"n":3}', '');
    expect(messages).toEqual([{ n: 1 }, { n: 3 }]);
    expect(problems.map(({ text }) => text)).toEqual(['Welcome!', 'v20.1', '{"n":2']);
    expect(ends).toEqual([]);
  });

  test.each([
    ['words', 'compiling…'],
    ['numbers', '17'],
  ])('ends the channel when there is nothing else: %s', async (_, line) => {
    const { ends, say } = listening({ noiseLines: 3 });
    await say(line, line, '{"n":1}', line, line, '');
    expect(ends).toEqual([]);
    await say(line, line, line, '');
    expect(ends).toMatchObject([{ code: 'malformed', message: expect.stringContaining('3 lines in a row') as string }]);
  });

  test('ends the channel when a line has no end, long before memory does', async () => {
    const { problems, ends, say } = listening({ messageBytes: 100 });
    for (let part = 0; part < 15; part += 1) await say('x'.repeat(100));
    expect(problems.map(({ kind }) => kind)).toEqual(['too-large']);
    expect(ends).toEqual([]);
    await say('x'.repeat(200));
    expect(ends).toMatchObject([{ code: 'malformed', message: expect.stringContaining('did not end') as string }]);
  });

  test('without an end is given up however large the pieces are in which it comes', async () => {
    const { ends, say } = listening({ messageBytes: 100 });
    await say('x'.repeat(1000));
    expect(ends).toEqual([]);
    await say('\n');
    await say('x'.repeat(2000));
    expect(ends).toMatchObject([{ code: 'malformed', message: expect.stringContaining('did not end') as string }]);
  });

  test('does not include a byte order mark', async () => {
    const { messages, problems, say } = listening({});
    await say('\uFEFF{"n":1}', '\uFEFF', '{"n":2}', '');
    expect(messages).toEqual([{ n: 1 }, { n: 2 }]);
    expect(problems).toEqual([]);
  });
});
