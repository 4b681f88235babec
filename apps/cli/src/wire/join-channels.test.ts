import { setImmediate as settled } from 'node:timers/promises';

import { lineChannel, memoryPair, type Channel } from '@acp-stack/rpc';
import { bytePipe } from '@acp-stack/testing';
import { describe, expect, test, vi } from 'vitest';

import { joinChannels } from './join-channels.ts';

/** What arrives on a channel. */
function listen(channel: Channel): readonly unknown[] {
  const heard: unknown[] = [];
  channel.open({ receive: (message) => heard.push(message), reject: () => undefined, ended: () => undefined });
  return heard;
}

test('what arrives on one side is sent on the other, in order', async () => {
  const [client, left] = memoryPair();
  const [right, agent] = memoryPair();
  joinChannels(left, right);
  const heard = listen(agent);
  client.send('one');
  client.send('two');
  await settled();
  expect(heard).toEqual(['one', 'two']);
});

test('a side that takes no more is waited for, and nothing is lost', async () => {
  const [client, left] = memoryPair();
  const [right, agent] = memoryPair();
  joinChannels(left, right);
  const sent = Array.from({ length: 5000 }, (_, index) => index);
  for (const message of sent) {
    client.send(message);
    await Promise.resolve();
  }
  // The agent's side is not open yet: what does not fit in there stays with the client.
  expect(client.unsentBytes).toBeGreaterThan(0);
  const heard = listen(agent);
  await settled();
  expect(heard).toEqual(sent);
});

test('a line that cannot be read is answered, and goes nowhere', async () => {
  let out = '';
  const left = lineChannel(
    {
      start: (onData, onEnd) => {
        onData(Buffer.from('{\n'));
        onEnd();
      },
      pause: () => undefined,
      resume: () => undefined,
    },
    {
      write: (text, onTaken) => {
        out += text;
        onTaken();
      },
      end: () => Promise.resolve(),
      destroy: () => undefined,
    },
  );
  const [right, agent] = memoryPair();
  const heard = listen(agent);
  await joinChannels(left, right).leftEnded;
  await settled();
  expect(JSON.parse(out)).toMatchObject({ id: null, error: { code: -32_700 } });
  expect(heard).toEqual([]);
});

test('each side ends for itself, and what is said to one that is gone is dropped', async () => {
  const [client, left] = memoryPair();
  const [right, agent] = memoryPair();
  const joined = joinChannels(left, right);
  const heard = listen(client);
  await client.end();
  await joined.leftEnded;
  agent.send('still here');
  await settled();
  expect(heard).toEqual(['still here']);
  client.destroy();
  agent.send('too late');
  await agent.end();
  await joined.rightEnded;
});

/** A channel of lines, and the lines that its other end writes and gets. */
function lines(messageBytes = 1000): { channel: Channel; write: (line: string) => void; got: () => string } {
  const [ours, theirs] = bytePipe();
  const decoder = new TextDecoder();
  let got = '';
  theirs.source.start(
    (chunk) => (got += decoder.decode(chunk)),
    () => undefined,
  );
  return {
    channel: lineChannel(ours.source, ours.sink, { messageBytes }),
    write: (line) => {
      theirs.sink.write(`${line}\n`, () => undefined);
    },
    got: () => got,
  };
}

const text = '{"jsonrpc":"2.0","method":"_a","params":{"n":1.0}}';

describe('two channels that are joined', () => {
  test('pass text on without parsing it', async () => {
    const [left, right] = [lines(), lines()];
    joinChannels(left.channel, right.channel);
    const parse = vi.spyOn(JSON, 'parse');
    left.write(text);
    await settled();
    expect(right.got()).toBe(`${text}\n`);
    expect(parse.mock.calls.filter(([given]) => given.startsWith('{'))).toEqual([]);
    parse.mockRestore();
  });

  test('pass the message itself to a channel that needs it', async () => {
    const left = lines();
    const [near, far] = memoryPair();
    const received: unknown[] = [];
    far.open({ receive: (message) => void received.push(message), reject: () => undefined, ended: () => undefined });
    joinChannels(left.channel, near);
    left.write(text);
    await settled();
    expect(received).toEqual([JSON.parse(text)]);
  });

  test('answer a request that is too long for the other one', async () => {
    const [left, right] = [lines(), lines(60)];
    joinChannels(left.channel, right.channel);
    left.write(`{"jsonrpc":"2.0","id":7,"method":"_a","params":{"long":"${'x'.repeat(60)}"}}`);
    await settled();
    expect(JSON.parse(left.got())).toMatchObject({ id: 7, error: { code: -32_603 } });
    expect(right.got()).toBe('');
  });
});
