/**
 * Permission rules that a user writes into a file.
 *
 * Of the rules that match a question the strictest decides, in any order: `deny` before `ask` before `allow`. A file
 * with a mistake is refused completely, because ignoring a rule or a field could allow more than intended.
 */
import { describeError } from '@acp-stack/rpc';
import { nameGlob } from '../../patterns/glob.ts';
import { readRegularFile } from '../../paths/regular-file.ts';
import { findRepeatedKey } from '../../repeated-key.ts';
import { namedPlaces } from './named-places.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';
import type { RuleFiles } from './rule-files.ts';

/** The decision of a rule: allow, ask the user, or deny. */
export type RuleDecision = 'allow' | 'ask' | 'deny';

/** Matches a question if all of its fields match. `*` matches any characters. */
export interface PermissionRule {
  /** The decision if it matches. */
  readonly decision: RuleDecision;
  /** Kinds of work, such as `read`; `*` matches all, also requests without a kind. */
  readonly kind?: string | readonly string[];
  /** The name of the tool. */
  readonly tool?: string;
  /** The command line. A pattern that allows never matches a line in which a shell would find several commands. */
  readonly command?: string;
  /**
   * The files: absolute, or relative to the directories of the session; `**` matches any number of directories. A
   * pattern that asks or denies also matches everything in a folder that it matches, through any link and in any case.
   */
  readonly path?: string;
}

/** The content of a rules file. */
export interface PermissionRules {
  /** In any order: the strictest rule that matches decides. */
  readonly rules: readonly PermissionRule[];
  /** The decision if no rule matches; `ask` by default. */
  readonly otherwise?: RuleDecision;
}

/** Returns the decision of the rules about a question. */
export async function decideByRules(
  { rules, otherwise = 'ask' }: PermissionRules,
  question: PermissionQuestion,
  files: RuleFiles,
): Promise<RuleDecision> {
  const asked = { question, files, commands: namedPlaces(question).commands };
  const fitting: RuleDecision[] = [];
  for (const rule of rules) if (await fits(rule, asked)) fitting.push(rule.decision);
  return strictest.find((decision) => fitting.includes(decision)) ?? otherwise;
}

const strictest: readonly RuleDecision[] = ['deny', 'ask', 'allow'];

interface Asked {
  readonly question: PermissionQuestion;
  readonly files: RuleFiles;
  readonly commands: readonly string[];
}

async function fits(rule: PermissionRule, asked: Asked): Promise<boolean> {
  const { question, files, commands } = asked;
  const { decision, kind, tool, command, path } = rule;
  if (kind !== undefined && !fitsKind([kind].flat(), rule, asked)) return false;
  if (tool !== undefined && !(question.tool !== undefined && nameGlob(tool)(question.tool))) return false;
  // To allow, all commands and files must match; to refuse, one is enough.
  if (command !== undefined) {
    const fitting = commands.filter((each) => fitsCommand(command, each, decision));
    if (fitting.length === 0 || (decision === 'allow' && fitting.length < commands.length)) return false;
  }
  if (path === undefined) return true;
  if (decision !== 'allow') return files.isAnyIn(path);
  // A path that is only among the arguments of the tool need not be all that it is about.
  return question.paths.length > 0 && files.areAllowedBy(path);
}

/**
 * A command is run whatever kind of work the agent calls it: to allow, both kinds must match; to refuse, one is enough.
 */
function fitsKind(
  wanted: readonly string[],
  { decision }: PermissionRule,
  { question: { kind }, commands }: Asked,
): boolean {
  if (wanted.includes('*')) return true;
  const isWanted = (each: string | undefined): boolean => each !== undefined && wanted.includes(each);
  if (commands.length === 0) return isWanted(kind);
  return decision === 'allow' ? isWanted(kind) && isWanted('execute') : isWanted(kind) || isWanted('execute');
}

/** Characters with which a shell can do more than run the first command of a line. */
const shellWords = /[;&|<>`$(){}\n\r\\]/u;

function fitsCommand(pattern: string, command: string, decision: RuleDecision): boolean {
  if (command === pattern) return true;
  if (decision === 'allow' && shellWords.test(command)) return false;
  return nameGlob(pattern)(command);
}

// -------------------------------------------------------------------------------------------- the file

/** A rules file that cannot be used; the message says where and why. */
export class PermissionRulesError extends Error {
  static {
    this.prototype.name = 'PermissionRulesError';
  }
}

const maxBytes = 8 * 1024 * 1024;

/** Reads the rules file at `path`. */
export async function readPermissionRules(path: string): Promise<PermissionRules> {
  let text: string;
  try {
    text = String(await readRegularFile(path, { maxBytes }));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const words = describeError(error);
    const reason = isMissing ? 'it does not exist.' : words;
    throw new PermissionRulesError(`The rules file ${path} cannot be read: ${reason}`, { cause: error });
  }
  return parsePermissionRules(text, path);
}

/** Parses rules from JSON; `source` names it in errors. */
export function parsePermissionRules(text: string, source = 'The rules'): PermissionRules {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PermissionRulesError(`${source}: this is not JSON: ${String(error)}`, { cause: error });
  }
  const twice = findRepeatedKey(text);
  if (twice !== undefined) {
    const { key, line, firstLine } = twice;
    const again = `${JSON.stringify(key)} is there again, after line ${firstLine}`;
    throw new PermissionRulesError(`${source}, line ${line}: ${again}; remove one of them.`);
  }
  const file = readFields(value, source, ['rules', 'otherwise']);
  const { rules, otherwise } = file;
  if (!Array.isArray(rules)) throw new PermissionRulesError(`${source}: "rules" must be a list.`);
  return {
    rules: rules.map((rule, index) => readRule(rule, `${source}: rules[${index}]`)),
    ...(otherwise === undefined ? {} : { otherwise: readDecision(otherwise, `${source}: "otherwise"`) }),
  };
}

const criteria = ['kind', 'tool', 'command', 'path'] as const;

function readRule(value: unknown, place: string): PermissionRule {
  const fields = readFields(value, place, ['decision', ...criteria]);
  const decision = readDecision(fields['decision'], `${place}.decision`);
  const present = criteria.filter((name) => fields[name] !== undefined);
  if (present.length === 0) {
    throw new PermissionRulesError(`${place} matches everything; say so with "kind": "*", or use "otherwise".`);
  }
  const kind = fields['kind'] === undefined ? {} : { kind: readTexts(fields['kind'], `${place}.kind`) };
  const others = present
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

function readDecision(value: unknown, place: string): RuleDecision {
  const decision = strictest.find((each) => each === value);
  if (decision !== undefined) return decision;
  throw new PermissionRulesError(`${place} must be "allow", "ask" or "deny", not ${JSON.stringify(value)}.`);
}

function readOne(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new PermissionRulesError(`${place} must be a non-empty string.`);
}

const readTexts = (value: unknown, place: string): string | readonly string[] =>
  Array.isArray(value) && value.length > 0 ? value.map((each) => readOne(each, place)) : readOne(value, place);
