/** The plans of the agent in a few lines: the one that changed last, and one line for each of the others. */
import { lastPlan, type Transcript } from '@acp-stack/transcript';

import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { span, truncate, type Line, type Style } from '../../../tui/styled-line.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';

interface PlanStep {
  readonly content: string;
  readonly status: string;
}

/** The fields of all kinds of plans. */
export interface PlanFields {
  readonly type: string;
  readonly entries?: readonly PlanStep[];
  readonly content?: string;
  readonly uri?: string;
}

const dim: Style = { isDim: true };
const signs: ReadonlyMap<string, readonly [string, Style]> = new Map(
  Object.entries({
    completed: ['☑', { colour: 'green' }],
    in_progress: ['▶', { colour: 'cyan' }],
  }),
);

/** A plan and its id. */
export interface IdentifiedPlan {
  readonly id: string;
  readonly plan: PlanFields;
}

/** All plans, the one that changed last first. */
export function plansOf(transcript: Transcript): readonly IdentifiedPlan[] {
  const last = lastPlan(transcript);
  if (last === undefined) return [];
  const others = transcript.plans.toArray().filter(({ id }) => id !== last.id);
  return [last, ...others].map(({ id, plan }) => ({ id, plan: plan as PlanFields }));
}

/** A plan in a few words. */
export function planSummary({ type, entries = [], uri }: PlanFields): string {
  if (type === 'items') return `${doneOf(entries)} of ${entries.length} done`;
  return type === 'markdown' ? 'a text' : (uri ?? type);
}

const doneOf = (entries: readonly PlanStep[]): number => entries.filter(({ status }) => status === 'completed').length;

/** At most `maxLines` lines, with the current step visible; none if there is no plan. */
export function planView(
  transcript: Transcript,
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly Line[] {
  const [last, ...others] = plansOf(transcript);
  if (last === undefined || maxLines < 2) return [];
  // At least a heading and a step of the last plan are shown.
  const shown = others
    .slice(0, Math.max(0, maxLines - 2))
    .map(({ id, plan }): Line =>
      truncate(
        [span(`Plan ${escapeLine(id)}`, { isBold: true }), span(` ${escapeLine(planSummary(plan))}`, dim)],
        width,
      ),
    );
  return [...shown, ...lastPlanLines(last.plan, { width, maxLines: maxLines - shown.length })];
}

/** One line for the plan of an earlier turn, unless it is done. */
export function earlierPlanView(transcript: Transcript, width: number): readonly Line[] {
  const [last] = plansOf(transcript);
  const { entries = [] } = last?.plan ?? {};
  if (last === undefined || (entries.length > 0 && doneOf(entries) === entries.length)) return [];
  const words = ` ${escapeLine(planSummary(last.plan))}, from an earlier turn  Ctrl+P hides it`;
  return [truncate([span('Plan', { isBold: true }), span(words, dim)], width)];
}

function lastPlanLines(
  plan: PlanFields,
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly Line[] {
  const { entries = [] } = plan;
  if (plan.type === 'items') return entries.length === 0 ? [] : stepLines(entries, { width, maxLines });
  const lines =
    plan.type === 'markdown'
      ? renderMarkdown(escapeControls(plan.content ?? ''), width - 2)
      : [[span(escapeLine(plan.uri ?? plan.type)), span('  /plans shows it', dim)]];
  return [[span('Plan', { isBold: true })], ...lines.slice(0, maxLines - 1).map((each): Line => [span('  '), ...each])];
}

function stepLines(
  entries: readonly PlanStep[],
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly Line[] {
  const room = maxLines - 1;
  const current = Math.max(
    0,
    entries.findIndex(({ status }) => status !== 'completed'),
  );
  const from = Math.max(0, Math.min(current - 1, entries.length - room));
  return [
    [span('Plan', { isBold: true }), span(` ${doneOf(entries)} of ${entries.length} done`, dim)],
    ...entries.slice(from, from + room).map((step) => stepLine(step, width)),
  ];
}

/** One step with its sign. */
export function stepLine({ content, status }: PlanStep, width: number): Line {
  const [sign, style] = signs.get(status) ?? ['☐', dim];
  return truncate([span(`  ${sign} `, style), span(escapeLine(content), status === 'completed' ? dim : {})], width);
}
