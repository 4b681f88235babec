/**
 * Failures that are known and accepted for now.
 *
 * A known failure does not make a run fail. An entry whose rule is no longer broken is stale and makes it fail, so that
 * the list gets shorter and never hides a new failure. A rule that this run did not test is not stale.
 */
import { isFields } from '../conversation/message.ts';
import { rules } from '../rules/find-rule.ts';
import type { Version } from '../rules/rule.ts';
import type { ConformanceReport, ReportedVerdict } from './conformance-report.ts';

/** A rule that is known to be broken in one version of the protocol. */
export interface KnownFailure {
  /** The id of the rule. */
  readonly rule: string;
  /** The version of the protocol. */
  readonly version: Version;
}

/** A report compared with a baseline. */
export interface BaselineComparison {
  /** Broken rules that are not in the baseline. */
  readonly fresh: readonly ReportedVerdict[];
  /** Broken rules that are in it. */
  readonly known: readonly ReportedVerdict[];
  /** Entries that are no longer right, each with a sentence. */
  readonly stale: readonly string[];
}

/** Compares the failures of a report with those that are known. */
export function compareWithBaseline(report: ConformanceReport, baseline: readonly KnownFailure[]): BaselineComparison {
  const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
  const isKnown = ({ rule, version }: ReportedVerdict): boolean =>
    baseline.some((entry) => entry.rule === rule && entry.version === version);
  return {
    fresh: failed.filter((verdict) => !isKnown(verdict)),
    known: failed.filter(isKnown),
    stale: baseline.flatMap((entry) => staleness(report, entry) ?? []),
  };
}

function staleness({ verdicts }: ConformanceReport, { rule, version }: KnownFailure): string | undefined {
  if (!rules.some(({ id }) => id === rule)) return `There is no rule ${rule}.`;
  const verdict = verdicts.find((each) => each.rule === rule && each.version === version);
  if (verdict === undefined || verdict.outcome === 'failed' || verdict.outcome === 'not-tested') return undefined;
  const now = {
    passed: 'is kept now',
    warned: 'is only a warning now',
    'not-offered': 'is about a feature that is not offered',
  };
  return `${rule} in version ${version} ${now[verdict.outcome]}.`;
}

/** The baseline of a report as text, with a line break at the end. */
export function baselineText({ verdicts }: ConformanceReport): string {
  const known = verdicts
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ rule, version }): KnownFailure => ({ rule, version }));
  return `${JSON.stringify({ known }, undefined, 2)}\n`;
}

/** Reads a baseline; throws an error with a sentence if it is none. */
export function readBaseline(text: string): readonly KnownFailure[] {
  const wrong = 'it must have the form {"known": [{"rule": "LIFE-02", "version": 2}]}; write it with --update-baseline';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(wrong, { cause: error });
  }
  const known = isFields(value) ? value['known'] : undefined;
  if (!Array.isArray(known) || !known.every(isKnownFailure)) throw new Error(wrong);
  return known;
}

const isKnownFailure = (value: unknown): value is KnownFailure =>
  isFields(value) && typeof value['rule'] === 'string' && (value['version'] === 1 || value['version'] === 2);
