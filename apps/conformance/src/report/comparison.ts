/** Several reports in one table: a row for each rule on which they differ or that one breaks. */
import type { Outcome } from '../verdict/verdict.ts';
import { summaryOf, type ConformanceReport, type ReportedVerdict } from './conformance-report.ts';
import { escapeMarkup, ruleMarkup } from './escape-markup.ts';
import { htmlDocument } from './html-document.ts';
import { textTable } from './text-table.ts';
import { isAbout, outcomeWords } from './verdict-order.ts';

/** The table before it is written in some format. */
export interface Comparison {
  /** The name of each program. */
  readonly names: readonly string[];
  /** How many rules each program keeps, and so on. */
  readonly totals: readonly (readonly [outcome: Outcome, counts: readonly number[]])[];
  /** Version 1 first, then by id. */
  readonly rows: readonly ComparedRule[];
}

/** One rule in one version. */
export interface ComparedRule {
  /** A verdict on the rule, for its words. */
  readonly verdict: ReportedVerdict;
  /** The outcome for each program; undefined if its report does not have the rule. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

const outcomes: readonly Outcome[] = ['failed', 'warned', 'passed', 'not-offered', 'not-tested'];

const keyOf = ({ rule, version }: ReportedVerdict): string => `${version} ${rule}`;

/** Compares reports; rules that every program keeps, or that no scenario is about, have no row. */
export function compareReports(reports: readonly ConformanceReport[]): Comparison {
  const tables = reports.map(({ verdicts }) => new Map(verdicts.filter(isAbout).map((each) => [keyOf(each), each])));
  const all = new Map(tables.flatMap((table) => [...table]));
  const inOrder = [...all.values()].toSorted(
    (left, right) => left.version - right.version || left.rule.localeCompare(right.rule, 'en', { numeric: true }),
  );
  const rows = inOrder.map((verdict) => ({
    verdict,
    outcomes: tables.map((table) => table.get(keyOf(verdict))?.outcome),
  }));
  const summaries = tables.map((table) => summaryOf([...table.values()]));
  return {
    names: reports.map(({ name }) => name),
    totals: outcomes.map((outcome) => [outcome, summaries.map((summary) => summary[outcome])]),
    rows: rows.filter(
      (row) => row.outcomes.some((each) => each === 'failed' || each === 'warned') || new Set(row.outcomes).size > 1,
    ),
  };
}

const wordsOf = (outcome: Outcome | undefined): string => (outcome === undefined ? '' : outcomeWords[outcome]);

function cellsOf({ names, totals, rows }: Comparison): readonly (readonly string[])[] {
  return [
    ['rule', ...names],
    ...totals.map(([outcome, counts]) => [outcomeWords[outcome], ...counts.map(String)]),
    ...rows.map(({ verdict, outcomes: found }) => [`${verdict.rule} v${verdict.version}`, ...found.map(wordsOf)]),
  ];
}

/** The comparison as plain text. */
export const comparisonText = (comparison: Comparison): string => `${textTable(cellsOf(comparison)).join('\n')}\n`;

/** The comparison as a table in Markdown, with the rules in words. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { names, totals, rows } = comparison;
  const lines = [
    ['rule', 'what it says', ...names],
    ['---', '---', ...names.map(() => '---')],
    ...totals.map(([outcome, counts]) => [`**${outcomeWords[outcome]}**`, '', ...counts.map(String)]),
    ...rows.map(({ verdict, outcomes: found }) => [
      `${verdict.rule} (version ${verdict.version}, ${verdict.level})`,
      verdict.text,
      ...found.map(wordsOf),
    ]),
  ];
  return `${lines.map((cells) => `| ${cells.map(markdownCell).join(' | ')} |`).join('\n')}\n`;
}

const markdownCell = (text: string): string =>
  text.replaceAll(/[\\|<>]/gu, (character) => `\\${character}`).replaceAll(/\s+/gu, ' ');

const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
  texts.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('');

/** The comparison as a page. */
export function comparisonHtml(comparison: Comparison): string {
  const { names, totals, rows } = comparison;
  const body = [
    '<h1>ACP conformance</h1>',
    `<table class="compared"><thead><tr>${cells('th', ['rule', ...names, 'what it says'])}</tr></thead><tbody>`,
    ...totals.map(([outcome, counts]) => `<tr>${cells('th', [outcomeWords[outcome], ...counts.map(String), ''])}</tr>`),
    ...rows.map(
      ({ verdict, outcomes: found }) =>
        `<tr>${cells('td', [`${verdict.rule} v${verdict.version}`])}${found
          .map((outcome) => `<td class="${outcome ?? ''}">${wordsOf(outcome)}</td>`)
          .join('')}<td>${verdict.level}: ${ruleMarkup(verdict.text)}</td></tr>`,
    ),
    '</tbody></table>',
  ];
  return htmlDocument('ACP conformance', body);
}
