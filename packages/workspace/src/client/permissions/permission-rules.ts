/**
 * Rules about what agents may do, as a user writes them into a file.
 *
 * Of the rules that fit a question the strictest decides, whatever their order: `deny` before `ask` before `allow`. A file with a mistake
 * in it is refused whole, since a rule that is left out, or read without one of its words, may allow more than was meant.
 */
import { readFile } from 'node:fs/promises';

import { nameGlob, segmentsGlob, type Matcher } from '../../patterns/glob.ts';
import { isAbsolutePath } from '../../paths/path-rules.ts';
import type { PermissionQuestion } from './permission-question.ts';

/** What a rule says: do it, put it to the user, or refuse it. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** Fits a question when everything that it says fits. `*` stands for any characters. */
export interface PermissionRule {
  /** What is to happen when it fits. */
  readonly decision: Verdict;
  /** Sorts of work, such as `read`; `*` for all, also for those that say nothing. */
  readonly kind?: string | readonly string[];
  /** The name of the tool. */
  readonly tool?: string;
  /** The command line. A pattern that allows never fits a line in which a shell would find several commands. */
  readonly command?: string;
  /** The files: absolute, or relative to the folders of the session; `**` for any number of folders. */
  readonly path?: string;
}

/** Everything that a rules file says. */
export interface PermissionRules {
  /** In any order: the strictest that fits decides. */
  readonly rules: readonly PermissionRule[];
  /** When no rule fits; `ask` when absent. */
  readonly otherwise?: Verdict;
}

/** A path of a question, as rules see it. */
export interface RulePath {
  /** Without links; as it was given when it is not inside of the session's folders. */
  readonly path: string;
  /** From the folder of the session that it is in; undefined when it is in none. */
  readonly relative: string | undefined;
}

/** What the rules say about a question. */
export function decideByRules(
  { rules, otherwise = 'ask' }: PermissionRules,
  question: PermissionQuestion,
  paths: readonly RulePath[],
): Verdict {
  const fitting = rules.filter((rule) => fits(rule, question, paths)).map(({ decision }) => decision);
  return strictest.find((verdict) => fitting.includes(verdict)) ?? otherwise;
}

const strictest: readonly Verdict[] = ['deny', 'ask', 'allow'];

function fits(rule: PermissionRule, question: PermissionQuestion, paths: readonly RulePath[]): boolean {
  const { decision, kind, tool, command, path } = rule;
  if (kind !== undefined && ![kind].flat().some((each) => each === '*' || each === question.kind)) return false;
  if (tool !== undefined && !(question.tool !== undefined && nameGlob(tool)(question.tool))) return false;
  if (command !== undefined && !fitsCommand(command, question.command, decision)) return false;
  return path === undefined || fitsPaths(path, paths, decision);
}

/** What lets a shell do something besides the command that a line begins with. */
const shellWords = /[;&|<>`$(){}\n\r\\]/u;

function fitsCommand(pattern: string, command: string | undefined, decision: Verdict): boolean {
  if (command === undefined) return false;
  if (command === pattern) return true;
  if (decision === 'allow' && shellWords.test(command)) return false;
  return nameGlob(pattern)(command);
}

/** All paths have to be allowed; one is enough to refuse. */
function fitsPaths(pattern: string, paths: readonly RulePath[], decision: Verdict): boolean {
  const matches: Matcher = segmentsGlob(pattern.replace(/^\.\//u, ''));
  const isFitting = ({ path, relative }: RulePath): boolean =>
    isAbsolutePath(pattern) ? matches(path) : relative !== undefined && matches(relative);
  if (paths.length === 0) return false;
  return decision === 'allow' ? paths.every(isFitting) : paths.some(isFitting);
}

// -------------------------------------------------------------------------------------------- the file

/** A rules file that cannot be used; the message says where and why. */
export class PermissionRulesError extends Error {
  static {
    this.prototype.name = 'PermissionRulesError';
  }
}

/** Reads the rules file at `path`. */
export async function readPermissionRules(path: string): Promise<PermissionRules> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new PermissionRulesError(`The rules file ${path} cannot be read: ${String(error)}`, { cause: error });
  }
  return parsePermissionRules(text, path);
}

/** The rules that `text` states as JSON; `source` names it in errors. */
export function parsePermissionRules(text: string, source = 'The rules'): PermissionRules {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PermissionRulesError(`${source}: this is not JSON: ${String(error)}`, { cause: error });
  }
  const file = readFields(value, source, ['rules', 'otherwise']);
  const { rules, otherwise } = file;
  if (!Array.isArray(rules)) throw new PermissionRulesError(`${source}: "rules" must be a list.`);
  return {
    rules: rules.map((rule, index) => readRule(rule, `${source}: rules[${index}]`)),
    ...(otherwise === undefined ? {} : { otherwise: readVerdict(otherwise, `${source}: "otherwise"`) }),
  };
}

const criteria = ['kind', 'tool', 'command', 'path'] as const;

function readRule(value: unknown, place: string): PermissionRule {
  const fields = readFields(value, place, ['decision', ...criteria]);
  const decision = readVerdict(fields['decision'], `${place}.decision`);
  const said = criteria.filter((name) => fields[name] !== undefined);
  if (said.length === 0) {
    throw new PermissionRulesError(`${place} fits everything; say so with "kind": "*", or use "otherwise".`);
  }
  const kind = fields['kind'] === undefined ? {} : { kind: readTexts(fields['kind'], `${place}.kind`) };
  const others = said
    .filter((name) => name !== 'kind')
    .map((name) => [name, readOne(fields[name], `${place}.${name}`)]);
  return { decision, ...kind, ...(Object.fromEntries(others) as object) };
}

function readFields(value: unknown, place: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PermissionRulesError(`${place} must be an object.`);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value as Record<string, unknown>;
  throw new PermissionRulesError(`${place} has no "${unknown}"; there is ${known.join(', ')}.`);
}

function readVerdict(value: unknown, place: string): Verdict {
  const verdict = strictest.find((each) => each === value);
  if (verdict !== undefined) return verdict;
  throw new PermissionRulesError(`${place} must be "allow", "ask" or "deny", not ${JSON.stringify(value)}.`);
}

function readOne(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new PermissionRulesError(`${place} must be a text that is not empty.`);
}

const readTexts = (value: unknown, place: string): string | readonly string[] =>
  Array.isArray(value) && value.length > 0 ? value.map((each) => readOne(each, place)) : readOne(value, place);
