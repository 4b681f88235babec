/** How verdicts are grouped in every report: by area, in the order in which the areas appear. */
import type { Outcome } from '../verdict/verdict.ts';
import { summaryOf, type ConformanceReport, type ReportedVerdict, type Summary } from './conformance-report.ts';

/** The verdicts of one part of the protocol. */
export interface AreaVerdicts {
  readonly area: string;
  readonly summary: Summary;
  readonly verdicts: readonly ReportedVerdict[];
}

/** The verdicts of scenarios, by area. Rules that no scenario is about are left out. */
export function areasOf({ verdicts }: Pick<ConformanceReport, 'verdicts'>): readonly AreaVerdicts[] {
  const byArea = new Map<string, ReportedVerdict[]>();
  for (const verdict of verdicts) {
    // The suite also judges rules without a scenario, such as INIT-02 of a program that never answers.
    if (!isAbout(verdict)) continue;
    const known = byArea.get(verdict.area);
    if (known === undefined) byArea.set(verdict.area, [verdict]);
    else known.push(verdict);
  }
  return [...byArea].map(([area, own]) => ({ area, summary: summaryOf(own), verdicts: own }));
}

/** Whether something was tried: a scenario is about the rule, or it is broken anyway. */
export const isAbout = ({ scenario, outcome }: ReportedVerdict): boolean =>
  scenario !== undefined || outcome === 'failed' || outcome === 'warned';

/** The verdicts with an outcome, by area. */
export const withOutcome = (
  report: Pick<ConformanceReport, 'verdicts'>,
  outcome: Outcome,
): readonly ReportedVerdict[] =>
  areasOf(report).flatMap(({ verdicts }) => verdicts.filter((verdict) => verdict.outcome === outcome));

/** The counts as words, such as `3 failed, 40 passed`; an outcome without a verdict is left out. */
export function summaryWords(summary: Summary): string {
  const words = (['failed', 'warned', 'passed', 'not-offered', 'not-tested'] as const)
    .filter((outcome) => summary[outcome] > 0)
    .map((outcome) => `${summary[outcome]} ${outcomeWords[outcome]}`);
  return words.length === 0 ? 'nothing was judged' : words.join(', ');
}

/** Each outcome in words. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  'not-offered': 'not offered',
  'not-tested': 'not tested',
};
