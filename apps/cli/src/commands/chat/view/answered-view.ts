/** A permission request after its answer, for the record: what was decided, and everything that was asked. */
import type { PermissionDecision } from '@acp-stack/workspace/client';

import { answerWords, isRejected } from '../conversation/permission-answers.ts';
import { exactLine } from '../../../text/exact-text.ts';
import { lineCount } from '../../../text/line-count.ts';
import { breakExactly, span, type Line } from '../../../tui/styled-line.ts';
import { questionFacts } from './question-facts.ts';
import { detailsView, warningsView } from './question-view.ts';

/** The maximum number of lines. */
const maxLines = 200;

export function answeredView(
  decision: PermissionDecision,
  { cwd, width }: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  const facts = questionFacts(decision.question, cwd);
  const isNo = isRejected(decision);
  const style = { colour: isNo ? 'yellow' : 'green' } as const;
  const title = [span(facts.title.join('␊'), { isBold: true }), span(`: ${exactLine(answerWords(decision))}`, style)];
  const details = [...warningsView(facts, width - 2), ...detailsView(facts, { cwd, width: width - 2 })];
  const cut = details.length - maxLines;
  return [
    ...breakExactly(title, width, { first: [span(isNo ? '⊘ ' : '✓ ', style)], hanging: [span('  ')] }),
    ...details.slice(0, maxLines).map((each): Line => [span('  '), ...each]),
    ...(cut > 0 ? [[span(`  … ${lineCount(cut, 'more')}`, { isDim: true })]] : []),
  ];
}
