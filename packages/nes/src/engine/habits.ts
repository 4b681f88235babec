/**
 * Edits that the user has made more than once, in different lines: literally the same, or the same except for parts
 * that differ.
 *
 * The same change leads to several habits: one that matches anywhere, and others that require the context of the
 * examples. Which of them is applied is not decided here.
 */
import type { LineEdit } from './edit-tracker.ts';
import { callUnitOf, unitsOf, wholeUnitOf, type EditUnit } from './edit-unit.ts';
import { literalTemplate, templateWithHoles, wrapTemplate, type ContextSize } from './template-learning.ts';
import type { Template } from './template.ts';
import { textsOf } from './tokens.ts';

/** A unit of an edit, with the edit. */
export interface Example extends EditUnit {
  readonly edit: LineEdit;
  /** The number of older edits. */
  readonly order: number;
}

/** A template with its examples. */
export interface Habit {
  /** Identifies the change independent of its position. */
  readonly key: string;
  readonly template: Template;
  readonly examples: readonly Example[];
  readonly edits: ReadonlySet<LineEdit>;
  /** The number of different lines that were edited in this way. */
  readonly support: number;
  /** The number of edits that are older than the latest example. */
  readonly latest: number;
}

/** The maximum number of habits, the latest first, and of edits that are compared for holes. */
const maxHabits = 24;
const maxWithHoles = 8;

/** Returns what the edits have in common, the latest habit first. */
export function learn(edits: readonly LineEdit[], minimumSupport: number): readonly Habit[] {
  const examples = edits.flatMap((edit, order) => unitsOf(edit).map((unit): Example => ({ ...unit, edit, order })));
  const groups = grouped(examples, ({ changeKey }) => changeKey);
  const oppositeKeys = new Set(examples.map(({ oppositeKey }) => oppositeKey));
  const found = new Map<string, Habit>();
  const addHabit = (examplesOfTemplate: readonly Example[], template: Template | undefined): void => {
    if (template === undefined || found.has(template.key)) return;
    const habit = habitOf(examplesOfTemplate, template);
    if (habit.support >= minimumSupport) found.set(template.key, habit);
  };
  for (const { template, examples: similar } of withHoles(edits, examples)) addHabit(similar, template);
  for (const same of groups) {
    if (linesOf(same) < minimumSupport || isUndone(same, oppositeKeys)) continue;
    addHabit(same, wrapTemplate(same));
    for (const { by, size } of contexts)
      for (const group of grouped(same, (example) => contextKey(example, by)))
        addHabit(group, literalTemplate(group, size));
  }
  return [...found.values()]
    .toSorted((left, right) => right.latest - left.latest || right.support - left.support)
    .slice(0, maxHabits);
}

/** The neighbouring tokens by which examples are grouped, and how many common ones a template keeps. */
const contexts: readonly { readonly by: ContextSize; readonly size: ContextSize }[] = [
  { by: { left: 0, right: 0 }, size: { left: 0, right: 0 } },
  { by: { left: 1, right: 1 }, size: { left: 3, right: 3 } },
  { by: { left: 2, right: 0 }, size: { left: 3, right: 3 } },
  { by: { left: 0, right: 2 }, size: { left: 3, right: 3 } },
  { by: { left: 1, right: 0 }, size: { left: 2, right: 0 } },
  { by: { left: 0, right: 1 }, size: { left: 0, right: 2 } },
];

const contextKey = ({ left, right }: Example, by: ContextSize): string =>
  `${textsOf(left.slice(left.length - Math.min(left.length, by.left)))}\u0002${textsOf(right.slice(0, by.right))}`;

function grouped(examples: readonly Example[], key: (example: Example) => string): readonly (readonly Example[])[] {
  const groups = new Map<string, Example[]>();
  for (const example of examples) {
    const name = key(example);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [example]);
    else group.push(example);
  }
  return [...groups.values()];
}

/** Pairs of the latest edits whose differences can be expressed by holes. */
function withHoles(
  edits: readonly LineEdit[],
  examples: readonly Example[],
): readonly { readonly template: Template; readonly examples: readonly Example[] }[] {
  const wholes = edits.flatMap((edit, order): readonly Example[] => {
    const whole = edits.length - order > maxWithHoles ? undefined : (wholeUnitOf(edit) ?? callUnitOf(edit));
    return whole === undefined ? [] : [{ ...whole, edit, order }];
  });
  const recent = [...examples.slice(-maxWithHoles), ...wholes]
    .toSorted((left, right) => left.order - right.order)
    .slice(-maxWithHoles);
  const learned = new Map<string, { readonly template: Template; readonly examples: readonly Example[] }>();
  for (const [index, one] of recent.entries()) {
    for (const other of recent.slice(index + 1)) {
      if (one.edit === other.edit || textsOf(one.old) === textsOf(other.old)) continue;
      const template = templateWithHoles(one, other);
      if (template === undefined) continue;
      const known = learned.get(template.key)?.examples ?? [];
      learned.set(template.key, { template, examples: [...new Set([...known, one, other])] });
    }
  }
  return [...learned.values()].filter((each) => each.examples.length > 2 || isStrong(each.template));
}

/** Many required tokens make a false match unlikely. */
const isStrong = ({ left, old, right }: Template): boolean =>
  left.length + old.filter((part) => typeof part === 'string').length + right.length >= 4;

function habitOf(examples: readonly Example[], template: Template): Habit {
  return {
    key: `repeat ${areSameChange(examples) ? examples[0]?.changeKey : template.key}`,
    template,
    examples,
    edits: new Set(examples.map(({ edit }) => edit)),
    support: linesOf(examples),
    latest: Math.max(...examples.map(({ order }) => order)),
  };
}

const areSameChange = (examples: readonly Example[]): boolean =>
  examples.every(({ changeKey }) => changeKey === examples[0]?.changeKey);

const linesOf = (examples: readonly Example[]): number =>
  new Set(examples.map(({ edit }) => `${edit.line} ${edit.uri}`)).size;

/** Whether the user has also made the opposite change. */
const isUndone = ([first]: readonly Example[], oppositeKeys: ReadonlySet<string>): boolean =>
  first !== undefined && oppositeKeys.has(`${textsOf(first.old)}\u0002${textsOf(first.now)}`);
