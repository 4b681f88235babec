import { expect, test } from 'vitest';

import { RunningRequests } from './running-requests.ts';

test('counts the requests of each principal up to the limit, and each end once', () => {
  const running = new RunningRequests(2);
  const [first] = [running.enter('ann'), running.enter('ann')];
  expect(running.enter('ann')).toBeUndefined();
  expect(running.enter('ben')).toBeTypeOf('function');
  first?.();
  first?.();
  expect([running.enter('ann'), running.enter('ann')]).toEqual([expect.any(Function), undefined]);
});
