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
  expect(check(watch, working)).toBe('No output for 45 s · Esc cancels · /restart restarts the agent');
  now = 200_000;
  expect(check(watch, working)).toContain('No output for 3 min');
  watch.recordMessage();
  expect(check(watch, working)).toBeUndefined();
});

test('what was cancelled is told to stop, and told of when it does not', () => {
  let now = 0;
  const watch = new ActivityMonitor(() => now);
  expect(check(watch, { isBusy: true, isCancelling: true })).toBe('Cancelling …');
  now = 6000;
  expect(check(watch, { isBusy: true, isCancelling: true })).toBe('Not stopping for 6 s · /restart ends it');
  expect(check(watch, working)).toBeUndefined();
  expect(check(watch, { isBusy: false, isCancelling: true })).toBeUndefined();
});

test('the work is timed from its beginning, also while the agent asks, which is no silence', () => {
  let now = 1000;
  const watch = new ActivityMonitor(() => now);
  expect(watch.elapsed).toBe(0);
  watch.check(working);
  now = 61_000;
  expect(watch.check({ ...working, isAsking: true })).toBeUndefined();
  expect(watch.elapsed).toBe(60_000);
  now = 71_000;
  expect(watch.check(working)).toBeUndefined();
  watch.check({ isBusy: false, isCancelling: false });
  expect(watch.elapsed).toBe(0);
});
