/** The claims of `docs/benchmarks.md` in a run of seconds; `npm run bench` measures them properly. */
import { describe, expect, test } from 'vitest';

import { bench, comesNear, groupNames, readArguments } from '../../bench/run.mjs';

/** A short run on a busy machine scatters; what is claimed must still be in sight. */
const slack = 2;

describe('against the official SDK', async () => {
  const rows = [];
  for await (const group of bench({ pace: 'short' })) rows.push(...group);

  test.each(rows)('$group: $name is within reach of its target', (row) => {
    expect(comesNear(row, slack), JSON.stringify(row)).toBe(true);
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
