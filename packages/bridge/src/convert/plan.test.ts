import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { planEntry } from './arbitraries.test-support.ts';
import { collectLosses, strict } from './losses.test-support.ts';
import { planEntriesToV1, planToV2 } from './plan.ts';

describe('plan', () => {
  test(verifies('PLAN-07', 'toV2: the plan is the items of main, and its entries come back as the same list'), () => {
    fc.assert(
      fc.property(fc.array(planEntry), (entries) => {
        const plan = { sessionUpdate: 'plan', entries, _meta: { a: 1 } } as const;
        expect(v1.SessionUpdate.is(plan)).toBe(true);
        const update = planToV2(plan);
        expect(v2.SessionUpdate.is(update)).toBe(true);
        expect(update).toEqual({
          sessionUpdate: 'plan_update',
          plan: { type: 'items', planId: 'main', entries },
          _meta: { a: 1 },
        });
        expect(planEntriesToV1(entries, strict)).toBe(entries);
      }),
    );
  });

  test('toV1: what version 1 cannot say becomes the nearest it can', () => {
    const losses = collectLosses();
    const entries = planEntriesToV1(
      [
        { content: 'a', priority: 'high', status: 'cancelled', _meta: { x: 1 } },
        { content: 'b', priority: '_urgent', status: '_blocked' },
      ],
      losses,
    );
    expect(entries).toEqual([
      { content: 'a', priority: 'high', status: 'completed', _meta: { x: 1 } },
      { content: 'b', priority: 'medium', status: 'pending' },
    ]);
    expect(entries.every((entry) => v1.PlanEntry.is(entry))).toBe(true);
    expect(losses.rows).toEqual(['plan', 'plan', 'plan']);
    expect(() => planEntriesToV1([{ content: 'a', priority: 'high', status: 'cancelled' }], strict)).toThrow(
      'cancelled',
    );
  });
});
