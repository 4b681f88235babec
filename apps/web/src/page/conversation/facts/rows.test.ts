import { expect, test } from 'vitest';

import { Rows } from './rows.ts';

const shape = (rows: readonly { readonly ids: readonly string[] }[]): readonly number[] =>
  rows.map(({ ids }) => ids.length);
const calls = (count: number, from = 1): readonly string[] =>
  Array.from({ length: count }, (_, index) => `tool_call:${from + index}`);

test('each entry is a row, and four or more tool calls in a row are one', () => {
  const rows = new Rows();
  expect(shape(rows.update(['user_message:1', ...calls(3), 'agent_message:1', ...calls(4, 4)]))).toEqual([
    1, 1, 1, 1, 1, 4,
  ]);
});

test('a group grows under the same key', () => {
  const rows = new Rows();
  const [first] = rows.update(calls(4));
  const [second] = rows.update(calls(5));
  expect(second?.key).toBe(first?.key);
  expect(second?.ids).toHaveLength(5);
});

test('earlier rows are the same objects after entries were added', () => {
  const rows = new Rows();
  const before = rows.update(['user_message:1', 'agent_message:1']);
  const after = rows.update(['user_message:1', 'agent_message:1', ...calls(5)]);
  expect(after.slice(0, 2).every((row, index) => row === before[index])).toBe(true);
  expect(shape(after)).toEqual([1, 1, 5]);
});

test('entries in another order are read anew', () => {
  const rows = new Rows();
  rows.update(['a:1', 'b:1']);
  expect(rows.update(['b:1', 'a:1']).map(({ key }) => key)).toEqual(['b:1', 'a:1']);
});
