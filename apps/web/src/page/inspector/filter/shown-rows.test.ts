import type { WireRow } from '@acp-stack/trace/inspect';
import { expect, test } from 'vitest';

import { ShownRows } from './shown-rows.ts';

const row = (index: number, fields: Partial<WireRow> = {}): WireRow => ({
  index,
  run: 1,
  ts: index,
  from: 'Agent',
  to: 'Client',
  kind: 'notification',
  method: 'session/update',
  preview: `row ${index}`,
  size: 10,
  ...fields,
});

test('later rows are added, and each row is looked at once', () => {
  let looked = 0;
  const counted = (index: number): WireRow =>
    Object.defineProperty(row(index), 'kind', {
      get: () => {
        looked += 1;
        return 'notification';
      },
    });
  const rows = Array.from({ length: 100_000 }, (_, index) => counted(index));
  const shown = new ShownRows(rows.slice(0, 50_000), { kinds: ['notification'] });
  expect(shown.continues(rows)).toBe(true);
  shown.add(rows);
  shown.add(rows);
  expect(shown.items.length).toBe(100_000);
  expect(looked).toBe(100_000);
});

test('rows that do not match are left out, and positions are those of the items', () => {
  const rows = [row(5), row(6, { kind: 'error' }), row(7)];
  const shown = new ShownRows(rows, { kinds: ['error'] });
  expect(shown.items.map((item) => item.row.index)).toEqual([6]);
  expect([5, 6, undefined].map((index) => shown.positionOf(index))).toEqual([-1, 0, -1]);
});

test('chunks of one message are one item, and each of them leads to it', () => {
  const chunk = (text: string): Partial<WireRow> => ({ session: 's', chunk: { stream: 'm', text } });
  const shown = new ShownRows([row(0, chunk('a')), row(1, chunk('b'))], {});
  expect(shown.items).toMatchObject([{ text: 'ab', rows: [{ index: 0 }, { index: 1 }] }]);
  expect(shown.positionOf(1)).toBe(0);
});

test('rows that begin elsewhere need another object', () => {
  const shown = new ShownRows([row(0)], {});
  expect(shown.continues([row(1)])).toBe(false);
  expect(new ShownRows([], {}).continues([row(3)])).toBe(true);
});
