/** Aligns two lists, so that as many equal entries as possible stand beside each other. */

/** A pair of positions; a side that has nothing there is undefined. */
export interface AlignedPair {
  readonly left: number | undefined;
  readonly right: number | undefined;
}

/** Comparisons above which the rest is aligned by the next equal entry, which is quicker and not always the best. */
const maxCells = 4_000_000;

export function alignLists(left: readonly string[], right: readonly string[]): readonly AlignedPair[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let tail = 0;
  while (
    tail < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  )
    tail += 1;
  const inner = { left: left.slice(start, left.length - tail), right: right.slice(start, right.length - tail) };
  const middle = inner.left.length * inner.right.length > maxCells ? byNextEqual(inner) : byLongestSequence(inner);
  const shifted = middle.map(({ left: one, right: other }) => ({
    left: one === undefined ? undefined : one + start,
    right: other === undefined ? undefined : other + start,
  }));
  return [
    ...Array.from({ length: start }, (_, index) => ({ left: index, right: index })),
    ...shifted,
    ...Array.from({ length: tail }, (_, index) => ({
      left: left.length - tail + index,
      right: right.length - tail + index,
    })),
  ];
}

interface Lists {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/** By the longest common subsequence. */
function byLongestSequence({ left, right }: Lists): readonly AlignedPair[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? 1 + (lengths[(row + 1) * width + column + 1] ?? 0)
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
    }
  }
  const pairs: AlignedPair[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      pairs.push({ left: row, right: column });
      row += 1;
      column += 1;
    } else if (
      column >= right.length ||
      (row < left.length && (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      pairs.push({ left: row, right: undefined });
      row += 1;
    } else {
      pairs.push({ left: undefined, right: column });
      column += 1;
    }
  }
  return pairs;
}

/** Each entry of the left beside the next equal one of the right, if that is not far away. */
function byNextEqual({ left, right }: Lists): readonly AlignedPair[] {
  const window = 1000;
  const places = new Map<string, number[]>();
  for (const [index, entry] of right.entries()) {
    const known = places.get(entry);
    if (known === undefined) places.set(entry, [index]);
    else known.push(index);
  }
  const pairs: AlignedPair[] = [];
  let column = 0;
  for (const [row, entry] of left.entries()) {
    const waiting = places.get(entry) ?? [];
    while ((waiting[0] ?? column) < column) waiting.shift();
    const [next] = waiting;
    if (next === undefined || next - column > window) {
      pairs.push({ left: row, right: undefined });
      continue;
    }
    for (; column < next; column += 1) pairs.push({ left: undefined, right: column });
    pairs.push({ left: row, right: next });
    column = next + 1;
  }
  for (; column < right.length; column += 1) pairs.push({ left: undefined, right: column });
  return pairs;
}
