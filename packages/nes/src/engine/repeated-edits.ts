/**
 * Edits that the user has made more than once, offered at the next place where they fit.
 *
 * Two edits that do literally the same, or that differ only in what their holes hold, are enough; places that the user passed over count against it. Lines
 * that the user changed are left alone, and nothing that the user did is ever undone.
 */
import { callUnitOf, indentOf, unitsOf, wholeUnitOf, type EditUnit } from './edit-unit.ts';
import type { LineEdit } from './edit-tracker.ts';
import { manyPlaces, replaced, type Proposal } from './proposal.ts';
import type { Site, Wanted } from './sites.ts';
import { fitting, literalTemplate, templateWithHoles, type LineReplacement, type Template } from './template.ts';
import { commentStart, isWord, textsOf, tokensOf, type Token } from './tokens.ts';

/** A piece of an edit, with the edit. */
interface Example extends EditUnit {
  readonly edit: LineEdit;
  /** How many edits are older. */
  readonly order: number;
}

/** A template, and what speaks for it. */
export interface Learned {
  readonly key: string;
  readonly template: Template;
  readonly examples: readonly Example[];
  /** Different lines that were edited in this way. */
  readonly support: number;
  readonly latest: number;
}

/** Edits after which a habit is taken to be over. */
const longestPause = 8;
/** Lines over which two examples are carried. */
const farthest = 200;
/** Edits after which a habit is carried to other documents. */
const supportElsewhere = 3;
/** The share of the places between the examples that must have been edited. */
const leastShare = 0.67;

/** What the edits have in common, the latest habit first. */
export function learn(edits: readonly LineEdit[], leastSupport: number): readonly Learned[] {
  const examples = edits.flatMap((edit, order) => unitsOf(edit).map((unit): Example => ({ ...unit, edit, order })));
  const literal = grouped(examples).flatMap((group) => toLearned(group, literalTemplate(group)) ?? []);
  const wholes = edits.flatMap((edit, order): readonly Example[] => {
    const whole = wholeUnitOf(edit) ?? callUnitOf(edit);
    return whole === undefined ? [] : [{ ...whole, edit, order }];
  });
  const inOrder = [...examples, ...wholes].toSorted((left, right) => left.order - right.order);
  const all = [...withHoles(inOrder), ...literal];
  return all
    .filter(({ support, latest, template }) => {
      const needed = leastSupport + (template.hasHoles && !isStrong(template) ? 1 : 0);
      return support >= needed && edits.length - 1 - latest < longestPause && !isUndone(template, examples);
    })
    .toSorted(
      (left, right) => right.latest - left.latest || explains(right) - explains(left) || right.support - left.support,
    );
}

/** How many of the examples a habit explains alone, from the line before to the line after. */
function explains({ template, examples }: Learned): number {
  return examples.filter(({ pair }) => replaced(pair.before, fitting(template, pair.before)) === pair.after).length;
}

/** What does literally the same; insertions by what stands before and after them, or only on one side. */
function grouped(examples: readonly Example[]): readonly (readonly Example[])[] {
  const groups = new Map<string, Example[]>();
  for (const example of examples) {
    const { left, old, right, text } = example;
    const [before, after] = [textsOf(left.slice(-2)), textsOf(right.slice(0, 2))];
    const places =
      old.length > 0
        ? ['']
        : [`${textsOf(left.slice(-1))}\u0002${textsOf(right.slice(0, 1))}`, `${before}\u0002`, `\u0002${after}`];
    for (const place of places) {
      const key = `${textsOf(old)}\u0002${text}\u0002${place}`;
      groups.set(key, [...(groups.get(key) ?? []), example]);
    }
  }
  return [...groups.values()];
}

function withHoles(examples: readonly Example[]): readonly Learned[] {
  const learned = new Map<string, Learned>();
  const recent = examples.slice(-8);
  for (const [index, one] of recent.entries()) {
    for (const other of recent.slice(index + 1)) {
      if (one.edit === other.edit || textsOf(one.old) === textsOf(other.old)) continue;
      const template = templateWithHoles(one, other);
      if (template === undefined) continue;
      const known = learned.get(template.key)?.examples ?? [];
      const made = toLearned([...new Set([...known, one, other])], template);
      if (made !== undefined) learned.set(template.key, made);
    }
  }
  return [...learned.values()];
}

function toLearned(examples: readonly Example[], template: Template | undefined): Learned | undefined {
  if (template === undefined) return undefined;
  const lines = new Set(examples.map(({ edit }) => `${edit.line} ${edit.uri}`));
  const latest = Math.max(...examples.map(({ order }) => order));
  return { key: `repeat ${template.key}`, template, examples, support: lines.size, latest };
}

/** Many tokens that have to be there leave little to chance. */
const isStrong = ({ left, old, right }: Template): boolean =>
  left.length + old.filter((part) => typeof part === 'string').length + right.length >= 4;

/** Whether the user has also done the opposite. */
function isUndone({ units }: Template, examples: readonly Example[]): boolean {
  return units.some(({ old, now }) =>
    examples.some((example) => textsOf(example.old) === textsOf(now) && textsOf(example.now) === textsOf(old)),
  );
}

// -------------------------------------------------------------------------------------------- places

/** The next place in a document where one of the habits fits; other habits of the same lines go along. */
export function proposeRepeated(learned: readonly Learned[], site: Site): Proposal | undefined {
  for (const habit of learned) {
    if (!isKeptUp(habit, site)) continue;
    const habits = [habit, ...learned.filter((other) => other !== habit && isCompanion(other, habit))];
    if (renamed(habit) === undefined && !isWholeStory(habits, habit.examples)) continue;
    const wanted = wantedBy(habits, site);
    const line = site.next(wanted);
    if (line === undefined || (habit.support < 3 && line - site.from > farthest)) continue;
    const replacements = together(habits, site.line(line), site.languageId);
    const { key, support } = habit;
    const rename = support < 3 ? undefined : renamed(habit);
    const remaining = rename === undefined ? 0 : site.count(wanted, manyPlaces);
    return {
      key,
      support,
      uri: site.uri,
      line,
      replacements,
      ...(rename === undefined ? {} : { rename: { ...rename, remaining } }),
    };
  }
  return undefined;
}

/** The lines in which habits fit that always come together. */
const wantedBy = (habits: readonly Learned[], { languageId }: Site): Wanted => ({
  word: habits[0]?.template.needle ?? '',
  test: (line) => habits.every((habit) => acceptable(habit, line, languageId).length > 0),
});

function renamed({ template: { units } }: Learned): { readonly from: string; readonly to: string } | undefined {
  const { old = [], now = [] } = units[0] ?? {};
  const [from, to] = [old[0], now[0]];
  const isRename = old.length === 1 && now.length === 1 && isWord(from) && isWord(to);
  return isRename ? { from: from?.text ?? '', to: to?.text ?? '' } : undefined;
}

/** Whether the places from the first example to where the user is now were edited, and not passed over. */
function isKeptUp(habit: Learned, site: Site): boolean {
  const lines = habit.examples.filter(({ edit }) => edit.uri === site.uri).map(({ edit }) => edit.line);
  // What was done in one document need not be wanted in another.
  if (lines.length === 0) return site.isElsewhere && habit.support >= supportElsewhere;
  const [first, last] = [Math.min(...lines), Math.max(...lines, site.from)];
  const passed = site.countBetween(first, last, wantedBy([habit], site));
  const done = new Set(lines).size;
  return done / (done + passed) >= leastShare;
}

/** Whether two habits were always seen in the same lines. */
const isCompanion = (other: Learned, habit: Learned): boolean =>
  habit.examples.every(({ edit }) => other.examples.some((example) => example.edit === edit));

/** Whether the habits explain one of the edits from beginning to end; a part of something larger is not worth repeating. */
const isWholeStory = (habits: readonly Learned[], examples: readonly Example[]): boolean =>
  examples.some(({ pair, edit }) => {
    const known = together(habits, pair.before, edit.languageId);
    return replaced(pair.before, known).trim() === pair.after.trim();
  });

/** All that the habits do to a line, as far as they do not get in each other's way. */
function together(habits: readonly Learned[], line: string, languageId: string): readonly LineReplacement[] {
  const chosen: LineReplacement[] = [];
  for (const habit of habits) {
    for (const replacement of acceptable(habit, line, languageId)) {
      const isFree = chosen.every((other) => other.end < replacement.start || replacement.end < other.start);
      if (isFree) chosen.push(replacement);
    }
  }
  return chosen.toSorted((left, right) => left.start - right.start);
}

/** Where a habit fits in a line and its examples say that it may. */
function acceptable({ template, examples }: Learned, line: string, languageId: string): readonly LineReplacement[] {
  const found = fitting(template, line);
  if (found.length === 0) return found;
  const tokens = tokensOf(line);
  const comment = commentStart(tokens, languageId);
  const isInComments = examples.some((example) => isInComment(example));
  const isOneWord = template.old.length === 1 && isWord(template.units[0]?.old[0]);
  const depths = new Set(examples.map(({ pair }) => indentOf(pair.before)));
  const fits = found.filter(({ start }) => {
    if (start >= comment && !isInComments) return false;
    // What begins a line is tied to how deep the line is.
    if (start === indentOf(line) && template.old.length === 0 && !depths.has(start)) return false;
    return !isOneWord || hasRole(examples, tokens, start);
  });
  // What would stand there must not be what the user has just done away with.
  const isReversal = fits.length > 0 && examples.some(({ pair }) => pair.before === replaced(line, fits));
  return isReversal ? [] : fits;
}

function isInComment({ edit, left, old, right }: Example): boolean {
  const [first] = [...old, ...right];
  const start = first?.start ?? left.at(-1)?.end ?? 0;
  return start >= commentStart(tokensOf(edit.before), edit.languageId);
}

// -------------------------------------------------------------------------------------------- roles

/** What a word is to those around it. */
export interface Role {
  readonly isMember: boolean;
  readonly isCalled: boolean;
  readonly isKey: boolean;
}

const accesses = new Set(['.', '->', '?.', '::']);

export const roleOf = (before: Token | undefined, after: Token | undefined): Role => ({
  isMember: accesses.has(before?.text ?? ''),
  isCalled: after?.text === '(',
  isKey: after?.text === ':',
});

/** Whether a word at a column plays a part that it also plays in the examples. */
function hasRole(examples: readonly EditUnit[], tokens: readonly Token[], start: number): boolean {
  const at = tokens.findIndex((token) => token.start === start);
  const here = roleOf(tokens[at - 1], tokens[at + 1]);
  const roles = examples.map(({ left, right }) => roleOf(left.at(-1), right[0]));
  return (
    roles.some(({ isMember }) => isMember === here.isMember) &&
    (here.isCalled || roles.some(({ isCalled }) => !isCalled)) &&
    (!here.isKey || roles.some(({ isKey }) => isKey))
  );
}
