/** What is known about a habit in one document; it is the same for every position in the document. */
import type { LineEdit } from './edit-tracker.ts';
import { indentOf } from './edit-unit.ts';
import { acceptable, areWholeStory } from './habit-lines.ts';
import type { Example, Habit } from './habits.ts';
import type { CandidateLines, Wanted } from './candidate-lines.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Examples that are compared with a position. */
const maxExamples = 12;
/** How many positions count as several. */
const severalPlaces = 3;
/** How many passed lines are searched for at least. */
const minPassed = 8;

export class HabitContext {
  /** The latest examples. */
  readonly some: readonly Example[];
  /** The lines of this document that are examples, sorted, and the smallest indentation among them. */
  readonly lines: readonly number[];
  readonly depth: number;
  /** The maximum number of lines between two neighbouring examples, at least 1. */
  readonly widestGap: number;
  /** Lines that the user did not edit: since the first example, and how many before it. */
  readonly passed: readonly number[];
  readonly before: number;
  readonly isKept: boolean;
  readonly age: number;
  readonly certain: number;
  readonly isNewKnown: boolean;
  readonly isIntroduced: boolean;
  readonly #wholes = new Map<number, boolean>();

  constructor(habit: Habit, wanted: Wanted, candidates: CandidateLines, edits: readonly LineEdit[]) {
    const { template, examples, support, latest } = habit;
    const { now = [] } = template.units[0] ?? {};
    const here = examples.filter(({ edit }) => edit.uri === candidates.uri).map(({ edit }) => edit);
    const certain = examples.filter(({ edit }) => edit.isGuessed !== true);
    this.some = examples.slice(-maxExamples);
    this.lines = [...new Set(here.map((edit) => edit.line))].toSorted((left, right) => left - right);
    this.depth = Math.min(...here.map(({ after }) => indentOf(after)));
    this.widestGap = widestGap(this.lines);
    const first = this.lines[0] ?? -1;
    this.passed = candidates.passedLines(first, wanted, Math.max(minPassed, support + 1));
    this.before = candidates.countBefore(first, wanted, severalPlaces);
    this.isKept = edits.some(({ after, languageId }) => acceptable(habit, after, languageId).length > 0);
    this.age = edits.length - 1 - latest;
    this.certain = new Set(certain.map(({ edit }) => `${edit.line} ${edit.uri}`)).size;
    this.isNewKnown = isKnownWord(now, candidates);
    this.isIntroduced = this.lines.length === 0 && isIntroduced(habit, candidates);
  }

  /** Whether the habit and its companions explain an example completely. */
  areWhole(habits: readonly Habit[]): boolean {
    const known = this.#wholes.get(habits.length);
    if (known !== undefined) return known;
    const areWhole = areWholeStory(habits, this.some);
    this.#wholes.set(habits.length, areWhole);
    return areWhole;
  }
}

const widestGap = (lines: readonly number[]): number =>
  lines.reduce((widest, line, index) => Math.max(widest, line - (lines[index - 1] ?? line)), 1);

/** Whether a new word is already used at several positions. */
function isKnownWord(now: readonly Token[], candidates: CandidateLines): boolean {
  const [word] = now;
  if (word === undefined || now.length > 1 || word.kind !== 'word') return false;
  const test = (line: string): boolean => tokensOf(line).some(({ text }) => text === word.text);
  return candidates.countNear({ word: word.text, test }, severalPlaces) >= severalPlaces;
}

/** Whether the user has written a new word in the document. */
function isIntroduced({ template }: Habit, candidates: CandidateLines): boolean {
  const { old = [], now = [] } = template.units[0] ?? {};
  const known = new Set(old.map(({ text }) => text));
  const words = now.filter(({ kind, text }) => kind === 'word' && text.length > 2 && !known.has(text));
  return words.length > 0 && candidates.hasWritten(new Set(words.map(({ text }) => text)));
}
