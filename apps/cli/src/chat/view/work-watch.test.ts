import { expect, test } from 'vitest';

import { WorkWatch } from './work-watch.ts';

const working = { isBusy: true, isCancelling: false };

test('silence is told of when it lasts, until something is heard', () => {
  let now = 0;
  const watch = new WorkWatch(() => now);
  expect(watch.look(working)).toBeUndefined();
  now = 29_000;
  expect(watch.look(working)).toBeUndefined();
  now = 45_000;
  expect(watch.look(working)).toBe('silent for 45 s, Esc cancels, //restart starts it again');
  now = 200_000;
  expect(watch.look(working)).toContain('silent for 3 min');
  watch.heard();
  expect(watch.look(working)).toBeUndefined();
});

test('what was cancelled is told to stop, and told of when it does not', () => {
  let now = 0;
  const watch = new WorkWatch(() => now);
  expect(watch.look({ isBusy: true, isCancelling: true })).toBe('cancelling');
  now = 6000;
  expect(watch.look({ isBusy: true, isCancelling: true })).toBe('does not stop for 6 s, //restart ends it');
  expect(watch.look(working)).toBeUndefined();
  expect(watch.look({ isBusy: false, isCancelling: true })).toBeUndefined();
});
