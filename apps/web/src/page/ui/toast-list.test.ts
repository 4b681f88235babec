import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ToastList } from './toast-list.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const titles = (list: ToastList): readonly string[] => list.snapshot().map(({ title }) => title);

test('a message goes by itself, and an error stays until it is closed', () => {
  const list = new ToastList();
  list.show({ title: 'done' });
  list.show({ title: 'failed', kind: 'error' });
  vi.runAllTimers();
  expect(titles(list)).toEqual(['failed']);
  list.close(list.snapshot()[0]?.id ?? 0);
  expect(titles(list)).toEqual([]);
});

test('a message stays while the user looks at it', () => {
  const list = new ToastList();
  list.show({ title: 'done' });
  const id = list.snapshot()[0]?.id ?? 0;
  list.pause(id);
  vi.runAllTimers();
  expect(titles(list)).toEqual(['done']);
  list.resume(id);
  vi.runAllTimers();
  expect(titles(list)).toEqual([]);
});

test('at most four are shown, and the same words once', () => {
  const list = new ToastList();
  for (const title of ['a', 'b', 'c', 'd', 'e', 'e']) list.show({ title });
  expect(titles(list)).toEqual(['b', 'c', 'd', 'e']);
});
