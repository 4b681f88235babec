/** The evidence for and against applying a habit at a position. */
import { indentOf } from './edit-unit.ts';
import type { HabitContext } from './habit-context.ts';
import { renamed } from './habit-lines.ts';
import type { Example, Habit } from './habits.ts';
import type { CandidateLines } from './candidate-lines.ts';
import type { LineReplacement } from './template.ts';
import { isDistinct, likenessOf, tokensOf, type Token } from './tokens.ts';

export interface Evidence {
  /** What the habit does: renames, replaces, inserts or removes tokens, or changes tokens around a hole. */
  readonly kind: 'rename' | 'replacement' | 'insertion' | 'removal' | 'holes';
  /** The number of lines edited in this way: in total, in this document, and within a screen of this position. */
  readonly support: number;
  readonly supportHere: number;
  readonly near: number;
  /** Similar positions that the user did not edit: since the first example, and before it. */
  readonly passed: number;
  readonly before: number;
  /** Whether a line that the user edited still has a similar position. */
  readonly isKept: boolean;
  /** The number of edits since the latest example. */
  readonly age: number;
  /** The distance in lines from the latest edit, as a multiple of the widest gap between neighbouring examples. */
  readonly gap: number;
  /** The number of neighbouring tokens, on both sides, that are the same in an example. */
  readonly context: number;
  /** The similarity of the line to the line of an example, and to a line that was passed over, from 0 to 1. */
  readonly likeness: number;
  readonly likenessPassed: number;
  /** Whether the position is outside the block of the examples. */
  readonly isOutside: boolean;
  readonly isSameDepth: boolean;
  /** The number of characters of the tokens that change. */
  readonly length: number;
  /** Whether the habits explain an example completely. */
  readonly isWhole: boolean;
  /** Whether other habits always come with it, and whether some of them do not match here. */
  readonly hasCompanions: boolean;
  readonly lacksCompanions: boolean;
  readonly isString: boolean;
  readonly isNumber: boolean;
  /** Lines that were edited in this way one by one, and not as a part of a rewritten block. */
  readonly certain: number;
  /** Whether the word has a role here that it has in no example, or is in a comment and in no example. */
  readonly isOtherPart: boolean;
  /** Whether the new name is used at several positions that the user has not touched. */
  readonly isNewKnown: boolean;
  /** Whether the user has written one of the new words elsewhere in this document, for instance in an import. */
  readonly isIntroduced: boolean;
  /** Whether the changed word is a common one with many meanings. */
  readonly isGeneral: boolean;
  /** Whether one of the changed words has several parts, so that it hardly has two meanings. */
  readonly isDistinct: boolean;
}

/** A position where a habit matches. */
export interface HabitMatch {
  readonly habit: Habit;
  /** The habit and those that come with it. */
  readonly habits: readonly Habit[];
  readonly line: number;
  readonly replacements: readonly LineReplacement[];
  /** Whether habits that always came with it do not match. */
  readonly lacksCompanions: boolean;
  /** Whether the role of the word was ignored. */
  readonly anyPart: boolean;
}

/** Lines between the latest example and a position that are considered. */
const maxLines = 400;
/** Passed positions that are compared with a position. */
const maxPassed = 8;
/** The number of lines on a screen. */
const screen = 30;

const general = new Set(
  (
    'string number boolean void int str bool None null true false self this any object def fn func return await ' +
    'async pub mut T S B E'
  ).split(' '),
);

export function evidenceFor(match: HabitMatch, habitContext: HabitContext, candidates: CandidateLines): Evidence {
  const { habit, habits, line, replacements, lacksCompanions, anyPart } = match;
  const { lines, passed } = habitContext;
  const { examples, support } = habit;
  const { old = [] } = habit.template.units[0] ?? {};
  const text = candidates.line(line);
  const tokens = tokensOf(text);
  const [from, to] = tokensBetween(tokens, replacements[0]);
  return {
    kind: kindOf(habit),
    support,
    supportHere: lines.length,
    near: lines.filter((each) => Math.abs(line - each) <= screen).length,
    passed: passed.length,
    before: habitContext.before,
    isKept: habitContext.isKept,
    age: habitContext.age,
    gap: (line - candidates.from) / habitContext.widestGap,
    context: Math.max(...habitContext.some.map((example) => contextBetween(example, tokens, from, to))),
    likeness: mostLike(
      tokens,
      habitContext.some.map(({ pair }) => pair.before),
    ),
    likenessPassed: mostLike(
      tokens,
      passed.slice(0, maxPassed).map((each) => candidates.line(each)),
    ),
    isOutside: isOutside(habitContext, candidates, line),
    isSameDepth: examples.some(({ pair }) => indentOf(pair.before) === indentOf(text)),
    length: old.reduce((sum, token) => sum + token.text.length, 0),
    isWhole: habitContext.areWhole(habits),
    hasCompanions: habits.length > 1,
    lacksCompanions,
    isString: old[0]?.kind === 'string',
    isNumber: old.length > 0 && old.every(({ kind }) => kind === 'number'),
    certain: habitContext.certain,
    isOtherPart: anyPart,
    isNewKnown: habitContext.isNewKnown,
    isIntroduced: habitContext.isIntroduced,
    isGeneral: old.length === 1 && general.has(old[0]?.text ?? ''),
    isDistinct: old.some(isDistinct),
  };
}

const mostLike = (tokens: readonly Token[], lines: readonly string[]): number =>
  Math.max(0, ...[...new Set(lines)].map((line) => likenessOf(tokens, tokensOf(line))));

function kindOf(habit: Habit): Evidence['kind'] {
  const { units, hasHoles } = habit.template;
  if (hasHoles) return 'holes';
  if (renamed(habit) !== undefined) return 'rename';
  if (units[0]?.old.length === 0) return 'insertion';
  return units[0]?.now.length === 0 ? 'removal' : 'replacement';
}

/** The index of the first token of a replacement, and of the first after it. */
function tokensBetween(tokens: readonly Token[], replacement: LineReplacement | undefined): readonly [number, number] {
  const { start = 0, end = 0 } = replacement ?? {};
  const indexFrom = (column: number): number => {
    const found = tokens.findIndex((token) => token.start >= column);
    return found === -1 ? tokens.length : found;
  };
  return [indexFrom(start), indexFrom(end)];
}

/**
 * The number of neighbouring tokens that are those of an example, up to four on each side; the ends of the line count.
 */
function contextBetween({ left, right }: Example, tokens: readonly Token[], from: number, to: number): number {
  const before = countEqual(4, (back) => [left.at(-1 - back)?.text, tokens[from - 1 - back]?.text]);
  const after = countEqual(4, (ahead) => [right[ahead]?.text, tokens[to + ahead]?.text]);
  const hasStart = before < 4 && left.length === before && from === before;
  const hasEnd = after < 4 && right.length === after && tokens.length - to === after;
  return before + after + (hasStart ? 1 : 0) + (hasEnd ? 1 : 0);
}

/** Counts equal pairs from the start, at most `limit`. */
function countEqual(limit: number, pair: (index: number) => readonly [string | undefined, string | undefined]): number {
  let count = 0;
  while (count < limit) {
    const [one, other] = pair(count);
    if (one === undefined || one !== other) break;
    count += 1;
  }
  return count;
}

/** Whether the position, or a line between it and the examples, is less indented than all examples. */
function isOutside({ lines, depth }: HabitContext, candidates: CandidateLines, line: number): boolean {
  const last = lines.at(-1);
  if (last === undefined) return false;
  if (indentOf(candidates.line(line)) < depth) return true;
  for (let between = last + 1; between < Math.min(line, last + maxLines); between += 1)
    if (candidates.depth(between) < depth) return true;
  return false;
}
