/**
 * The result of a run as a document: what `--format json` writes, and what every other format is made of.
 *
 * Its fields are stable. A change that a reader of the document could notice increases `format`; fields may be added.
 */
import type { Judgement } from '../judge/run-options.ts';
import { suiteVersion } from '../rules/find-rule.ts';
import { levelOf, linkOf, type Level, type RuleSet, type Version } from '../rules/rule.ts';
import type { Outcome, Verdict } from '../verdict/verdict.ts';
import { reproduce, type Target } from './reproduce.ts';

/** The version of the document. */
export const reportFormat = 1;

/** The name of a folder of a scenario, which differs from run to run. */
const scratchFolder = /acp-conformance-\w{6}\b/gu;

/** The result of a run. */
export interface ConformanceReport {
  /** The version of the document. */
  readonly format: typeof reportFormat;
  /** The version of the rule sets. */
  readonly suite: number;
  /** What was judged. */
  readonly side: Judgement['side'];
  /** The name and version that the program gave, or its command or address. */
  readonly name: string;
  /** The command or address. */
  readonly target: string;
  /** The versions of the protocol that it speaks, among those that were asked for. */
  readonly versions: readonly Version[];
  /** The sets of rules that it was judged by. */
  readonly sets: readonly RuleSet[];
  /** How many rules have each outcome; a rule counts once for each version of the protocol. */
  readonly summary: Summary;
  /** In the order of the rules, version 1 first. */
  readonly verdicts: readonly ReportedVerdict[];
}

/** How many verdicts there are of each kind. */
export type Summary = Readonly<Record<Outcome, number>>;

/** The verdict on one rule in one version of the protocol. */
export interface ReportedVerdict {
  /** The id of the rule. */
  readonly rule: string;
  /** The word of the specification. */
  readonly level: Level;
  /** The part of the protocol that the rule belongs to. */
  readonly set: RuleSet;
  /** The version of the protocol. */
  readonly version: Version;
  /** What the suite says. */
  readonly outcome: Outcome;
  /** The part of the protocol, such as `prompt`. */
  readonly area: string;
  /** The scenario that decided it; absent if no scenario is about the rule. */
  readonly scenario?: string;
  /** The rule in words. */
  readonly text: string;
  /** The page of the specification. */
  readonly source: string;
  /** The address of the page. */
  readonly link?: string;
  /** What was seen, or why it could not be tested; empty if the rule holds. */
  readonly found: string;
  /** A command that shows a failure again. */
  readonly reproduce?: string;
  /** The messages that prove a failure. */
  readonly evidence: readonly ReportedMessage[];
}

/** A message between the suite and the program. */
export interface ReportedMessage {
  /** Which side sent it. */
  readonly from: 'suite' | 'peer';
  /** Milliseconds since the conversation began. */
  readonly at: number;
  /** As it was on the wire. */
  readonly text: string;
}

/** What a report says besides the judgement. */
export interface ReportFacts {
  /** The program under test. */
  readonly target: Target;
  /** The sets of rules that were judged. */
  readonly sets: readonly RuleSet[];
  /** The ids of the rules that the run was about; all of the sets by default. */
  readonly rules?: ReadonlySet<string>;
  /** Further rules that are reported only if they are broken. */
  readonly ifBroken?: ReadonlySet<string>;
}

/** Makes the document of a judgement. */
export function reportOf(judgement: Judgement, { target, sets, rules, ifBroken }: ReportFacts): ConformanceReport {
  const isReported = ({ rule, outcome }: Verdict): boolean =>
    rules === undefined || rules.has(rule.id) || (isBroken(outcome) && ifBroken?.has(rule.id) === true);
  const verdicts = judgement.verdicts.filter(isReported).map((verdict) => reported(verdict, judgement.side, target));
  return {
    format: reportFormat,
    suite: suiteVersion,
    side: judgement.side,
    name: judgement.name ?? target.words,
    target: target.words,
    versions: judgement.versions,
    sets,
    summary: summaryOf(verdicts),
    verdicts,
  };
}

function reported(verdict: Verdict, side: Judgement['side'], target: Target): ReportedVerdict {
  const { rule, version, outcome, scenario, evidence } = verdict;
  const link = linkOf(rule, version);
  const command = verdict.reproduce ?? (isBroken(outcome) ? reproduce(verdict, side, target) : undefined);
  return {
    rule: rule.id,
    level: levelOf(rule, { side, version }),
    set: rule.set,
    version,
    outcome,
    area: scenario?.split('/')[0] ?? (rule.id.split('-')[0] ?? rule.id).toLowerCase(),
    ...(scenario === undefined ? {} : { scenario }),
    text: rule.text,
    source: rule.source,
    link,
    found: outcome === 'passed' ? '' : verdict.found.replaceAll(scratchFolder, 'acp-conformance-…'),
    ...(command === undefined ? {} : { reproduce: command }),
    evidence: isBroken(outcome) ? evidence.map(({ from, at, text }) => ({ from, at: Math.round(at), text })) : [],
  };
}

const isBroken = (outcome: Outcome): boolean => outcome === 'failed' || outcome === 'warned';

/** Counts verdicts by their outcome. */
export function summaryOf(verdicts: readonly { readonly outcome: Outcome }[]): Summary {
  const count = (wanted: Outcome): number => verdicts.filter(({ outcome }) => outcome === wanted).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    'not-offered': count('not-offered'),
    'not-tested': count('not-tested'),
  };
}
