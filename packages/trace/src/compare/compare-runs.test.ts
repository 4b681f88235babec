import { describe, expect, test } from 'vitest';

import type { TraceRecord } from '../format/trace-format.ts';
import { schemas } from '../load-schema.test-support.ts';
import { exchangesOf, type Exchange } from '../rows/exchanges.ts';
import { alignLists } from './align-lists.ts';
import { compareRuns } from './compare-runs.ts';

const frame = (from: 'Client' | 'Agent', message: object, ts = 0): TraceRecord => ({
  type: 'frame',
  ts,
  connection: '1',
  from,
  to: from === 'Client' ? 'Agent' : 'Client',
  frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const said = (sessionId: string, text: string): TraceRecord =>
  frame('Agent', {
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  });
const opened = (sessionId: string, id: number): readonly TraceRecord[] => [
  frame('Client', { id, method: 'session/new', params: { cwd: '/x', mcpServers: [] } }),
  frame('Agent', { id, result: { sessionId } }, 2),
];
const rows = (...records: readonly TraceRecord[]): readonly Exchange[] => exchangesOf(records, schemas);

describe('two runs', () => {
  test('are the same if only ids, and the sizes of chunks, differ', () => {
    const left = rows(...opened('abc', 1), said('abc', 'Good '), said('abc', 'morning'));
    const right = rows(...opened('xyz', 7), said('xyz', 'Good morning'));
    expect(compareRuns(left, right).map(({ state }) => state)).toEqual(['same', 'same', 'same']);
  });

  test('differ in a text, with its place and both values', () => {
    const left = rows(...opened('abc', 1), said('abc', 'red'));
    const right = rows(...opened('xyz', 1), said('xyz', 'blue'));
    expect(compareRuns(left, right).at(-1)).toEqual({
      state: 'changed',
      left: 2,
      right: 2,
      changes: [{ path: '/params/update/content/text', left: 'red', right: 'blue' }],
    });
  });

  test('have messages that only one of them has, in their place', () => {
    const call = frame('Agent', { id: 1, method: 'fs/read_text_file', params: { sessionId: 'abc', path: '/x' } });
    const left = rows(...opened('abc', 1), call, said('abc', 'done'));
    const right = rows(...opened('abc', 1), said('abc', 'done'));
    const states = (one: readonly Exchange[], other: readonly Exchange[]): readonly string[] =>
      compareRuns(one, other).map(({ state }) => state);
    expect(states(left, right)).toEqual(['same', 'same', 'only-left', 'same']);
    expect(states(right, left)).toEqual(['same', 'same', 'only-right', 'same']);
  });

  test('show how long each response took', () => {
    const [, answer] = compareRuns(rows(...opened('a', 1)), rows(...opened('b', 1)));
    expect(answer?.took).toEqual({ left: 2, right: 2 });
  });
});

describe('alignLists', () => {
  test('aligns lists that are too long to compare every pair', () => {
    const left = Array.from({ length: 3000 }, (_, index) => String(index));
    const right = left.filter((_, index) => index !== 10 && index !== 2990);
    const pairs = alignLists(['x', ...left, 'a'], ['y', ...right, 'b']);
    expect(pairs.filter(({ left: one, right: other }) => one !== undefined && other !== undefined)).toHaveLength(2998);
  });
});
