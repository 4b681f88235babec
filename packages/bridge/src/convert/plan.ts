/** Plans: version 1 has one, version 2 any number with an id each. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type { PlanEntry, SessionUpdateVariants } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { mapOrSame } from '../values/map-or-same.ts';

/** Returns the plan of a version 1 agent, with an id. */
export function planToV2(plan: v1.Plan, planId = 'main'): SessionUpdateVariants['plan_update'] {
  const { entries, ...others } = plan;
  return { ...others, sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } };
}

/** Returns the entries for version 1, which has no cancelled ones. */
export function planEntriesToV1(entries: readonly PlanEntry[], losses: LossReporter): readonly v1.PlanEntry[] {
  return mapOrSame(entries, (entry) => {
    const priority = priorityToV1(entry, losses);
    const status = statusToV1(entry, losses);
    return priority === entry.priority && status === entry.status
      ? (entry as v1.PlanEntry)
      : { ...entry, priority, status };
  });
}

function priorityToV1({ priority }: PlanEntry, losses: LossReporter): v1.PlanEntryPriority {
  if (priority === 'high' || priority === 'medium' || priority === 'low') return priority;
  losses.lose('plan', `Version 1 has no priority ${priority}; it became medium.`);
  return 'medium';
}

function statusToV1({ status }: PlanEntry, losses: LossReporter): v1.PlanEntryStatus {
  if (status === 'pending' || status === 'in_progress' || status === 'completed') return status;
  const nearest = status === 'cancelled' ? 'completed' : 'pending';
  losses.lose('plan', `Version 1 has no plan entry that is ${status}; it became ${nearest}.`);
  return nearest;
}
