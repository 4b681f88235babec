import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { PostOrder } from './post-order.ts';

describe('the order of POSTs', () => {
  test('is that of their sequences, whatever order and however often they come', async () => {
    const arrivals = fc
      .shuffledSubarray(
        Array.from({ length: 20 }, (_, n) => n + 1),
        { minLength: 20 },
      )
      .chain((all) => fc.array(fc.integer({ min: 1, max: 20 })).map((again) => [...all, ...again]));
    await fc.assert(
      fc.asyncProperty(arrivals, async (sequences) => {
        const order = new PostOrder(100);
        const handled: number[] = [];
        const turns = sequences.map(
          async (sequence) => await order.handleInOrder(sequence, () => handled.push(sequence)),
        );
        expect(await Promise.all(turns)).toEqual(sequences.map(() => 'handled'));
        expect(handled).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  test('has a limit for those that wait', async () => {
    const order = new PostOrder(3);
    const waiting = order.handleInOrder(3, () => undefined);
    expect(order.handleInOrder(5, () => undefined)).toBe('too-many');
    order.release();
    expect(await waiting).toBe('given-up');
  });
});
