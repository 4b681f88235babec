/** That every figure of `npm run bench` can be measured, in a run of seconds. What it is only `npm run bench` tells. */
import { describe, expect, test } from 'vitest';

import { bench, groupNames, isOfRightOrder, readArguments } from '../../bench/run.mjs';

type Row = Parameters<typeof isOfRightOrder>[0] & { readonly group: string; readonly name: string };

describe('a figure', () => {
  test.each(groupNames)('of %s can be measured and is of the right order', { timeout: 300_000 }, async (name) => {
    const rows: Row[] = [];
    for await (const measured of bench({ pace: 'short', names: [name] })) rows.push(...(measured as readonly Row[]));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !isOfRightOrder(row))).toEqual([]);
  });

  test.each([
    [{ ratio: 11, target: 1000, better: 'higher' }, true],
    [{ ratio: 9, target: 1000, better: 'higher' }, false],
    [{ ratio: 1900, target: 20, better: 'lower' }, true],
    [{ ratio: 2100, target: 20, better: 'lower' }, false],
    [{ ratio: 1, target: 0, better: 'lower' }, false],
    [{ ratio: 2100, target: 20, better: 'lower', isOfDifferences: true }, true],
    [{ ratio: 5, better: 'higher' }, true],
    [{ ratio: Number.NaN, better: 'higher' }, false],
  ])('%j of the right order: %s', (row, expected) => {
    expect(isOfRightOrder(row)).toBe(expected);
  });
});

describe('the command line', () => {
  test('measures everything, or the groups that are named', () => {
    expect(readArguments([])).toMatchObject({ pace: 'long', names: groupNames });
    expect(readArguments(['--short', 'http', 'stdio'])).toMatchObject({ pace: 'short', names: ['http', 'stdio'] });
  });

  test('says what there is when it does not understand', () => {
    expect(() => readArguments(['htpp', '--fast'])).toThrow(/Unknown: --fast, htpp\. .* groups are .*web-socket, http/);
  });
});
