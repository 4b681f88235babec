/**
 * There and back: a session that goes through both bridges is shown as if it had gone through none.
 *
 * The long version, `npm run test:long`, runs many more sessions with other seeds.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { runV1Script, type ScriptResult } from './round-trip/run-v1-script.ts';
import { script as scriptV1 } from './round-trip/v1-script.ts';
import { runV2Script } from './round-trip/run-v2-script.ts';
import { script as scriptV2 } from './round-trip/v2-script.ts';
import { isKept, subset } from './round-trip/v2-subset.ts';

const isLong = process.env['ACP_LONG'] === '1';
const runs = isLong ? { numRuns: 2000 } : { numRuns: 100, seed: 5 };
const timeout = isLong ? 1_800_000 : 300_000;

function expectSame(crossed: ScriptResult, direct: ScriptResult): void {
  expect(direct.faults).toEqual([]);
  expect(crossed.faults).toEqual([]);
  expect(crossed.client).toEqual(direct.client);
  expect(crossed.agent).toEqual(direct.agent);
  expect(crossed.reports).toEqual([]);
}

describe('version 1 over version 2', () => {
  test(
    'a client of version 1 sees the same as without the bridges',
    async () => {
      await fc.assert(
        fc.asyncProperty(scriptV1, async (script) => {
          expectSame(await runV1Script(script, [1, 2, 1]), await runV1Script(script, [1]));
        }),
        runs,
      );
    },
    timeout,
  );
});

describe('version 2 over version 1', () => {
  test('the table says what of version 2 is left out: nothing where a row loses nothing', () => {
    const whole = Object.entries(subset).filter(([, { narrow }]) => narrow === undefined);
    const kept = Object.entries(subset).filter(([, { row }]) => isKept(row));
    expect(whole.map(([tag]) => tag)).toEqual(kept.map(([tag]) => tag));
  });

  test(
    'a client of version 2 sees the same as without the bridges, of what version 1 can express',
    async () => {
      await fc.assert(
        fc.asyncProperty(scriptV2, async (script) => {
          expectSame(await runV2Script(script, [2, 1, 2]), await runV2Script(script, [2]));
        }),
        runs,
      );
    },
    timeout,
  );
});
