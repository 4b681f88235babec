/**
 * The words that differ between two versions of a line.
 *
 * The words are compared by `diff`, and cut here: its own comparison of words takes each letter of a script that is not
 * Latin for a word.
 */
// Only this file of the package: its entry has the patches too, which a chat does not need.
import { diffArrays } from 'diff/lib/diff/array.js';

/** Part of a line, by offsets. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface WordChanges {
  readonly removed: readonly Range[];
  readonly added: readonly Range[];
}

const words = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu;
/** Lines with more words are not compared. */
const mostWords = 400;
/** Lines that differ in more words are not marked: the time grows with the square of that number. */
const mostChanges = 200;
/** The share of letters that two versions of a line must have in common; with less, they are different lines. */
const leastCommon = 0.4;

/** The number of characters that are not white space. */
const letters = (text: string): number => text.replaceAll(/\s/gu, '').length;

/** The changed words of both lines; undefined if the lines are too different for that to help. */
export function wordChanges(removed: string, added: string): WordChanges | undefined {
  const before = removed.match(words) ?? [];
  const after = added.match(words) ?? [];
  if (before.length > mostWords || after.length > mostWords) return undefined;
  const parts = diffArrays(before, after, { maxEditLength: mostChanges });
  if (parts === undefined) return undefined;
  let shared = 0;
  const offsets = { removed: 0, added: 0 };
  const ranges = { removed: [] as Range[], added: [] as Range[] };
  for (const part of parts) {
    const text = part.value.join('');
    const isChanged = part.removed || part.added;
    if (!isChanged) shared += letters(text);
    for (const side of ['removed', 'added'] as const) {
      if (isChanged && !part[side]) continue;
      const from = offsets[side];
      offsets[side] += text.length;
      if (isChanged) ranges[side].push({ from, to: offsets[side] });
    }
  }
  return shared < leastCommon * Math.max(letters(removed), letters(added)) ? undefined : ranges;
}
