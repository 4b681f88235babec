/** The end of a channel comes after what arrived before it. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

describe('what arrives together with the end', () => {
  test('is handled before the connection ends, also behind a response', async () => {
    const log: string[] = [];
    const [left, raw] = memoryPair();
    const peer = new Peer(left, {
      handlers: () => ({ kind: 'notification', run: ({ name }: { name: string }) => void log.push(name) }),
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    const call = peer.request('ask').then(() => log.push('answer'));
    raw.send({ jsonrpc: '2.0', method: 'note', params: { name: 'one' } });
    raw.send({ jsonrpc: '2.0', id: 0, result: null });
    raw.send({ jsonrpc: '2.0', method: 'note', params: { name: 'two' } });
    await raw.end();
    await peer.closed.then(() => log.push('closed'));
    await call;
    expect(log).toEqual(['one', 'answer', 'two', 'closed']);
  });

  test('can be waited for when a handler takes its time', async () => {
    const log: string[] = [];
    const [left, raw] = memoryPair();
    const peer = new Peer(left, {
      orderKey: () => 'key',
      handlers: () => ({
        kind: 'notification',
        run: async ({ name }: { name: string }) => {
          await settled(1);
          log.push(name);
        },
      }),
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    for (const name of ['one', 'two']) raw.send({ jsonrpc: '2.0', method: 'note', params: { name } });
    await raw.end();
    await peer.closed;
    await peer.handled('key');
    expect(log).toEqual(['one', 'two']);
    await peer.handled('another key');
  });
});
