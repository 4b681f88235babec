import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { Deadlines } from './deadlines.ts';

describe('deadlines', () => {
  test('give up what is late, each for its own reason, and nothing else', async () => {
    const clock = new VirtualClock();
    const deadlines = new Deadlines(clock);
    const reasons: (string | undefined)[] = [];
    const add = (name: string, timeout: number | undefined): (() => void) => {
      const cancel = (reason?: Error): void => void reasons.push(reason?.message);
      deadlines.add(cancel, timeout, () => new Error(name));
      return () => {
        deadlines.delete(cancel);
      };
    };
    add('late', 300);
    add('soon', 100);
    const answer = add('answered', 200);
    add('unlimited', undefined);
    await clock.advance(100);
    expect(reasons).toEqual(['soon']);
    answer();
    await clock.advance(1000);
    expect(reasons).toEqual(['soon', 'late']);
  });

  test('give up everything at once, and what comes later too', () => {
    const deadlines = new Deadlines(new VirtualClock());
    let cancelled = 0;
    const cancel = (): number => (cancelled += 1);
    const never = (): Error => new Error('late');
    deadlines.add(() => cancel(), 100, never);
    deadlines.add(() => cancel(), undefined, never);
    deadlines.cancelAll();
    expect(cancelled).toBe(2);
    deadlines.add(() => cancel(), 100, never);
    expect(cancelled).toBe(3);
  });
});
