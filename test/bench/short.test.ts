/** That every figure of `npm run bench` can be measured, in a run of seconds. What it is only `npm run bench` tells. */
import { describe, expect, test } from 'vitest';

import { measureCases } from '../../bench/support/measure-cases.mjs';
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

describe('a case that fails', () => {
  test('is a row that says why, and the others are measured all the same', async () => {
    const about = (name: string): Parameters<typeof rowNamed>[0] => ({
      group: 'hub',
      name,
      unit: 'ms',
      better: 'lower',
    });
    const rowNamed = (row: { group: string; name: string; unit: string; better: string }): object => ({
      ...row,
      ratio: 1,
    });
    const seen: unknown[] = [];
    const cases = [
      { about: about('first'), measure: async () => [rowNamed(about('first'))] },
      {
        about: about('second'),
        measure: async () => {
          // The rows of the first case are there before the second one is measured.
          seen.push('second begins');
          throw new Error('It ended with 1.\n    at …');
        },
      },
      { about: about('third'), measure: async () => [rowNamed(about('third'))] },
    ];
    for await (const rows of measureCases(cases)) seen.push(...rows);
    expect(seen).toMatchObject([
      { name: 'first', ratio: 1 },
      'second begins',
      { name: 'second', ratio: Number.NaN, failure: 'It ended with 1.' },
      { name: 'third', ratio: 1 },
    ]);
    expect(isOfRightOrder(seen[2] as Row)).toBe(false);
  });
});

describe('the command line', () => {
  test('measures one engine and one case of the hub, for so many seconds', () => {
    expect(readArguments(['hub', '--engine', 'postgresql', '--case', 'live', '--seconds', '60'])).toMatchObject({
      names: ['hub'],
      hub: { engine: 'postgresql', case: 'live', seconds: 60 },
    });
    expect(readArguments(['http']).hub).toEqual({});
    expect(() => readArguments(['hub', '--seconds', 'soon'])).toThrow('--seconds must be a positive integer.');
    expect(() => readArguments(['hub', '--engine'])).toThrow('--engine needs a value.');
  });

  test.each([
    [{ engine: 'mysql' }, '--engine must be one of sqlite, postgresql, not mysql.'],
    [
      { case: 'lives' },
      '--case must be one of live, attach, idle, throughput, growth, takeover, transport, not lives.',
    ],
  ])('refuses an engine or a case of the hub that there is not: %j', async (hub, message) => {
    await expect(bench({ pace: 'short', names: ['hub'], hub }).next()).rejects.toThrow(message);
  });

  test('measures everything, or the groups that are named', () => {
    expect(readArguments([])).toMatchObject({ pace: 'long', names: groupNames });
    expect(readArguments(['--short', 'http', 'stdio'])).toMatchObject({ pace: 'short', names: ['http', 'stdio'] });
  });

  test('says what there is when it does not understand', () => {
    expect(() => readArguments(['htpp', '--fast'])).toThrow(/Unknown: --fast, htpp\. .* groups are .*web-socket, http/);
  });
});
