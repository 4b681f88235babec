/** An answer that is left in shared memory, seen from both sides. */
import { expect, test } from 'vitest';

import { QuickAnswer } from './quick-answer.ts';

/** Two threads have one each, on the same memory. */
function sides(): readonly [asking: QuickAnswer, answering: QuickAnswer] {
  const asking = new QuickAnswer();
  return [asking, new QuickAnswer(asking.buffer)];
}

test('is taken once, where one was expected', () => {
  const [asking, answering] = sides();
  asking.expect();
  expect(asking.take()).toBeUndefined();
  expect(answering.give([7, 2 ** 40, 2 ** 40 + 1])).toBe(true);
  expect(asking.take()).toEqual([7, 2 ** 40, 2 ** 40 + 1]);
  expect(asking.take()).toBeUndefined();
});

test('is not left where nobody looks, or another one waits', () => {
  const [asking, answering] = sides();
  expect(answering.give([1, 1, 1])).toBe(false);
  asking.expect();
  expect(answering.give([2, 2, 2])).toBe(true);
  expect(answering.give([3, 3, 3])).toBe(false);
  // What waits is not forgotten when one more is expected.
  asking.expect();
  expect(asking.take()).toEqual([2, 2, 2]);
  expect(answering.give([4, 4, 4])).toBe(false);
});

test('is handed over by who stops looking, or never left', () => {
  const [asking, answering] = sides();
  asking.expect();
  answering.give([5, 5, 5]);
  expect(asking.withdraw()).toEqual([5, 5, 5]);
  asking.expect();
  expect(asking.withdraw()).toBeUndefined();
  expect(answering.give([6, 6, 6])).toBe(false);
});
