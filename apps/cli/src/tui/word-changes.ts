/** The words that differ between two versions of a line. */

/** Part of a line, by offsets. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface WordChanges {
  readonly removed: readonly Range[];
  readonly added: readonly Range[];
}

const words = /[\p{L}\p{N}_]+|\s+|./gsu;
/** Longer lines are not compared: the time grows with the square of the number of words. */
const mostWords = 400;
/** The share of letters that two versions of a line must have in common; with less, they are different lines. */
const leastCommon = 0.4;

/** The number of characters that are not white space. */
const letters = (text: string): number => text.replaceAll(/\s/gu, '').length;

/** The changed words of both lines; undefined if the lines are too different for that to help. */
export function wordChanges(removed: string, added: string): WordChanges | undefined {
  const before = removed.match(words) ?? [];
  const after = added.match(words) ?? [];
  if (before.length > mostWords || after.length > mostWords) return undefined;
  const common = commonWords(before, after);
  const shared = common.reduce((sum, [index]) => sum + letters(before[index] ?? ''), 0);
  if (shared < leastCommon * Math.max(letters(removed), letters(added))) return undefined;
  return {
    removed: rangesWithout(before, new Set(common.map(([index]) => index))),
    added: rangesWithout(after, new Set(common.map(([, index]) => index))),
  };
}

/** The longest common sequence, as pairs of indexes. */
function commonWords(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [rows, columns] = [before.length - start - end, after.length - start - end];
  // lengths[row][column]: the length of the common sequence of what follows both.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const isSame = before[start + row] === after[start + column];
      const length = isSame
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
      (lengths[row] as Uint16Array)[column] = length;
    }
  }
  const pairs: (readonly [number, number])[] = Array.from({ length: start }, (_, index) => [index, index] as const);
  for (let [row, column] = [0, 0]; row < rows && column < columns;) {
    if (before[start + row] === after[start + column]) {
      pairs.push([start + row, start + column]);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  for (let index = end; index > 0; index -= 1) pairs.push([before.length - index, after.length - index]);
  return pairs;
}

/** The ranges of the words that are not common; a space between two of them belongs to them. */
function rangesWithout(all: readonly string[], common: ReadonlySet<number>): readonly Range[] {
  const ranges: { from: number; to: number }[] = [];
  let offset = 0;
  for (const [index, word] of all.entries()) {
    const last = ranges.at(-1);
    const isSpaceBetween =
      word.trim() === '' && last?.to === offset && index + 1 < all.length && !common.has(index + 1);
    if (!common.has(index) || isSpaceBetween) {
      if (last?.to === offset) last.to = offset + word.length;
      else ranges.push({ from: offset, to: offset + word.length });
    }
    offset += word.length;
  }
  return ranges;
}
