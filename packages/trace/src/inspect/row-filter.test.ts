import { expect, test } from 'vitest';

import { isMatch, type RowFilter } from './row-filter.ts';
import type { WireRow } from './wire-row.ts';

const row: WireRow = {
  index: 3,
  run: 1,
  ts: 0,
  from: 'Agent',
  to: 'Client',
  kind: 'notification',
  method: 'session/update',
  session: 's1',
  preview: 'Roses',
  size: 10,
};
const matches = (filter: RowFilter, found?: ReadonlySet<number>): boolean => isMatch(row, filter, found);

test('every field of a filter has to match', () => {
  expect(matches({})).toBe(true);
  expect(matches({ runs: [1], session: 's1', method: 'update', from: 'Agent', kinds: ['notification'] })).toBe(true);
  for (const filter of [{ runs: [2] }, { session: 's2' }, { method: 'new' }, { from: 'Client' }, { to: 'Agent' }])
    expect(matches(filter), JSON.stringify(filter)).toBe(false);
  expect(matches({ kinds: ['request'] })).toBe(false);
});

test('a text is found in the summary, or in the message if that was searched', () => {
  expect(matches({ text: 'roses' })).toBe(true);
  expect(matches({ text: 'tulips' })).toBe(false);
  expect(matches({ text: 'tulips' }, new Set([3]))).toBe(true);
});

test('errors are error responses, unreadable lines, noise on stdout and findings that are no notes', () => {
  const of = (fields: Partial<WireRow>): boolean => isMatch({ ...row, ...fields }, { onlyErrors: true });
  expect(of({})).toBe(false);
  expect(of({ kind: 'error' })).toBe(true);
  expect(of({ kind: 'stdout' })).toBe(true);
  expect(of({ findings: [{ severity: 'note', path: '', text: 'x' }] })).toBe(false);
  expect(of({ findings: [{ severity: 'warning', path: '', text: 'x' }] })).toBe(true);
});
