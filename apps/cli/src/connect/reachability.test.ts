import { expect, test } from 'vitest';

import { Reachability } from './reachability.ts';

test('a server is lost when a first attempt to connect again fails, and there when all streams are', () => {
  const told: boolean[] = [];
  const reachability = new Reachability((isReachable) => told.push(isReachable));
  const note = (kind: string, name: string): void => {
    reachability.note({ kind, name });
  };
  note('dropped', 'a');
  note('resumed', 'a');
  note('dropped', 'a');
  note('session-lost', 'a');
  expect(told).toEqual([]);
  note('dropped', 'a');
  note('dropped', 'b');
  note('dropped', 'b');
  note('dropped', 'a');
  expect(told).toEqual([false]);
  note('resumed', 'a');
  expect(told).toEqual([false]);
  note('resumed', 'b');
  expect(told).toEqual([false, true]);
});
