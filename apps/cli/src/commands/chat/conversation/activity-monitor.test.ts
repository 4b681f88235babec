import { expect, test } from 'vitest';

import { ActivityMonitor, activityWords } from './activity-monitor.ts';

const working = { isBusy: true, isCancelling: false };

const check = (watch: ActivityMonitor, work: Parameters<ActivityMonitor['check']>[0]): string | undefined =>
  activityWords(watch.check(work));

test('silence is reported when it lasts, until the agent sends something', () => {
  let now = 0;
  const watch = new ActivityMonitor(() => now);
  expect(check(watch, working)).toBeUndefined();
  now = 29_000;
  expect(check(watch, working)).toBeUndefined();
  now = 45_000;
  expect(check(watch, working)).toBe('silent for 45 s, Esc cancels, //restart restarts it');
  now = 200_000;
  expect(check(watch, working)).toContain('silent for 3 min');
  watch.recordMessage();
  expect(check(watch, working)).toBeUndefined();
});

test('what was cancelled is told to stop, and told of when it does not', () => {
  let now = 0;
  const watch = new ActivityMonitor(() => now);
  expect(check(watch, { isBusy: true, isCancelling: true })).toBe('cancelling');
  now = 6000;
  expect(check(watch, { isBusy: true, isCancelling: true })).toBe('not stopping for 6 s, //restart ends it');
  expect(check(watch, working)).toBeUndefined();
  expect(check(watch, { isBusy: false, isCancelling: true })).toBeUndefined();
});
