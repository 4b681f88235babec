/** Random schedules of everything that can happen to injected messages, judged by a model that only sees the wire. */
import * as fc from 'fast-check';
import { describe, test } from 'vitest';

import { Stage, steps, type Step } from './stage.ts';

const isLong = process.env['ACP_LONG'] === '1';
const runs = isLong ? { numRuns: 4000 } : { numRuns: 500, seed: 9 };
const timeout = isLong ? 1_800_000 : 300_000;

const often: readonly Step['kind'][] = ['queue', 'queue', 'steer', 'steer', 'prompt', 'prompt', 'end', 'breakpoint'];
const kinds: readonly Step['kind'][] = [...(Object.keys(steps) as Step['kind'][]), ...often];
const step = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat({ max: 11 }) });
/** Mostly one thing at a time; otherwise several before anything has been heard of the first. */
const burst = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(step) },
  { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 4 }) },
);
const schedule = fc.array(burst, { minLength: 3, maxLength: isLong ? 14 : 9 });

describe('every accepted message ends in exactly one way, in the order of the model', () => {
  test.each(['memory', 'kept first', 'journal'] as const)(
    'with a store in which it is: %s [INJ-03 to INJ-22]',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(schedule, async (bursts) => {
          const stage = await Stage.open(kind);
          for (const each of bursts) await stage.perform(each);
          await stage.conclude();
        }),
        runs,
      );
    },
    timeout,
  );
});
