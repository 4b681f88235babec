/** The part of the channel contract about receivers that are slow or pause. */
import type { ContractStage } from './contract-stage.ts';
import { numbered } from './watched-channel.ts';

/** Declares it for the channels of the stage. */
export function backpressureContract({
  describe,
  test,
  expect,
  settled,
  isSettled,
  fillUp,
  openBoth,
}: ContractStage): void {
  describe('backpressure', () => {
    test('a receiver that pauses makes the sender wait, and drained resolves when it goes on', async () => {
      const [left, right] = await openBoth();
      right.channel.pause();
      const { count, drained } = await fillUp(left.channel);
      expect(left.channel.unsentBytes).toBeGreaterThan(0);
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
}
