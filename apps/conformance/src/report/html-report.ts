/**
 * A report as one page: no scripts, nothing that is loaded from elsewhere, and the whole wire of each failure.
 *
 * Everything that the program under test sent is escaped; addresses become links only if they are https.
 */
import { summaryOf, type ConformanceReport, type ReportedMessage, type ReportedVerdict } from './conformance-report.ts';
import { escapeMarkup, ruleMarkup } from './escape-markup.ts';
import { htmlDocument } from './html-document.ts';
import { areasOf, isAbout, outcomeWords, summaryWords, withOutcome, type AreaVerdicts } from './verdict-order.ts';

/** The page. */
export function htmlReport(report: ConformanceReport): string {
  const { name, side, versions, sets, suite, target } = report;
  const failed = withOutcome(report, 'failed');
  const warned = withOutcome(report, 'warned');
  const spoken = versions.length === 0 ? 'no version' : `version ${versions.join(' and ')}`;
  const body = [
    `<h1>${escapeMarkup(name)}</h1>`,
    `<p>${escapeMarkup(side)} of ${spoken} of the Agent Client Protocol, judged by rule set ${suite} (${sets.join(', ')})</p>`,
    `<p><code>${escapeMarkup(target)}</code></p>`,
    `<p class="total">${escapeMarkup(summaryWords(summaryOf(report.verdicts.filter(isAbout))))}</p>`,
    ...section('Broken rules', failed.map(brokenPart)),
    ...section('Warnings', warned.map(brokenPart)),
    ...section('All rules that scenarios are about', areasOf(report).map(areaPart)),
    ...section('Rules that no scenario is about', withoutScenario(report)),
  ];
  return htmlDocument(`ACP conformance of ${name}`, body);
}

const section = (title: string, parts: readonly string[]): readonly string[] =>
  parts.length === 0 ? [] : [`<h2>${title}</h2>`, ...parts];

function brokenPart(verdict: ReportedVerdict): string {
  const { rule, level, version, outcome, text, found, scenario = '', evidence } = verdict;
  return [
    `<article class="${outcome}">`,
    `<h3>${rule} <small>${level}, version ${version}, ${escapeMarkup(scenario)}</small></h3>`,
    `<p>${ruleMarkup(text)}</p>`,
    `<p><strong>Found:</strong> ${escapeMarkup(found)}</p>`,
    `<p>${linkOf(verdict)}</p>`,
    ...(verdict.reproduce === undefined ? [] : [`<pre>${escapeMarkup(verdict.reproduce)}</pre>`]),
    ...(evidence.length === 0
      ? []
      : [
          `<details><summary>${evidence.length} ${evidence.length === 1 ? 'message' : 'messages'}</summary><ol class="wire">`,
          ...evidence.map(messageItem),
          '</ol></details>',
        ]),
    '</article>',
  ].join('\n');
}

const messageItem = ({ from, at, text }: ReportedMessage): string =>
  `<li class="${from}"><span>${from === 'suite' ? 'suite' : 'program'} ${at} ms</span> <code>${escapeMarkup(text)}</code></li>`;

function linkOf({ link, source }: ReportedVerdict): string {
  if (link?.startsWith('https://') !== true) return escapeMarkup(source);
  return `<a href="${escapeMarkup(link)}" rel="noreferrer">${escapeMarkup(source)}</a>`;
}

function withoutScenario({ verdicts }: ConformanceReport): readonly string[] {
  const others = verdicts.filter((verdict) => !isAbout(verdict));
  const summary = `${others.length}, each with the reason`;
  return others.length === 0 ? [] : [ruleTable(summary, others)];
}

const areaPart = ({ area, verdicts, summary }: AreaVerdicts): string =>
  ruleTable(`${area}: ${summaryWords(summary)}`, verdicts);

function ruleTable(summary: string, verdicts: readonly ReportedVerdict[]): string {
  const rows = verdicts.map(
    (verdict) =>
      `<tr class="${verdict.outcome}"><td>${verdict.rule}</td><td>${verdict.version}</td><td>${verdict.level}</td><td>${outcomeWords[verdict.outcome]}</td><td>${ruleMarkup(verdict.text)}${verdict.found === '' ? '' : `<br><em>${escapeMarkup(verdict.found)}</em>`}</td></tr>`,
  );
  return [
    `<details><summary>${escapeMarkup(summary)}</summary>`,
    '<table class="rules"><thead><tr><th>rule</th><th>version</th><th>level</th><th>verdict</th><th>what it says</th></tr></thead><tbody>',
    ...rows,
    '</tbody></table></details>',
  ].join('\n');
}
