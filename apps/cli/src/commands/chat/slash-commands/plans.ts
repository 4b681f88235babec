/** Shows a plan of the agent in full; the user chooses one of several. A plan in a file is read. */
import { fileURLToPath } from 'node:url';

import { readRegularFile, UnreadableFileError } from '@acp-stack/workspace/user-folders';

import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';
import { line, type Line } from '../../../tui/styled-line.ts';
import { planSummary, plansOf, stepLine, type PlanFields } from '../view/plan-view.ts';
import type { SlashCommandParts } from './slash-command.ts';

const maxBytes = 1024 * 1024;
const width = 100;

export async function showPlan({ conversation, ui }: SlashCommandParts): Promise<void> {
  const plans = plansOf(conversation.store.snapshot());
  const [only] = plans;
  if (only === undefined) throw new Error('The agent has no plan.');
  const chosen =
    plans.length === 1
      ? only
      : (
          await ui.questions.choose({
            title: 'Plans',
            canSearch: false,
            items: plans.map((plan) => ({
              value: plan,
              label: escapeLine(plan.id),
              description: escapeLine(planSummary(plan.plan)),
            })),
          })
        )?.value;
  if (chosen !== undefined) ui.print(await planLines(chosen.plan));
}

/** All lines of a plan. */
export async function planLines(plan: PlanFields): Promise<readonly Line[]> {
  const title = line('Plan', { isBold: true });
  if (plan.type === 'items') return [title, ...(plan.entries ?? []).map((step) => stepLine(step, width))];
  if (plan.type === 'markdown') return [title, ...renderMarkdown(escapeControls(plan.content ?? ''), width)];
  const address = escapeLine(plan.uri ?? plan.type);
  return [title, line(address, { isDim: true }), ...renderMarkdown(escapeControls(await textAt(plan.uri)), width)];
}

/** The text of a file; throws if it is not a file of this machine, or too long. */
async function textAt(uri = ''): Promise<string> {
  if (!/^file:\/\//iu.test(uri)) throw new Error(`The plan is not a file of this machine: ${escapeLine(uri)}`);
  const path = fileURLToPath(uri);
  try {
    return String(await readRegularFile(path, { maxBytes }));
  } catch (error) {
    const reason = error instanceof UnreadableFileError ? ` (${error.message})` : '';
    throw new Error(`The plan cannot be read: ${escapeLine(path)}${reason}`, { cause: error });
  }
}
