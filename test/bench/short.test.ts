/** The claims of `docs/benchmarks.md` in a run of seconds; `npm run bench` measures them properly. */
import { describe, expect, test } from 'vitest';

import { bench, comesNear } from '../../bench/run.mjs';

/** A short run on a busy machine scatters; what is claimed must still be in sight. */
const slack = 2;

describe('against the official SDK', async () => {
  const rows = await bench({ pace: 'short' });

  test.each(rows)('$group: $name is within reach of its target', (row) => {
    expect(comesNear(row, slack), JSON.stringify(row)).toBe(true);
  });
});
