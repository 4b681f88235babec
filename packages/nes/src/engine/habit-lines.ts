/** Applies habits to a line: where their templates match and their examples allow it. */
import { indentOf } from './edit-unit.ts';
import type { Example, Habit } from './habits.ts';
import { replaced } from './proposal.ts';
import { fitting, type LineReplacement } from './template.ts';
import { commentStart, isDistinct, isWord, tokensOf } from './tokens.ts';
import { hasRole } from './word-role.ts';

/** The names of a habit that renames; undefined for any other. */
export function renamed({
  template: { units, hasHoles },
}: Habit): { readonly from: string; readonly to: string } | undefined {
  const { old = [], now = [] } = units[0] ?? {};
  const [from, to] = [old[0], now[0]];
  const isRename = !hasHoles && old.length === 1 && now.length === 1 && isWord(from) && isWord(to);
  return isRename ? { from: from?.text ?? '', to: to?.text ?? '' } : undefined;
}

/** The habits that always occurred in the same lines as another, one for each kind of change. */
export function companionsOf(habit: Habit, habits: readonly Habit[]): readonly Habit[] {
  const found = new Map<string, Habit>();
  for (const other of habits) {
    if (other.template.hasHoles || other.key === habit.key) continue;
    if (other.edits.size < habit.edits.size || [...habit.edits].some((edit) => !other.edits.has(edit))) continue;
    const known = found.get(other.key);
    if (known === undefined || contextOf(other) < contextOf(known)) found.set(other.key, other);
  }
  return [...found.values()];
}

const contextOf = ({ template: { left, right } }: Habit): number => left.length + right.length;

/** All replacements of habits in a line that do not conflict; the first habit takes precedence. */
export function together(
  habits: readonly Habit[],
  line: string,
  languageId: string,
  anyPart = false,
): readonly LineReplacement[] {
  const chosen: LineReplacement[] = [];
  for (const habit of habits) {
    for (const replacement of acceptable(habit, line, languageId, anyPart)) {
      const isFree = chosen.every((other) => other.end < replacement.start || replacement.end < other.start);
      if (isFree) chosen.push(replacement);
    }
  }
  return chosen.toSorted((left, right) => left.start - right.start);
}

/**
 * The replacements of a habit in a line that its examples allow; with `anyPart` a word may have another role than in
 * the examples.
 */
export function acceptable(
  { template, examples }: Habit,
  line: string,
  languageId: string,
  anyPart = false,
): readonly LineReplacement[] {
  const found = fitting(template, line);
  if (found.length === 0) return found;
  const tokens = tokensOf(line);
  const comment = commentStart(tokens, languageId);
  const isOneWord = template.old.length === 1 && isWord(template.units[0]?.old[0]);
  const fits = found.filter(({ start }) => {
    if (start >= comment && !examples.some(isInComment))
      return anyPart && isOneWord && isDistinct(template.units[0]?.old[0]);
    // A change at the start of a line depends on the indentation.
    const isAtStart = start === indentOf(line) && template.old.length === 0;
    if (isAtStart && !examples.some(({ pair }) => indentOf(pair.before) === start)) return false;
    return !isOneWord || anyPart || hasRole(examples, tokens, start);
  });
  // The result must not be what the user has just replaced.
  const isReversal = fits.length > 0 && examples.some(({ pair }) => pair.before === replaced(line, fits));
  return isReversal ? [] : fits;
}

function isInComment({ edit, left, old, right }: Example): boolean {
  const [first] = [...old, ...right];
  const start = first?.start ?? left.at(-1)?.end ?? 0;
  return start >= commentStart(tokensOf(edit.before), edit.languageId);
}

/** Whether habits explain one of the edits completely; otherwise they are a part of a larger change. */
export const areWholeStory = (habits: readonly Habit[], examples: readonly Example[]): boolean =>
  examples.some(({ pair, edit }) => {
    const known = together(habits, pair.before, edit.languageId);
    return replaced(pair.before, known).trim() === pair.after.trim();
  });
