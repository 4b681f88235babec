import { describe, expect, test } from 'vitest';

import { ReadPace } from './read-pace.ts';

/** What a pace says to reads of so many bytes, one every `apart` milliseconds. */
function answers(pace: ReadPace, reads: readonly number[], apart = 0.01): boolean[] {
  return reads.map((bytes, index) => pace.read(bytes, index * apart));
}

const several = (count: number, bytes: number): number[] => Array.from({ length: count }, () => bytes);

/** A pace that has just asked to wait, after reads of 200 bytes. */
function waiting(): ReadPace {
  const pace = new ReadPace();
  expect(answers(pace, several(8, 200)).at(-1)).toBe(true);
  return pace;
}

describe('the pace of reading', () => {
  test('lets the next read wait after eight short ones in a millisecond, not before', () => {
    expect(answers(new ReadPace(), several(8, 200))).toEqual([...several(7, 0).map(Boolean), true]);
  });

  test('never lets a read wait where they come slower', () => {
    expect(answers(new ReadPace(), several(100, 200), 0.2)).not.toContain(true);
  });

  test('never lets a read wait where much comes with each', () => {
    expect(answers(new ReadPace(), several(100, 5000))).not.toContain(true);
  });

  test('goes on waiting while that brings several together', () => {
    const pace = waiting();
    for (let n = 0; n < 10; n += 1) {
      pace.waited(0);
      expect(pace.read(2000, n)).toBe(true);
    }
  });

  test('stops waiting when it brought nothing, and begins to count again', () => {
    const pace = waiting();
    pace.waited(0);
    expect(answers(pace, several(9, 200))).toEqual([...several(8, 0).map(Boolean), true]);
  });

  test('reads everything that came meanwhile before it waits again', () => {
    const pace = waiting();
    pace.waited(200);
    expect(answers(pace, [200, 65_536, 65_536, 300])).toEqual([false, false, false, true]);
  });

  test('does not wait after something was said', () => {
    const pace = waiting();
    pace.reset();
    expect(answers(pace, [20_000, ...several(7, 200)])).not.toContain(true);
  });
});
