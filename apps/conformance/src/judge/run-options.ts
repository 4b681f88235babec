/** What every run of the suite is told, and what it results in, whatever program is judged. */
import type { RuleSet, Side, Version } from '../rules/rule.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** How a program is judged by scenarios of one kind. */
export interface RunOptions<Scenario> {
  /** What is played, in this order. */
  readonly scenarios: readonly Scenario[];
  /** Both by default. */
  readonly versions?: readonly Version[];
  /** Stable by default. */
  readonly sets?: readonly RuleSet[];
  /** Milliseconds for each wait, 5,000 by default. */
  readonly limit?: number;
  /** Milliseconds for everything, 110,000 by default. */
  readonly budget?: number;
  /** Scenarios at the same time, 2 by default. */
  readonly jobs?: number;
  /** Stops at the first broken MUST. */
  readonly bail?: boolean;
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** Called when a scenario has ended. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Milliseconds for each wait, and for the start of the program under test. */
export const usualLimit = 5000;
export const usualStartLimit = 15_000;

/** How far a run is. */
export interface Progress {
  /** The version of the protocol that is judged. */
  readonly version: Version;
  /** The scenario that has ended. */
  readonly scenario: string;
  /** How many scenarios of this version have ended. */
  readonly done: number;
  /** How many there are. */
  readonly total: number;
}

/** The result of a run. */
export interface Judgement {
  /** What was judged. */
  readonly side: Side;
  /** The name and version that the program gave, if any. */
  readonly name?: string;
  /** The versions of the protocol that it speaks. */
  readonly versions: readonly Version[];
  /** One for each rule and version, in the order of the rules. */
  readonly verdicts: readonly Verdict[];
}
