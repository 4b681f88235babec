/** Collects the problems of a check and puts them into an order that does not depend on how they were found. */
import type { ManifestProblem } from './check-report.ts';
import { manifestRules, type RuleId, type RuleLevels } from './rules.ts';

/** The problems found so far. */
export class Problems {
  readonly #found: ManifestProblem[] = [];
  readonly #levels: RuleLevels;

  /** `levels` are those that differ from the usual ones. */
  constructor(levels: RuleLevels = {}) {
    this.#levels = levels;
  }

  /** Notes that `rule` is broken at `path` of `file`. */
  add(rule: RuleId, file: string, path: string, message: string): void {
    this.#found.push({ file, path, rule, level: this.#levels[rule] ?? manifestRules[rule].level, message });
  }

  /** A function that notes problems of one file. */
  of(file: string): ReportProblem {
    return (rule, path, message) => {
      this.add(rule, file, path, message);
    };
  }

  /** Whether `file` breaks one of `rules`. */
  has(file: string, ...rules: readonly RuleId[]): boolean {
    return this.#found.some((problem) => problem.file === file && rules.includes(problem.rule));
  }

  /** The problems sorted by file, path, rule and message, each once. */
  sorted(): ManifestProblem[] {
    const byKey = new Map(this.#found.map((problem) => [keyOf(problem), problem]));
    return [...byKey].toSorted(([a], [b]) => compareCodeUnits(a, b)).map(([, problem]) => problem);
  }
}

/** Notes that `rule` is broken at `path` of a file. */
export type ReportProblem = (rule: RuleId, path: string, message: string) => void;

/** Orders strings in the same way on every system. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const keyOf = ({ file, path, rule, message }: ManifestProblem): string => [file, path, rule, message].join('\u0000');
