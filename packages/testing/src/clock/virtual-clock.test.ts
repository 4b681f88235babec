import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from './virtual-clock.ts';

describe('VirtualClock', () => {
  test('runs due work in order, and work that it schedules', async () => {
    const clock = new VirtualClock();
    const rang: string[] = [];
    clock.schedule(20, () => void rang.push('second'));
    clock.schedule(10, () => {
      rang.push('first');
      clock.schedule(5, () => void rang.push('between'));
    });
    clock.schedule(20, () => void rang.push('third'));
    clock.schedule(31, () => void rang.push('never'));
    await clock.advance(30);
    expect(rang).toEqual(['first', 'between', 'second', 'third']);
    expect(clock.now()).toBe(30);
    expect(clock.pending).toBe(1);
  });

  test('forgets what was cancelled', async () => {
    const clock = new VirtualClock();
    const rang: string[] = [];
    const cancel = clock.schedule(1, () => void rang.push('cancelled'));
    cancel();
    await clock.advance(10);
    expect(rang).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('lets promises settle between two timers', async () => {
    const clock = new VirtualClock();
    const order: string[] = [];
    clock.schedule(1, () => void settled(1).then(() => order.push('work of the first')));
    clock.schedule(2, () => void order.push('second'));
    await clock.advance(2);
    expect(order).toEqual(['work of the first', 'second']);
  });
});
