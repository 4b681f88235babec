import { expect, test } from 'vitest';

import { ActivityMonitor, activityWords } from './activity-monitor.ts';

const working = { isBusy: true, isCancelling: false };

const look = (watch: ActivityMonitor, work: Parameters<ActivityMonitor['look']>[0]): string | undefined =>
  activityWords(watch.look(work));

test('silence is told of when it lasts, until something is heard', () => {
  let now = 0;
  const watch = new ActivityMonitor(() => now);
  expect(look(watch, working)).toBeUndefined();
  now = 29_000;
  expect(look(watch, working)).toBeUndefined();
  now = 45_000;
  expect(look(watch, working)).toBe('silent for 45 s, Esc cancels, //restart restarts it');
  now = 200_000;
  expect(look(watch, working)).toContain('silent for 3 min');
  watch.heard();
  expect(look(watch, working)).toBeUndefined();
});

test('what was cancelled is told to stop, and told of when it does not', () => {
  let now = 0;
  const watch = new ActivityMonitor(() => now);
  expect(look(watch, { isBusy: true, isCancelling: true })).toBe('cancelling');
  now = 6000;
  expect(look(watch, { isBusy: true, isCancelling: true })).toBe('not stopping for 6 s, //restart ends it');
  expect(look(watch, working)).toBeUndefined();
  expect(look(watch, { isBusy: false, isCancelling: true })).toBeUndefined();
});
