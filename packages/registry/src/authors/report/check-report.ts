/** What a check of a folder found, as data. */
import type { RuleId } from './rules.ts';

/** How bad a problem is: a folder with an error cannot be built. */
export type ProblemLevel = 'error' | 'warning';

/** One thing that is wrong with a manifest or an icon. */
export interface ManifestProblem {
  /** The file, relative to the checked folder, with `/` between names; a folder if a file is missing in it. */
  readonly file: string;
  /** JSON Pointer into the file; empty for the whole file. */
  readonly path: string;
  /** The rule that is broken. */
  readonly rule: RuleId;
  /** The level of the rule. */
  readonly level: ProblemLevel;
  /** One sentence that says what is wrong and what to do. */
  readonly message: string;
}

/** The result of a check; the same folder always gives the same report. */
export interface CheckReport {
  /** Whether there is no problem of level `error`. */
  readonly passed: boolean;
  /** Whether the folder is that of one agent, or has one folder for each agent. */
  readonly kind: 'agent' | 'registry';
  /** The ids of the agents and extensions that were checked, in order. */
  readonly ids: readonly string[];
  /** Sorted by file, path, rule and message. */
  readonly problems: readonly ManifestProblem[];
  /** What was not checked and why, one sentence each. */
  readonly unchecked: readonly string[];
}
