/** The part of the channel contract about endings: of one direction, of both, and of the other side. */
import type { ContractStage } from './contract-stage.ts';
import { numbered, opened } from './watched-channel.ts';

/** Declares it for the channels of the stage. */
export function endingContract({
  describe,
  test,
  expect,
  settled,
  isSettled,
  fillUp,
  openPair,
  openBoth,
  openMortal,
}: ContractStage): void {
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
      const { count, drained } = await fillUp(left.channel);
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
}
