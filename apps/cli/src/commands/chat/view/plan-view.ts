/** The plan of the agent in a few lines. */
import { lastPlan, type Transcript } from '@acp-stack/transcript';

import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { span, truncate, type Line, type Style } from '../../../tui/styled-line.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';

interface PlanStep {
  readonly content: string;
  readonly status: string;
}

interface PlanFields {
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

/** At most `maxLines` lines, with the current step visible; none if there is no plan. */
export function planView(
  transcript: Transcript,
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly Line[] {
  const plan = lastPlan(transcript)?.plan as PlanFields | undefined;
  if (plan === undefined || maxLines < 2) return [];
  const { entries = [] } = plan;
  if (plan.type === 'items') return entries.length === 0 ? [] : stepLines(entries, { width, maxLines });
  const lines =
    plan.type === 'markdown'
      ? renderMarkdown(escapeControls(plan.content ?? ''), width - 2)
      : [[span(escapeLine(plan.uri ?? plan.type))]];
  return [[span('Plan', { isBold: true })], ...lines.slice(0, maxLines - 1).map((each): Line => [span('  '), ...each])];
}

function stepLines(
  entries: readonly PlanStep[],
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly Line[] {
  const done = entries.filter(({ status }) => status === 'completed').length;
  const room = maxLines - 1;
  const current = Math.max(
    0,
    entries.findIndex(({ status }) => status !== 'completed'),
  );
  const from = Math.max(0, Math.min(current - 1, entries.length - room));
  return [
    [span('Plan', { isBold: true }), span(` ${done} of ${entries.length} done`, dim)],
    ...entries.slice(from, from + room).map(({ content, status }): Line => {
      const [sign, style] = signs.get(status) ?? ['☐', dim];
      return truncate([span(`  ${sign} `, style), span(escapeLine(content), status === 'completed' ? dim : {})], width);
    }),
  ];
}
