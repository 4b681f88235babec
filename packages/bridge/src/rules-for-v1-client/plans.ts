/**
 * The plans of a session for a client that has one plan.
 *
 * A single plan is passed on. Several are joined into one, in the order in which they were created.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isPlanUpdateContent, type SessionUpdateVariants } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { planEntriesToV1 } from '../convert/plan.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';

type PlanUpdate = SessionUpdateVariants['plan_update'];
type PlanRemoved = SessionUpdateVariants['plan_removed'];

/** Returns the plan for a client that supports plans with an id; undefined if it does not know this kind of plan. */
export function planForPlanClients(update: PlanUpdate, losses: LossReporter): v1.SessionUpdate | undefined {
  const { plan } = update;
  if (isPlanUpdateContent.items(plan)) {
    const entries = planEntriesToV1(plan.entries, losses);
    return (entries === plan.entries ? update : { ...update, plan: { ...plan, entries } }) as v1.SessionUpdate;
  }
  if (isPlanUpdateContent.known(plan)) return update as v1.SessionUpdate;
  losses.lose('plan', `Version 1 has no plans of type ${plan.type}; the plan ${plan.planId} was not shown.`);
  return undefined;
}

/** The plans of a session as one; its methods return what the client is sent, undefined if that is nothing. */
export class Plans {
  readonly #maxPlans: number;
  readonly #plans = new Map<string, readonly v1.PlanEntry[]>();

  constructor(maxPlans: number) {
    this.#maxPlans = maxPlans;
  }

  update(update: PlanUpdate, losses: LossReporter): v1.SessionUpdate | undefined {
    const { plan, sessionUpdate: _, ...others } = update;
    if (!isPlanUpdateContent.items(plan)) {
      losses.lose('plan', `The client does not show plans of type ${plan.type}; the plan ${plan.planId} was left out.`);
      return this.#remove(plan.planId, others);
    }
    const hasOthers = this.#plans.size > (this.#plans.has(plan.planId) ? 1 : 0);
    if (hasOthers) {
      losses.lose('plan', 'The client has one plan; several were joined.');
    }
    const { type: __, planId, entries, ...otherFields } = plan;
    if (hasNonEmptyField(otherFields))
      losses.omit('plan', `Other fields of the plan ${planId} were left out: ${nonEmptyFieldNames(otherFields)}.`);
    this.#plans.set(planId, planEntriesToV1(entries, losses));
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > this.#maxPlans && oldest !== undefined) {
      this.#plans.delete(oldest);
      losses.omit('plan', `Only ${this.#maxPlans} plans are remembered; the plan ${oldest} is no longer shown.`);
    }
    return { ...others, sessionUpdate: 'plan', entries: this.#entries() };
  }

  remove(update: PlanRemoved): v1.SessionUpdate | undefined {
    const { planId, sessionUpdate: _, ...others } = update;
    return this.#remove(planId, others);
  }

  #remove(planId: string, others: object): v1.SessionUpdate | undefined {
    return this.#plans.delete(planId) ? { ...others, sessionUpdate: 'plan', entries: this.#entries() } : undefined;
  }

  #entries(): readonly v1.PlanEntry[] {
    return [...this.#plans.values()].flat();
  }
}
