/**
 * What every channel promises, as tests that run on any pair of connected channels.
 *
 * A transport, a wrapper and a test double are interchangeable because they pass these.
 */
import type { describe, expect, test } from 'vitest';

import type { Channel } from '@acp-stack/rpc';
import { settled as settledHere } from '@acp-stack/testing';

import { fill, numbered, opened, type Opened } from './watched-channel.ts';

/** A connected pair; neither end is open yet. */
export type OpenPair = () =>
  | readonly [left: Channel, right: Channel]
  | Promise<readonly [left: Channel, right: Channel]>;

/** A connected pair, of which the right side can die: without a word, as its process or the way to it does. */
export interface MortalPair {
  readonly left: Channel;
  readonly right: Channel;
  /** Resolves when all has happened that comes of it. */
  readonly die: () => Promise<void>;
}

/** The parts of vitest that the contract needs. */
export interface Runner {
  readonly describe: typeof describe;
  readonly test: typeof test;
  readonly expect: typeof expect;
  /** For channels that leave the process. */
  readonly settled?: () => Promise<void>;
  /** For channels between sides that can die; to the others an end without a reason is all there is. */
  readonly openMortal?: () => Promise<MortalPair>;
}

/**
 * Declares the contract for the channels that `openPair` makes; `settled` resolves when all that can happen on them has
 * happened.
 */
export function channelContract(
  name: string,
  openPair: OpenPair,
  { describe, test, expect, settled = settledHere, ...runner }: Runner,
): void {
  const openMortal = async (): Promise<MortalPair> => {
    if (runner.openMortal !== undefined) return await runner.openMortal();
    const [left, right] = await openPair();
    const die = async (): Promise<void> => {
      right.destroy();
      await settled();
    };
    return { left, right, die };
  };

  /** Whether `promise` settles without anything else happening. */
  const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
    let answer = false;
    const settle = (): void => {
      answer = true;
    };
    promise.then(settle, settle);
    await settled();
    return answer;
  };

  /** Sends until the sender has to wait for the receiver, whatever room there is on the way; how many were sent. */
  const fillUp = async (channel: Channel): Promise<number> => {
    let count = fill(channel);
    while (await isSettled(channel.drained())) count += fill(channel);
    return count;
  };

  const openBoth = async (): Promise<[left: Opened, right: Opened]> => {
    const [left, right] = await openPair();
    return [opened(left), opened(right)];
  };

  describe(`the channel contract on ${name}`, () => {
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

    describe('backpressure', () => {
      test('a receiver that pauses makes the sender wait, and drained resolves when it goes on', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        const count = await fillUp(left.channel);
        expect(left.channel.unsentBytes).toBeGreaterThan(0);
        const drained = left.channel.drained();
        expect(await isSettled(drained)).toBe(false);
        right.channel.resume();
        await drained;
        await settled();
        expect(right.messages).toHaveLength(count);
        expect(left.channel.unsentBytes).toBe(0);
        expect(await isSettled(left.channel.drained())).toBe(true);
      });

      test('a channel with room is drained already', async () => {
        const [left] = await openBoth();
        expect(await isSettled(left.channel.drained())).toBe(true);
        expect(left.channel.send({ jsonrpc: '2.0', method: 'small' })).toBe(true);
      });

      test('bytes that were taken are counted until they are handed over', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        expect(left.channel.unsentBytes).toBe(0);
        left.channel.send({ jsonrpc: '2.0', method: 'one' });
        const one = left.channel.unsentBytes;
        left.channel.send({ jsonrpc: '2.0', method: 'two' });
        expect(one).toBeGreaterThan(0);
        expect(left.channel.unsentBytes).toBeGreaterThan(one);
        right.channel.resume();
        await settled();
        expect(left.channel.unsentBytes).toBe(0);
      });

      test('one direction does not hold up the other', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        await fillUp(left.channel);
        right.channel.send({ jsonrpc: '2.0', method: 'back' });
        await settled();
        expect(left.messages).toEqual([{ jsonrpc: '2.0', method: 'back' }]);
        right.channel.resume();
        await settled();
      });
    });

    describe('pause and resume', () => {
      test('nothing more than what was on its way arrives while paused, and nothing is lost', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        for (const message of numbered(20)) left.channel.send(message);
        await settled();
        expect(right.messages).toEqual([]);
        right.channel.resume();
        await settled();
        expect(right.messages).toEqual(numbered(20));
      });

      test('the end waits behind messages that wait', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        left.channel.send({ jsonrpc: '2.0', method: 'last' });
        // A transport may wait with its end until the other side has read what comes before it.
        const ended = left.channel.end();
        await settled();
        expect(right.ends).toEqual([]);
        right.channel.resume();
        await ended;
        await settled();
        expect(right.messages).toEqual([{ jsonrpc: '2.0', method: 'last' }]);
        expect(right.ends).toEqual([undefined]);
      });
    });

    describe('half-close', () => {
      test('what was taken arrives before the end, and the other direction stays open', async () => {
        const [left, right] = await openBoth();
        for (const message of numbered(3)) left.channel.send(message);
        await left.channel.end();
        await settled();
        expect(right.messages).toEqual(numbered(3));
        expect(right.ends).toEqual([undefined]);
        expect(left.ends).toEqual([]);
        right.channel.send({ jsonrpc: '2.0', id: 1, result: 'late' });
        await settled();
        expect(left.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: 'late' }]);
        await right.channel.end();
        await settled();
        expect(left.ends).toEqual([undefined]);
      });

      test('works from the other side too', async () => {
        const [left, right] = await openBoth();
        await right.channel.end();
        await settled();
        expect(left.ends).toEqual([undefined]);
        for (const message of numbered(2)) left.channel.send(message);
        await left.channel.end();
        await settled();
        expect(right.messages).toEqual(numbered(2));
        expect(right.ends).toEqual([undefined]);
      });

      test('nothing can be sent after the end', async () => {
        const [left] = await openBoth();
        await left.channel.end();
        expect(() => left.channel.send({ jsonrpc: '2.0', method: 'late' })).toThrow(/ended/);
      });

      test('backpressure still works towards a side that has ended', async () => {
        const [left, right] = await openBoth();
        await right.channel.end();
        await settled();
        right.channel.pause();
        const count = await fillUp(left.channel);
        const drained = left.channel.drained();
        expect(await isSettled(drained)).toBe(false);
        right.channel.resume();
        await drained;
        await settled();
        expect(right.messages).toHaveLength(count);
      });

      test('ending twice is ending once', async () => {
        const [left, right] = await openBoth();
        await left.channel.end();
        await left.channel.end();
        await right.channel.end();
        await settled();
        expect(left.ends).toEqual([undefined]);
        expect(right.ends).toEqual([undefined]);
      });
    });

    describe('destroy', () => {
      test('ends both sides exactly once, and the reason reaches the own receiver', async () => {
        const [left, right] = await openBoth();
        const reason = new Error('pulled the plug');
        left.channel.destroy(reason);
        left.channel.destroy(new Error('again'));
        await settled();
        expect(left.ends).toEqual([reason]);
        expect(right.ends).toHaveLength(1);
        right.channel.destroy();
        await settled();
        expect(left.ends).toHaveLength(1);
        expect(right.ends).toHaveLength(1);
      });

      test('nothing arrives and nothing can be sent afterwards', async () => {
        const [left, right] = await openBoth();
        right.channel.send({ jsonrpc: '2.0', method: 'on its way' });
        left.channel.destroy();
        await settled();
        expect(left.messages).toEqual([]);
        expect(() => left.channel.send({ jsonrpc: '2.0', method: 'late' })).toThrow(/ended/);
      });

      test('lets a sender go that waits for room', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        await fillUp(left.channel);
        const drained = left.channel.drained();
        left.channel.destroy();
        expect(await isSettled(drained)).toBe(true);
        expect(left.ends).toHaveLength(1);
      });

      test('lets a sender on the other side go that waits for room', async () => {
        const [left, right] = await openBoth();
        right.channel.pause();
        await fillUp(left.channel);
        const drained = left.channel.drained();
        right.channel.destroy();
        expect(await isSettled(drained)).toBe(true);
        expect(left.ends).toHaveLength(1);
      });

      test('works from inside a delivery', async () => {
        const [left, right] = await openPair();
        const sender = opened(left);
        const seen: unknown[] = [];
        const ends: (Error | undefined)[] = [];
        right.open({
          receive: (message) => {
            seen.push(message);
            right.destroy();
          },
          reject: () => undefined,
          ended: (error) => void ends.push(error),
        });
        for (const message of numbered(3)) sender.channel.send(message);
        await settled();
        expect(seen).toEqual(numbered(1));
        expect(ends).toEqual([undefined]);
        expect(sender.ends).toHaveLength(1);
      });

      test('after an end it does not end again', async () => {
        const [left, right] = await openBoth();
        await left.channel.end();
        await right.channel.end();
        await settled();
        left.channel.destroy(new Error('too late'));
        right.channel.destroy(new Error('too late'));
        await settled();
        expect(left.ends).toEqual([undefined]);
        expect(right.ends).toEqual([undefined]);
      });
    });

    describe('death of the other side', () => {
      test('what has arrived stays, the end is heard once, and sending does no harm', async () => {
        const { left, right, die } = await openMortal();
        const here = opened(left);
        opened(right);
        for (const message of numbered(3)) right.send(message);
        await settled();
        await die();
        try {
          left.send({ jsonrpc: '2.0', method: 'late' });
        } catch (error) {
          expect(error).toMatchObject({ name: 'ConnectionError', code: 'closed' });
        }
        await settled();
        expect(here.messages).toEqual(numbered(3));
        expect(here.ends).toHaveLength(1);
      });

      test('lets a sender go that waits for room', async () => {
        const { left, right, die } = await openMortal();
        const here = opened(left);
        opened(right);
        right.pause();
        await fillUp(left);
        const drained = left.drained();
        await die();
        expect(await isSettled(drained)).toBe(true);
        expect(here.ends).toHaveLength(1);
      });
    });
  });
}
