/** What the suite says about one rule in one version of the protocol. */
import type { LoggedMessage } from '../conversation/message.ts';
import type { Rule, Version } from '../rules/rule.ts';

/**
 * - `passed`, `failed`: decided. `warned` is a failed SHOULD or MAY.
 * - `not-offered`: the program does not have the feature, so the rule does not apply.
 * - `not-tested`: the suite could not find out; the reason says why. It never counts as passed.
 */
export type Outcome = 'passed' | 'failed' | 'warned' | 'not-offered' | 'not-tested';

/** One observation of a scenario about a rule. */
export interface Observation {
  /** The id of the rule. */
  readonly rule: string;
  /** The scenario that saw it. */
  readonly scenario: string;
  /** What it means for the rule. */
  readonly kind: 'holds' | 'broken' | 'not-offered' | 'not-tested';
  /** What was seen, as a sentence. */
  readonly found: string;
  /** The messages that show it. */
  readonly evidence: readonly LoggedMessage[];
}

/** The verdict on one rule. */
export interface Verdict {
  /** The rule. */
  readonly rule: Rule;
  /** The version of the protocol. */
  readonly version: Version;
  /** What the suite says. */
  readonly outcome: Outcome;
  /** The scenario that decided it; undefined if no scenario is about it. */
  readonly scenario?: string;
  /** What was seen, as a sentence. */
  readonly found: string;
  /** The messages that show it. */
  readonly evidence: readonly LoggedMessage[];
  /** A command that shows the failure again. */
  readonly reproduce?: string;
}
