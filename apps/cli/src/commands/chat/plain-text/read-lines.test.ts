import { expect, test } from 'vitest';

import { ReadLines } from './read-lines.ts';

const lines = (count: number): readonly string[] => Array.from({ length: count }, (_, line) => `line ${line}`);

test('long text is read out in parts, and each says how many lines are left', () => {
  const reading = new ReadLines(lines(123), { isWhole: false });
  expect(reading.first[50]).toBe('63 lines are not read out yet. The last lines:');
  expect(reading.more().at(-1)).toBe('3 more lines.');
  expect(reading.more().at(-1)).toBe('Everything was read out.');
});

test('a single line that is left is one line', () => {
  expect(new ReadLines(lines(61), { isWhole: false }).first[50]).toBe('1 line is not read out yet. The last lines:');
  const reading = new ReadLines(lines(121), { isWhole: false });
  expect(reading.more().at(-1)).toBe('1 more line.');
});
