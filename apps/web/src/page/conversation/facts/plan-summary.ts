/** A plan in one line: how many steps are done, and which one is next. */
import type { PlanEntry } from '@acp-stack/schema/v2/unstable';

/** Such as `2 of 5 done · Write the tests`. */
export function planSummary(entries: readonly Pick<PlanEntry, 'content' | 'status'>[]): string {
  const done = entries.filter(({ status }) => status === 'completed').length;
  const next =
    entries.find(({ status }) => status === 'in_progress') ?? entries.find(({ status }) => status !== 'completed');
  const counted = `${done} of ${entries.length} done`;
  return next === undefined ? `Plan: ${counted}` : `Plan: ${counted} · ${next.content}`;
}
