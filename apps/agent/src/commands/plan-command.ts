/** `/plan`: a plan that the user keeps in the session. */
import type { PlanEntry, Turn } from '@acp-stack/sdk';

import type { SessionResources } from '../tools/session-resources.ts';

const memoryKey = 'plan';
const maxEntries = 100;

export async function planCommand(resources: SessionResources, input: string, turn: Turn): Promise<void> {
  const { memory } = resources.session;
  const known = await planOf(resources);
  const next = changed(known, input);
  if (typeof next === 'string') {
    await turn.message.append(`${next}\n`);
    return;
  }
  memory.set(memoryKey, next);
  if (next.length === 0) {
    if (known.length > 0) await turn.removePlan();
    await turn.message.append('There is no plan. Start one with /plan and one line for each step.\n');
    return;
  }
  await turn.plan(next);
  await turn.message.append(
    `${next.map((entry, index) => `${index + 1}. [${marks.get(entry.status) ?? ' '}] ${entry.content}`).join('\n')}\n`,
  );
}

const marks: ReadonlyMap<string, string> = new Map([
  ['completed', 'x'],
  ['in_progress', '~'],
]);

/** The plan of the session; after a restart, the one that was shown last. */
async function planOf({ session, history }: SessionResources): Promise<readonly PlanEntry[]> {
  const known = session.memory.get(memoryKey) as readonly PlanEntry[] | undefined;
  if (known !== undefined) return known;
  await session.flush();
  let shown: readonly PlanEntry[] = [];
  for await (const update of history()) {
    if (update.sessionUpdate === 'plan_removed') shown = [];
    if (update.sessionUpdate === 'plan_update' && 'entries' in update.plan)
      shown = update.plan.entries as readonly PlanEntry[];
  }
  return shown;
}

/** The changed plan, or the reason why it does not change. */
function changed(plan: readonly PlanEntry[], input: string): readonly PlanEntry[] | string {
  if (input === '') return plan;
  if (input === 'clear') return [];
  const [, word, number] = /^(done|start|drop)\s+(\d+)$/u.exec(input) ?? [];
  if (word !== undefined) {
    const index = Number(number) - 1;
    if (plan[index] === undefined) return `The plan has no step ${number ?? ''}; it has ${plan.length}.`;
    if (word === 'drop') return plan.filter((_, place) => place !== index);
    return plan.map((entry, place) =>
      place === index ? { ...entry, status: word === 'done' ? 'completed' : 'in_progress' } : entry,
    );
  }
  const lines = input.split('\n').map((line) => line.replace(/^\s*(?:[-*]|\d+[.)])\s*/u, '').trim());
  const added = lines
    .filter((line) => line !== '')
    .map((content): PlanEntry => ({ content, status: 'pending', priority: 'medium' }));
  const next = [...plan, ...added];
  return next.length > maxEntries ? `A plan has at most ${maxEntries} steps.` : next;
}
