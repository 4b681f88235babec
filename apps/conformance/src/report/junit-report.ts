/** A report as JUnit XML: a suite for each area and version, and a case for each rule that a scenario is about. */
import type { ConformanceReport, ReportedVerdict } from './conformance-report.ts';
import { escapeMarkup } from './escape-markup.ts';
import { areasOf, type AreaVerdicts } from './verdict-order.ts';

/** The document, with a line break at the end. */
export function junitReport(report: ConformanceReport): string {
  const suites = areasOf(report).flatMap((area) =>
    ([1, 2] as const).flatMap((version) => {
      const verdicts = area.verdicts.filter((verdict) => verdict.version === version);
      return verdicts.length === 0 ? [] : suiteLines(area, version, verdicts);
    }),
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeMarkup(`ACP conformance of ${report.name}`)}" ${counts(areasOf(report).flatMap(({ verdicts }) => verdicts))}>`,
    ...suites,
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function suiteLines({ area }: AreaVerdicts, version: number, verdicts: readonly ReportedVerdict[]): readonly string[] {
  const name = escapeMarkup(`${area} in version ${version}`);
  return [`  <testsuite name="${name}" ${counts(verdicts)}>`, ...verdicts.flatMap(caseLines), '  </testsuite>'];
}

const isSkipped = ({ outcome }: ReportedVerdict): boolean => outcome === 'not-offered' || outcome === 'not-tested';

function counts(verdicts: readonly ReportedVerdict[]): string {
  const failures = verdicts.filter(({ outcome }) => outcome === 'failed').length;
  return `tests="${verdicts.length}" failures="${failures}" errors="0" skipped="${verdicts.filter(isSkipped).length}"`;
}

function caseLines(verdict: ReportedVerdict): readonly string[] {
  const { rule, text, area, version, outcome, found } = verdict;
  const name = `name="${escapeMarkup(`${rule} ${text}`)}" classname="${escapeMarkup(`${area}.v${version}`)}"`;
  if (outcome === 'passed') return [`    <testcase ${name}/>`];
  return [`    <testcase ${name}>`, ...resultLines(verdict, escapeMarkup(found)), '    </testcase>'];
}

function resultLines(verdict: ReportedVerdict, found: string): readonly string[] {
  if (isSkipped(verdict)) return [`      <skipped message="${found}"/>`];
  const { level, link, source, evidence } = verdict;
  const details = [
    `${level}: ${verdict.text}`,
    `Found: ${verdict.found}`,
    `See: ${link ?? source}`,
    ...(verdict.reproduce === undefined ? [] : [`Reproduce: ${verdict.reproduce}`]),
    ...evidence.map(({ from, text }) => `${from === 'suite' ? '→' : '←'} ${text}`),
  ];
  const body = escapeMarkup(details.join('\n'));
  // JUnit knows no warnings: a broken SHOULD is output of a case that passes.
  if (verdict.outcome === 'warned') return [`      <system-out>${body}</system-out>`];
  return [`      <failure message="${found}" type="${level}">${body}</failure>`];
}
