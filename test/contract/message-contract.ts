/** The part of the channel contract about messages: their order, their size and their text. */
import type { ContractStage } from './contract-stage.ts';
import { numbered, opened } from './watched-channel.ts';

/** Declares it for the channels of the stage. */
export function messageContract({ describe, test, expect, settled, openPair, openBoth }: ContractStage): void {
  describe('order', () => {
    test('messages arrive as they were sent, both ways at once', async () => {
      const [left, right] = await openBoth();
      const there = numbered(500);
      const back = numbered(300);
      for (const [index, message] of there.entries()) {
        left.channel.send(message);
        if (index < back.length) right.channel.send(back[index]);
      }
      await settled();
      expect(right.messages).toEqual(there);
      expect(left.messages).toEqual(back);
    });

    test('a message is never delivered inside the call that sends it', async () => {
      const [left, right] = await openBoth();
      left.channel.send({ jsonrpc: '2.0', method: 'now' });
      expect(right.messages).toEqual([]);
      await settled();
      expect(right.messages).toHaveLength(1);
    });

    test('what is sent before the other side opens waits for it', async () => {
      const [left, right] = await openPair();
      const sender = opened(left);
      for (const message of numbered(3)) sender.channel.send(message);
      await settled();
      const receiver = opened(right);
      await settled();
      expect(receiver.messages).toEqual(numbered(3));
    });

    test('what is sent from inside a delivery keeps its place', async () => {
      const [left, right] = await openPair();
      const sender = opened(left);
      right.open({
        receive: (message) => void right.send(message),
        reject: () => undefined,
        ended: () => undefined,
      });
      for (const message of numbered(10)) sender.channel.send(message);
      await settled();
      expect(sender.messages).toEqual(numbered(10));
    });

    test('messages go to another receiver once they are redirected, in order, and the end to the first', async () => {
      const [left, right] = await openPair();
      const sender = opened(left);
      const all: unknown[] = [];
      const ends: unknown[] = [];
      right.open({
        receive: (message) => {
          all.push(message);
          if (all.length === 3) right.redirect?.({ receive: (next) => void all.push(['redirected', next]) });
        },
        reject: () => undefined,
        ended: (error) => void ends.push(error),
      });
      for (const message of numbered(5)) sender.channel.send(message);
      await settled();
      const [first, second, third, ...rest] = numbered(5);
      const later = right.redirect === undefined ? rest : rest.map((message) => ['redirected', message]);
      expect(all).toEqual([first, second, third, ...later]);
      await sender.channel.end();
      await settled();
      expect(ends).toEqual([undefined]);
    });

    test('a text that is given is what arrives', async () => {
      const [left, right] = await openBoth();
      const text = '{"jsonrpc":"2.0",  "method":"spaced"}';
      left.channel.send(JSON.parse(text), text);
      await settled();
      expect(right.messages).toEqual([{ jsonrpc: '2.0', method: 'spaced' }]);
      expect(right.texts).toEqual([text]);
    });

    test('a channel is opened once', async () => {
      const [left] = await openBoth();
      expect(() => {
        opened(left.channel);
      }).toThrow(/open/);
    });
  });

  describe('large messages', () => {
    test('a message of several megabytes arrives whole, and the next one after it', async () => {
      const [left, right] = await openBoth();
      const large = { jsonrpc: '2.0', method: 'large', params: { text: 'ü'.repeat(3 * 1024 * 1024) } };
      left.channel.send(large);
      left.channel.send({ jsonrpc: '2.0', method: 'next' });
      await settled();
      expect(right.messages).toEqual([large, { jsonrpc: '2.0', method: 'next' }]);
    });
  });

  describe('text', () => {
    test('characters of several bytes arrive whole, wherever the way cuts them', async () => {
      const [left, right] = await openBoth();
      // Longer than what a pipe hands over at once; each shifts what comes after it by one byte.
      const messages = Array.from({ length: 9 }, (_, shift) => ({
        jsonrpc: '2.0',
        method: 'text',
        params: { text: `${'a'.repeat(shift)}${'ä€😀'.repeat(8000)}` },
      }));
      for (const { channel } of [left, right]) for (const message of messages) channel.send(message);
      await settled();
      expect(right.messages).toEqual(messages);
      expect(left.messages).toEqual(messages);
    });
  });
}
