import { expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { Pongs } from './pongs.ts';

interface Sent {
  readonly data: string;
  readonly taken: () => void;
}

function setUp(): { pongs: Pongs; sent: Sent[]; clock: VirtualClock; stalled: () => number } {
  const sent: Sent[] = [];
  const clock = new VirtualClock();
  let stalls = 0;
  const pongs = new Pongs({
    clock,
    timeout: 1000,
    send: (data, taken) => void sent.push({ data: Buffer.from(data).toString(), taken }),
    onStalled: () => (stalls += 1),
  });
  return { pongs, sent, clock, stalled: () => stalls };
}

const ping = (text: string): Uint8Array => Buffer.from(text);

test('each ping is answered while the peer reads', () => {
  const { pongs, sent } = setUp();
  for (const text of ['a', 'b', 'c']) {
    pongs.answer(ping(text));
    sent.at(-1)?.taken();
  }
  expect(sent.map(({ data }) => data)).toEqual(['a', 'b', 'c']);
});

test('of the pings that arrive while a pong waits, only the last is answered', () => {
  const { pongs, sent } = setUp();
  for (let n = 0; n < 100_000; n += 1) pongs.answer(ping(String(n)));
  expect(sent.map(({ data }) => data)).toEqual(['0']);
  sent[0]?.taken();
  expect(sent.map(({ data }) => data)).toEqual(['0', '99999']);
});

test('a waiting ping does not keep the chunk that it came in', () => {
  const { pongs, sent } = setUp();
  const chunk = Buffer.from('first second');
  pongs.answer(chunk.subarray(0, 5));
  pongs.answer(chunk.subarray(6));
  chunk.fill(0);
  sent[0]?.taken();
  expect(sent[1]?.data).toBe('second');
});

test('a peer that pings after it left a pong unread for the timeout is stalled', async () => {
  const { pongs, sent, clock, stalled } = setUp();
  pongs.answer(ping('a'));
  await clock.advance(999);
  pongs.answer(ping('b'));
  expect(stalled()).toBe(0);
  await clock.advance(1);
  pongs.answer(ping('c'));
  expect(stalled()).toBe(1);
  expect(sent).toHaveLength(1);
});
