/** A message over a limit: the side that waits for it gets an error, and the connection goes on. */
import { describe, expect, test } from 'vitest';

import { bytePipe } from '@acp-stack/testing';

import { lineChannel, type LineChannelOptions } from '../framing/line-channel.ts';
import { Peer } from './peer.ts';

const large = 'x'.repeat(5000);
let deep: unknown = [];
for (let level = 0; level < 50; level += 1) deep = [deep];

/** Two peers over bytes, of which the first reads at most 1,000 bytes and 20 levels at once. */
function connected(options: LineChannelOptions = { messageBytes: 1000, depth: 20 }): { near: Peer; far: Peer } {
  const [left, right] = bytePipe();
  const handlers = (method: string) => ({
    kind: 'request' as const,
    run: () => (method === 'large' ? large : method === 'deep' ? deep : method),
  });
  const near = new Peer(lineChannel(left.source, left.sink, options), { handlers });
  const far = new Peer(lineChannel(right.source, right.sink), { handlers });
  return { near, far };
}

describe.each([
  ['large', 'longer than 1000 bytes'],
  ['deep', 'nested deeper than 20 levels'],
])('an answer that is too %s', (method, words) => {
  test('rejects the call that waits for it, and no other', async () => {
    const { near } = connected();
    const calls = [near.request('small'), near.request(method), near.request('after')];
    const [before, unread, after] = await Promise.allSettled(calls);
    expect(before).toMatchObject({ value: 'small' });
    expect(unread).toMatchObject({ reason: { name: 'ConnectionError', code: 'limit' } });
    expect(unread).toMatchObject({ reason: { message: expect.stringContaining(words) as string } });
    expect(after).toMatchObject({ value: 'after' });
  });
});

describe('a request that is too large', () => {
  test('is refused by its id, and others are answered', async () => {
    const { far } = connected();
    const [first, refused, last] = await Promise.allSettled([
      far.request('one'),
      far.request('two', { large }),
      far.request('three'),
    ]);
    expect(first).toMatchObject({ value: 'one' });
    expect(refused).toMatchObject({ reason: { name: 'RpcError', code: -32_600 } });
    expect(last).toMatchObject({ value: 'three' });
  });
});
