import { memoryPair } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { observed } from './observed-channel.ts';

describe('a observed channel', () => {
  test('shows both directions as text, and changes nothing', async () => {
    const [near, far] = memoryPair();
    const shown: string[] = [];
    const channel = observed(near, [{ frame: ({ direction, text }) => void shown.push(`${direction} ${text}`) }]);
    const received = new Promise<unknown>((resolve) => {
      channel.open({ receive: resolve, reject: () => undefined, ended: () => undefined });
    });
    const sent = new Promise<unknown>((resolve) => {
      far.open({ receive: resolve, reject: () => undefined, ended: () => undefined });
    });
    channel.send({ jsonrpc: '2.0', method: 'a' });
    far.send({ jsonrpc: '2.0', method: 'b' }, '{"jsonrpc":"2.0",  "method":"b"}');
    expect(await sent).toEqual({ jsonrpc: '2.0', method: 'a' });
    expect(await received).toEqual({ jsonrpc: '2.0', method: 'b' });
    expect(shown).toEqual(['sent {"jsonrpc":"2.0","method":"a"}', 'received {"jsonrpc":"2.0",  "method":"b"}']);
  });

  test('takes in no more while what was shown waits to be written', async () => {
    const [near, far] = memoryPair();
    const writing: (() => void)[] = [];
    const channel = observed(near, [{ frame: () => new Promise<void>((resolve) => void writing.push(resolve)) }]);
    const received: unknown[] = [];
    const both = new Promise<void>((resolve) => {
      channel.open({
        receive: (message) => {
          received.push(message);
          if (received.length === 2) resolve();
        },
        reject: () => undefined,
        ended: () => undefined,
      });
    });
    far.send('one');
    far.send('two');
    await new Promise(setImmediate);
    expect(received).toEqual(['one']);
    writing[0]?.();
    await both;
    expect(received).toEqual(['one', 'two']);
  });
});
