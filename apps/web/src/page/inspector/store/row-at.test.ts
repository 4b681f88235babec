import type { WireRow } from '@acp-stack/trace/inspect';
import { expect, test } from 'vitest';

import { rowAt } from './row-at.ts';

const rows = [3, 4, 7, 9, 20].map((index) => ({ index }) as WireRow);

test('a row is found by its index, also behind gaps', () => {
  expect(rows.map(({ index }) => rowAt(rows, index)?.index)).toEqual([3, 4, 7, 9, 20]);
  expect([0, 5, 21, undefined].map((index) => rowAt(rows, index))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(rowAt([], 1)).toBeUndefined();
});
