/**
 * The smallest units of an edit of a line: tokens that became others, between tokens that stayed.
 *
 * Brackets are balanced in a unit: neighbouring units are joined until they are.
 */
import { alignment } from '../text/unified-diff.ts';
import { closingIndex, isBalanced, isWord, textsOf, tokensOf, type Token } from './tokens.ts';

/** A line before and after an edit. */
export interface LinePair {
  readonly before: string;
  readonly after: string;
}

/** A unit of an edit. */
export interface EditUnit {
  readonly pair: LinePair;
  /** The tokens before it, in the old line. */
  readonly left: readonly Token[];
  readonly old: readonly Token[];
  readonly now: readonly Token[];
  /** The tokens after it, in the old line. */
  readonly right: readonly Token[];
  /** The text that replaces `old`, with the surrounding white space if tokens are only added or only removed. */
  readonly text: string;
  /** Identifies the change independent of its position, and the opposite change. */
  readonly changeKey: string;
  readonly oppositeKey: string;
}

/** Indexes of tokens in the old and in the new line. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

const maxCached = 2000;
const cache = new Map<string, readonly EditUnit[]>();

/** The units of an edit of one line, in order; none if only white space changed. */
export function unitsOf({ before, after }: LinePair): readonly EditUnit[] {
  const key = `${before}\n${after}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const pair = { before, after };
  const units = segments(pair).map((segment) => unitOf(pair, tokensOf(before), tokensOf(after), segment));
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, units);
  return units;
}

/** All units as one, from the first to the last; undefined if there is at most one. */
export function wholeUnitOf(pair: LinePair): EditUnit | undefined {
  const all = segments(pair);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  return unitOf(pair, tokensOf(pair.before), tokensOf(pair.after), join(first, last));
}

/** A single addition or removal together with the call around it; undefined for any other edit, or outside a call. */
export function callUnitOf(pair: LinePair): EditUnit | undefined {
  const [only, ...others] = segments(pair);
  if (only === undefined || others.length > 0 || (only.from < only.to && only.nowFrom < only.nowTo)) return undefined;
  const [before, after] = [tokensOf(pair.before), tokensOf(pair.after)];
  const open = before.findLastIndex(
    ({ text }, index) => text === '(' && index < only.from && closingIndex(before, index) >= only.to,
  );
  if (open < 1 || !isWord(before[open - 1])) return undefined;
  const to = closingIndex(before, open) + 1;
  return unitOf(pair, before, after, {
    from: open - 1,
    to,
    nowFrom: open - 1,
    nowTo: to + only.nowTo - only.nowFrom - (only.to - only.from),
  });
}

function segments(pair: LinePair): readonly Segment[] {
  const [before, after] = [tokensOf(pair.before), tokensOf(pair.after)];
  if (before.length * after.length > 40_000) return [];
  return joinUntilBalanced(slideAll(segmentsOf(before, after), before, after), before, after);
}

/** The maximum number of tokens by which a unit is shifted. */
const maxSlide = 12;

/**
 * Shifts units that only add or only remove tokens to where their brackets balance: from `f(a)` to `f(a).g()`, either
 * `).g(` was added before the last bracket or `.g()` after it, and the second is what the user did.
 */
function slideAll(parts: readonly Segment[], before: readonly Token[], after: readonly Token[]): readonly Segment[] {
  const done: Segment[] = [];
  for (const [index, part] of parts.entries()) {
    const { from, to, nowFrom, nowTo } = part;
    const [previous, next] = [done.at(-1), parts[index + 1]];
    // At least one token stays between two units.
    const moved =
      from === to
        ? slide(after, nowFrom, nowTo, {
            first: (previous?.nowTo ?? -1) + 1,
            last: (next?.nowFrom ?? after.length + 1) - 1,
          })
        : nowFrom === nowTo
          ? slide(before, from, to, { first: (previous?.to ?? -1) + 1, last: (next?.from ?? before.length + 1) - 1 })
          : 0;
    done.push({ from: from + moved, to: to + moved, nowFrom: nowFrom + moved, nowTo: nowTo + moved });
  }
  return done;
}

/**
 * The number of tokens by which a run must be shifted to be balanced, to the right if possible; 0 if it is balanced or
 * cannot be.
 */
function slide(
  list: readonly Token[],
  start: number,
  end: number,
  { first, last }: { readonly first: number; readonly last: number },
): number {
  if (isBalanced(list.slice(start, end))) return 0;
  const isFree = (by: number): boolean => start + by >= first && end + by <= last && Math.abs(by) <= maxSlide;
  for (let by = 1; isFree(by) && list[start + by - 1]?.text === list[end + by - 1]?.text; by += 1)
    if (isBalanced(list.slice(start + by, end + by))) return by;
  for (let by = -1; isFree(by) && list[start + by]?.text === list[end + by]?.text; by -= 1)
    if (isBalanced(list.slice(start + by, end + by))) return by;
  return 0;
}

function segmentsOf(before: readonly Token[], after: readonly Token[]): readonly Segment[] {
  const [old, now] = [before.map(({ text }) => text), after.map(({ text }) => text)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const limit = Math.min(old.length, now.length) - head;
  while (tail < limit && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const found: Segment[] = [];
  let [from, nowFrom] = [head, head];
  let [to, nowTo] = [head, head];
  const finish = (): void => {
    if (to > from || nowTo > nowFrom) found.push({ from, to, nowFrom, nowTo });
    [from, nowFrom] = [to + 1, nowTo + 1];
    [to, nowTo] = [from, nowFrom];
  };
  for (const [left, right] of alignment(old.slice(head, old.length - tail), now.slice(head, now.length - tail))) {
    if (left !== undefined && right !== undefined) finish();
    else if (left === undefined) nowTo += 1;
    else to += 1;
  }
  if (to > from || nowTo > nowFrom) found.push({ from, to, nowFrom, nowTo });
  return found;
}

/**
 * Joins neighbouring units until the old and the new tokens are each balanced; if necessary together with tokens around
 * them.
 */
function joinUntilBalanced(
  parts: readonly Segment[],
  before: readonly Token[],
  after: readonly Token[],
): readonly Segment[] {
  const isComplete = ({ from, to, nowFrom, nowTo }: Segment): boolean =>
    isBalanced(before.slice(from, to)) && isBalanced(after.slice(nowFrom, nowTo));
  const complete: Segment[] = [];
  let open: Segment | undefined;
  for (const segment of parts) {
    open = open === undefined ? segment : join(open, segment);
    if (!isComplete(open)) continue;
    complete.push(open);
    open = undefined;
  }
  while (open !== undefined && !isComplete(open)) {
    const previous = complete.pop();
    if (previous !== undefined) open = join(previous, open);
    else if (open.from > 0 || open.to < before.length) open = widen(open, before, after);
    else return [];
  }
  return open === undefined ? complete : [...complete, open];
}

const join = (first: Segment, last: Segment): Segment => ({ ...last, from: first.from, nowFrom: first.nowFrom });

/** One more token on each side; outside the segments both lines are equal. */
const widen = ({ from, to, nowFrom, nowTo }: Segment, before: readonly Token[], after: readonly Token[]): Segment => ({
  from: Math.max(0, from - 1),
  nowFrom: Math.max(0, nowFrom - 1),
  to: Math.min(before.length, to + 1),
  nowTo: Math.min(after.length, nowTo + 1),
});

function unitOf(pair: LinePair, before: readonly Token[], after: readonly Token[], segment: Segment): EditUnit {
  const { from, to, nowFrom, nowTo } = segment;
  const isOneWay = from === to || nowFrom === nowTo;
  const start = isOneWay ? (after[nowFrom - 1]?.end ?? indentOf(pair.after)) : (after[nowFrom]?.start ?? 0);
  const end = isOneWay ? (after[nowTo]?.start ?? pair.after.length) : (after[nowTo - 1]?.end ?? 0);
  const [old, now, text] = [before.slice(from, to), after.slice(nowFrom, nowTo), pair.after.slice(start, end)];
  return {
    pair,
    left: before.slice(0, from),
    old,
    now,
    right: before.slice(to),
    text,
    changeKey: `${textsOf(old)}\u0002${text}`,
    oppositeKey: `${textsOf(now)}\u0002${textsOf(old)}`,
  };
}

/** The number of white space characters at the start of a line. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
