import { expect, test } from 'vitest';

import { InputHistory, shownText, step, type HistoryWalk } from './input-history.ts';
import { memoryStorage } from './memory-storage.test-support.ts';

test('offers the messages of the session first, newest first, and each once', () => {
  const storage = memoryStorage();
  const history = new InputHistory(storage);
  for (const [session, text] of [
    ['a', 'one'],
    ['b', 'two'],
    ['a', 'three'],
    ['b', 'one'],
    ['a', 'one'],
  ] as const)
    history.add(session, text);
  expect(new InputHistory(storage).texts('a')).toEqual(['one', 'three', 'two']);
  expect(history.texts('c')).toEqual(['one', 'three', 'two']);
});

test('keeps at most 500 messages, and no blank or very long one', () => {
  const history = new InputHistory(memoryStorage());
  for (let count = 0; count < 600; count += 1) history.add('a', `message ${count}`);
  history.add('a', '  ');
  history.add('a', 'x'.repeat(20_001));
  expect(history.texts('a')).toHaveLength(500);
  expect(history.texts('a')[0]).toBe('message 599');
});

test('a full or damaged storage is an empty history', () => {
  const full = new InputHistory(memoryStorage(5));
  full.add('a', 'hello');
  expect(full.texts('a')).toEqual([]);
  const storage = memoryStorage();
  storage.setItem('acp-input-history', '[7, {"session":"a"}, {"session":"a","text":"ok"}]');
  expect(new InputHistory(storage).texts('a')).toEqual(['ok']);
  storage.setItem('acp-input-history', 'no');
  expect(new InputHistory(storage).texts('a')).toEqual([]);
});

test('a walk goes to the oldest message and back to what was being written', () => {
  const start: HistoryWalk = { written: 'now', texts: ['new', 'old'], index: -1 };
  const one = step(start, 1);
  const two = one === undefined ? undefined : step(one, 1);
  expect([one, two].map((walk) => (walk === undefined ? undefined : shownText(walk)))).toEqual(['new', 'old']);
  expect(two === undefined ? undefined : step(two, 1)).toBeUndefined();
  expect(step(start, -1)).toBeUndefined();
  const back = one === undefined ? undefined : step(one, -1);
  expect(back === undefined ? undefined : shownText(back)).toBe('now');
});
