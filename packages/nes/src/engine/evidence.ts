/** What speaks for following a habit at a place, and what against it. */
import type { LineEdit } from './edit-tracker.ts';
import { indentOf } from './edit-unit.ts';
import { acceptable, areWholeStory, renamed } from './habit-lines.ts';
import type { Example, Habit } from './habits.ts';
import type { Site, Wanted } from './sites.ts';
import type { LineReplacement } from './template.ts';
import { likenessOf, tokensOf, type Token } from './tokens.ts';
import { isDeclared } from './word-role.ts';

export interface Evidence {
  /** What the habit does: a name becomes another, tokens become others, come, go, or change around something that stays. */
  readonly kind: 'rename' | 'replacement' | 'insertion' | 'removal' | 'holes';
  /** Lines that were edited in this way; how many of them are in this document. */
  readonly support: number;
  readonly supportHere: number;
  /** Places like this one that the user went past, as far as it matters: since the first example, and since the latest. */
  readonly passed: number;
  readonly passedLately: number;
  /** Whether a line that the user edited still has a place like this one. */
  readonly isKept: boolean;
  /** Edits since the latest example, and lines from the latest edit to this place. */
  readonly age: number;
  readonly distance: number;
  /** Tokens next to the place, on both sides, that are the same in an example. */
  readonly context: number;
  /** How much the line has in common with the line of an example, from nothing to 1. */
  readonly likeness: number;
  /** Whether the place is outside of the block in which the examples are. */
  readonly isOutside: boolean;
  readonly isSameDepth: boolean;
  /** Characters of the tokens that change. */
  readonly length: number;
  /** Whether the habits explain an example from beginning to end. */
  readonly isWhole: boolean;
  readonly hasCompanions: boolean;
  /** Whether it fits more than once in the line. */
  readonly isMultiple: boolean;
  readonly isString: boolean;
  readonly isNumber: boolean;
  /** Lines that were edited in this way one by one, and not as a part of a block that was written anew. */
  readonly certain: number;
  /** Whether the place looks like a declaration. */
  readonly isDeclaration: boolean;
  /** Whether the new name is in use at several places that the user has not touched. */
  readonly isNewKnown: boolean;
  /** Whether the line has one of the new words already. */
  readonly hasNew: boolean;
  /** Whether the word that changes stands for many things. */
  readonly isGeneral: boolean;
  /** Whether one of the words that change has several parts, so that it hardly stands for two things. */
  readonly isDistinct: boolean;
  readonly isCapital: boolean;
}

/** A place where a habit fits. */
export interface Place {
  readonly habit: Habit;
  /** The habit, and those that go along with it. */
  readonly habits: readonly Habit[];
  readonly wanted: Wanted;
  readonly line: number;
  readonly replacements: readonly LineReplacement[];
}

/** Examples that are compared with a place, and lines between the latest of them and the place that are looked at. */
const mostExamples = 12;
const mostLines = 400;
/** Places that are more than a few. */
const severalPlaces = 3;

const severalParts = /\p{Ll}\p{Lu}|\p{L}_\p{L}/u;

const general = new Set(
  (
    'string number boolean void int str bool None null true false self this any object def fn func const let var return await ' +
    'async pub mut T S B E'
  ).split(' '),
);

export function evidenceFor(place: Place, site: Site, edits: readonly LineEdit[]): Evidence {
  const { habit, habits, wanted, line, replacements } = place;
  const { template, examples, support, latest } = habit;
  const { old = [], now = [] } = template.units[0] ?? {};
  const here = examples.filter(({ edit }) => edit.uri === site.uri).map(({ edit }) => edit);
  const lines = here.map((edit) => edit.line);
  const passed = site.countPassed(lines.length === 0 ? -1 : Math.min(...lines), wanted, support + 1);
  const text = site.line(line);
  const tokens = tokensOf(text);
  const [from, to] = tokensBetween(tokens, replacements[0]);
  const some = examples.slice(-mostExamples);
  const certain = examples.filter(({ edit }) => edit.isGuessed !== true);
  return {
    kind: kindOf(habit),
    support,
    supportHere: new Set(lines).size,
    passed,
    passedLately: passed === 0 ? 0 : site.countPassed(Math.max(-1, ...lines), wanted, severalPlaces + 1),
    isKept: edits.some(({ after, languageId }) => acceptable(habit, after, languageId).length > 0),
    age: edits.length - 1 - latest,
    distance: line - site.from,
    context: Math.max(...some.map((example) => contextBetween(example, tokens, from, to))),
    likeness: Math.max(...some.map(({ pair }) => likenessOf(tokens, tokensOf(pair.before)))),
    isOutside: here.length > 0 && isOutside(here, site, line),
    isSameDepth: examples.some(({ pair }) => indentOf(pair.before) === indentOf(text)),
    length: old.reduce((sum, token) => sum + token.text.length, 0),
    isWhole: areWholeStory(habits, some),
    hasCompanions: habits.length > 1,
    isMultiple: replacements.length > 1,
    isString: old[0]?.kind === 'string',
    isNumber: old.length > 0 && old.every(({ kind }) => kind === 'number'),
    certain: new Set(certain.map(({ edit }) => `${edit.line} ${edit.uri}`)).size,
    isDeclaration: isDeclared(tokens, from),
    isNewKnown: isKnownWord(now, site),
    hasNew: now.some(({ kind, text: word }) => kind === 'word' && tokens.some((token) => token.text === word)),
    isGeneral: old.length === 1 && general.has(old[0]?.text ?? ''),
    isDistinct: old.some(({ kind, text: word }) => kind === 'word' && word.length >= 8 && severalParts.test(word)),
    isCapital: old.some(({ kind, text: word }) => kind === 'word' && /^\p{Lu}\p{Ll}/u.test(word)),
  };
}

function kindOf(habit: Habit): Evidence['kind'] {
  const { units, hasHoles } = habit.template;
  if (hasHoles) return 'holes';
  if (renamed(habit) !== undefined) return 'rename';
  if (units[0]?.old.length === 0) return 'insertion';
  return units[0]?.now.length === 0 ? 'removal' : 'replacement';
}

/** The indexes of the first token of a replacement, and of the first after it. */
function tokensBetween(tokens: readonly Token[], replacement: LineReplacement | undefined): readonly [number, number] {
  const { start = 0, end = 0 } = replacement ?? {};
  const indexFrom = (column: number): number => {
    const found = tokens.findIndex((token) => token.start >= column);
    return found === -1 ? tokens.length : found;
  };
  return [indexFrom(start), indexFrom(end)];
}

/** How many tokens next to a place are those of an example, up to four on each side; the ends of the line count. */
function contextBetween({ left, right }: Example, tokens: readonly Token[], from: number, to: number): number {
  const before = common(4, (back) => [left.at(-1 - back)?.text, tokens[from - 1 - back]?.text]);
  const after = common(4, (ahead) => [right[ahead]?.text, tokens[to + ahead]?.text]);
  const hasStart = before < 4 && left.length === before && from === before;
  const hasEnd = after < 4 && right.length === after && tokens.length - to === after;
  return before + after + (hasStart ? 1 : 0) + (hasEnd ? 1 : 0);
}

function common(most: number, pair: (index: number) => readonly [string | undefined, string | undefined]): number {
  let count = 0;
  while (count < most) {
    const [one, other] = pair(count);
    if (one === undefined || one !== other) break;
    count += 1;
  }
  return count;
}

/** Whether lines that are less deep than all examples lie between them and a place, or the place is one. */
function isOutside(examples: readonly LineEdit[], site: Site, line: number): boolean {
  const depth = Math.min(...examples.map(({ after }) => indentOf(after)));
  if (indentOf(site.line(line)) < depth) return true;
  const last = Math.max(...examples.map((edit) => edit.line));
  for (let at = last + 1; at < Math.min(line, last + mostLines); at += 1) if (site.depth(at) < depth) return true;
  return false;
}

/** Whether a new word is used at several places already. */
function isKnownWord(now: readonly Token[], site: Site): boolean {
  const [word] = now;
  if (word === undefined || now.length > 1 || word.kind !== 'word') return false;
  const test = (line: string): boolean => tokensOf(line).some(({ text }) => text === word.text);
  return site.countNear({ word: word.text, test }, severalPlaces) >= severalPlaces;
}
