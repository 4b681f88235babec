/** Pairs old lines with the new lines that replaced them. */
import { alignment } from '../text/unified-diff.ts';
import type { LinePair } from './edit-unit.ts';
import { likenessOf, tokensOf, type Token } from './tokens.ts';

/** A changed line, and its index among the new lines. */
export interface PlacedPair extends LinePair {
  readonly index: number;
}

/** The minimum share of tokens that a changed line keeps. */
const minKept = 0.3;
/** The minimum similarity of a line and its replacement, in a block whose number of lines changed. */
const minLikeness = 0.6;
/** The maximum number of tokens of a short line. */
const maxShortLength = 4;

/** Returns the changed lines; added or removed lines are not pairs. */
export function pairLines(removed: readonly string[], added: readonly string[]): readonly PlacedPair[] {
  const areAsMany = removed.length === added.length;
  return allPairs(removed, added).filter((pair) => isSameLine(pair) || (areAsMany && isSameStatement(pair)));
}

function allPairs(removed: readonly string[], added: readonly string[]): readonly PlacedPair[] {
  if (removed.length === added.length)
    return removed.flatMap((before, index) => {
      const after = added[index] ?? '';
      return before === after ? [] : [{ before, after, index }];
    });
  const pairs: PlacedPair[] = [];
  let old: string[] = [];
  let now: string[] = [];
  let index = 0;
  const finish = (): void => {
    const first = index - now.length;
    for (const [oldIndex, newIndex] of alikeLines(old, now))
      pairs.push({ before: old[oldIndex] ?? '', after: now[newIndex] ?? '', index: first + newIndex });
    old = [];
    now = [];
  };
  for (const [left, right] of alignment(removed, added)) {
    if (left !== undefined && right !== undefined) {
      finish();
      index += 1;
    } else if (left === undefined) {
      now.push(right);
      index += 1;
    } else old.push(left);
  }
  finish();
  return pairs;
}

/**
 * The indexes of lines that belong together: one by one if the numbers are equal, otherwise the most similar ones, in
 * order.
 */
function alikeLines(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  if (old.length === now.length) return old.map((_, index) => [index, index] as const);
  const width = now.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const apart = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      const alike = likenessOf(tokensOf(old[i] ?? ''), tokensOf(now[j] ?? ''));
      const together = alike < minLikeness ? 0 : alike + (best[(i + 1) * width + j + 1] ?? 0);
      best[i * width + j] = Math.max(apart, together);
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const here = best[i * width + j] ?? 0;
    if (here === (best[(i + 1) * width + j] ?? 0)) i += 1;
    else if (here === (best[i * width + j + 1] ?? 0)) j += 1;
    else {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    }
  }
  return pairs;
}

/** Whether a line was changed, and not replaced by another one. */
function isSameLine({ before, after }: LinePair): boolean {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const known = new Set(old.map(({ text }) => text));
  const kept = now.filter(({ text }) => known.has(text));
  const hasChangedMuch = kept.length < minKept * Math.max(old.length, now.length);
  // A line that was only extended or only shortened is the same line.
  if (hasChangedMuch && kept.length < Math.min(old.length, now.length)) return isOneName(old) && isOneName(now);
  return kept.some(({ kind }) => kind !== 'sign') || isOneName(old);
}

/** Whether a line at the same position has the same indentation, and the same end or was short. */
function isSameStatement({ before, after }: LinePair): boolean {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const [first, other] = [old[0], now[0]];
  if (first === undefined || other === undefined || first.start !== other.start) return false;
  return old.length <= maxShortLength || old.at(-1)?.text === now.at(-1)?.text;
}

const isOneName = (tokens: readonly Token[]): boolean => tokens.filter(({ kind }) => kind !== 'sign').length === 1;
