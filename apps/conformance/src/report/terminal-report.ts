/** A report as text for a terminal: broken rules first, with what proves them, then a table of the areas. */
import { summaryOf, type ConformanceReport, type ReportedMessage, type ReportedVerdict } from './conformance-report.ts';
import { areasOf, isAbout, outcomeWords, summaryWords, withOutcome } from './verdict-order.ts';
import { textTable } from './text-table.ts';

/** Messages of a failure that are shown, and characters of each. */
const shownMessages = 6;
const shownCharacters = 160;

/** The report as lines, with a line break at the end. */
export function terminalReport(report: ConformanceReport): string {
  const failed = withOutcome(report, 'failed');
  const warned = withOutcome(report, 'warned');
  const lines = [
    ...failed.flatMap((verdict) => [...brokenLines(verdict), '']),
    ...warned.flatMap((verdict) => [...brokenLines(verdict), '']),
    ...areaLines(report),
    ...untestedLines(report),
    ...lastLines(report),
  ];
  return `${lines.map(shown).join('\n')}\n`;
}

function brokenLines(verdict: ReportedVerdict): readonly string[] {
  const { rule, level, version, outcome, text, found, link, source, evidence, scenario } = verdict;
  const messages = shortened(evidence);
  return [
    `${outcome === 'failed' ? 'FAIL' : 'warn'}  ${rule} (${level}, version ${version})${scenario === undefined ? '' : `  ${scenario}`}`,
    `  rule       ${text}`,
    `  found      ${found}`,
    ...messages.map((line, index) => `  ${index === 0 ? 'messages ' : '         '}  ${line}`),
    `  see        ${link ?? source}`,
    ...(verdict.reproduce === undefined ? [] : [`  reproduce  ${verdict.reproduce}`]),
  ];
}

/** The last messages, which are nearest to what was found. */
function shortened(evidence: readonly ReportedMessage[]): readonly string[] {
  const last = evidence.slice(-shownMessages).map(({ from, text }) => `${from === 'suite' ? '→' : '←'} ${cut(text)}`);
  const left = evidence.length - last.length;
  return left === 0 ? last : [`… ${left} earlier`, ...last];
}

const cut = (text: string): string =>
  text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).replace(/\p{Cs}$/u, '')}…`;

function areaLines(report: ConformanceReport): readonly string[] {
  const areas = areasOf(report);
  if (areas.length === 0) return [];
  const outcomes = ['failed', 'warned', 'passed', 'not-offered', 'not-tested'] as const;
  const rows = areas.map(({ area, summary }) => [
    area,
    ...outcomes.map((outcome) => (summary[outcome] === 0 ? '·' : String(summary[outcome]))),
  ]);
  return [...textTable([['area', ...outcomes.map((outcome) => outcomeWords[outcome])], ...rows]), ''];
}

/** Why rules of scenarios were not tested, the most frequent reason first. */
function untestedLines(report: ConformanceReport): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { found, rule, version } of withOutcome(report, 'not-tested')) {
    const about = reasons.get(found) ?? [];
    about.push(`${rule} v${version}`);
    reasons.set(found, about);
  }
  if (reasons.size === 0) return [];
  const rows = [...reasons].toSorted(([, left], [, right]) => right.length - left.length);
  return ['Not tested:', ...rows.map(([reason, ids]) => `  ${reason} (${listed(ids)})`), ''];
}

const listed = (ids: readonly string[]): string =>
  ids.length <= 4 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;

function lastLines(report: ConformanceReport): readonly string[] {
  const { side, name, versions, sets, verdicts, suite } = report;
  const judged = verdicts.filter(isAbout);
  const without = new Set(verdicts.filter((verdict) => !isAbout(verdict)).map(({ rule }) => rule)).size;
  const spoken = versions.length === 0 ? 'no version of the protocol' : `version ${versions.join(' and ')}`;
  return [
    `${name}: ${side} of ${spoken}; rules ${suite}, ${sets.join(' + ')}`,
    summaryWords(summaryOf(judged)),
    ...(without === 0
      ? []
      : [
          `${without} ${without === 1 ? 'rule is' : 'rules are'} not about what can be seen of this ${side}, or not tried; a report as html or json says why.`,
        ]),
  ];
}

/** Characters that would control the terminal are shown as their code. */
const shown = (line: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to replace
  line.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
