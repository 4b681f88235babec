import type { PlanEntry } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { planSummary } from './plan-summary.ts';

test('a plan says how far it is and what comes next', () => {
  const step = (content: string, status: PlanEntry['status']): Pick<PlanEntry, 'content' | 'status'> => ({
    content,
    status,
  });
  expect(planSummary([step('a', 'completed'), step('b', 'pending'), step('c', 'in_progress')])).toBe(
    'Plan: 1 of 3 done · c',
  );
  expect(planSummary([step('a', 'completed'), step('b', 'pending')])).toBe('Plan: 1 of 2 done · b');
  expect(planSummary([step('a', 'completed')])).toBe('Plan: 1 of 1 done');
});
