/** Aligns two lists so that as many matching entries as possible stand side by side. */

/** One row: an entry of each list, or of one list only. */
export interface Row<L, R> {
  readonly left: L | undefined;
  readonly right: R | undefined;
}

/** The table has a cell for each pair; longer lists are compared index by index. */
const maxCells = 4_000_000;

/** Aligns `left` and `right` by their longest common subsequence under `matches`. */
export function align<L, R>(
  left: readonly L[],
  right: readonly R[],
  matches: (left: L, right: R) => boolean,
): Row<L, R>[] {
  if (left.length * right.length > maxCells) return byPlace(left, right);
  const lengths = commonLengths(left, right, matches);
  const rows: Row<L, R>[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (matches(left[i] as L, right[j] as R)) rows.push({ left: left[i++], right: right[j++] });
    else if (lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))
      rows.push({ left: left[i++], right: undefined });
    else rows.push({ left: undefined, right: right[j++] });
  }
  while (i < left.length) rows.push({ left: left[i++], right: undefined });
  while (j < right.length) rows.push({ left: undefined, right: right[j++] });
  return rows;
}

function byPlace<L, R>(left: readonly L[], right: readonly R[]): Row<L, R>[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    left: left[index],
    right: right[index],
  }));
}

/** For each pair of indexes, the length of the common subsequence from there to the ends. */
function commonLengths<L, R>(
  left: readonly L[],
  right: readonly R[],
  matches: (left: L, right: R) => boolean,
): readonly Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] as Uint32Array;
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = matches(left[i] as L, right[j] as R)
        ? lengthAt(lengths, i + 1, j + 1) + 1
        : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  }
  return lengths;
}

const lengthAt = (lengths: readonly Uint32Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;
