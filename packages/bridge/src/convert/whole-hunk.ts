/**
 * All lines of a file, before and after a change, as the one hunk of a patch.
 *
 * What both texts begin and end with is not compared any further, nor are lines that were changed in their places: most changes are such, and
 * the rest is what takes time.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

/** The lines that a hunk is about; the first line of a file is line one. */
export interface HunkRange {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

type Sign = '-' | '+' | ' ';

/** The hunk; after `timeout` milliseconds everything between the common ends counts as replaced. */
export function wholeHunk(before: string, after: string, timeout: number): string {
  const first = commonStart(before, after);
  const last = commonEnd(before, after, first);
  const end = before.length - last;
  const start = linesOf(before.slice(0, first));
  const removed = linesOf(before.slice(first, end));
  const added = linesOf(after.slice(first, after.length - last));
  const rest = linesOf(before.slice(end));
  const same = start.length + rest.length;
  const head = { oldStart: 1, oldLines: same + removed.length, newStart: 1, newLines: same + added.length };
  return hunkHead(head) + signed(' ', start) + change(removed, added, timeout) + signed(' ', rest);
}

/** How long the lines are that both texts begin with. */
function commonStart(before: string, after: string): number {
  let same = 0;
  let most = Math.min(before.length, after.length);
  // Halves are compared as a whole: a look at each character would take several times as long.
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    if (before.slice(same, middle) === after.slice(same, middle)) same = middle;
    else most = middle - 1;
  }
  return same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
}

/** How long the lines are that both texts end with, without the `first` characters that they begin with. */
function commonEnd(before: string, after: string, first: number): number {
  let same = 0;
  let most = Math.min(before.length, after.length) - first;
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    const [left, right] = [before.length, after.length];
    if (before.slice(left - middle, left - same) === after.slice(right - middle, right - same)) same = middle;
    else most = middle - 1;
  }
  const place = before.length - same;
  if (isLineStart(before, place, first) && isLineStart(after, after.length - same, first)) return same;
  const next = before.indexOf('\n', place);
  return next === -1 ? 0 : before.length - next - 1;
}

const isLineStart = (text: string, place: number, first: number): boolean =>
  place === first || text.charAt(place - 1) === '\n';

/** The first line of a hunk. One that has no lines on a side is said to come after the line before it. */
export function hunkHead({ oldStart, oldLines, newStart, newLines }: HunkRange): string {
  const from = oldLines === 0 ? oldStart - 1 : oldStart;
  const to = newLines === 0 ? newStart - 1 : newStart;
  return `@@ -${from},${oldLines} +${to},${newLines} @@\n`;
}

function change(removed: readonly string[], added: readonly string[], timeout: number): string {
  if (removed.length === added.length && isInPlace(removed, added)) return changeInPlace(removed, added);
  const isReplaced = removed.length === 0 || added.length === 0 || haveNothingInCommon(removed, added);
  const parts = isReplaced ? undefined : diffArrays([...removed], [...added], { timeout });
  if (parts === undefined) return signed('-', removed) + signed('+', added);
  return parts.map((part) => signed(part.added ? '+' : part.removed ? '-' : ' ', part.value)).join('');
}

/** Whether lines were changed where they are: none of those that differ turns up in the other text nearby. */
function isInPlace(removed: readonly string[], added: readonly string[]): boolean {
  for (let index = 0; index < removed.length; index += 1) {
    const start = index;
    while (index < removed.length && removed[index] !== added[index]) index += 1;
    if (index - start > 1 && !haveNothingInCommon(removed.slice(start, index), added.slice(start, index))) return false;
  }
  return true;
}

function changeInPlace(removed: readonly string[], added: readonly string[]): string {
  let text = '';
  for (let index = 0; index < removed.length;) {
    const start = index;
    while (index < removed.length && removed[index] !== added[index]) index += 1;
    text += signed('-', removed.slice(start, index)) + signed('+', added.slice(start, index));
    const same = index;
    while (index < removed.length && removed[index] === added[index]) index += 1;
    text += signed(' ', removed.slice(same, index));
  }
  return text;
}

function haveNothingInCommon(removed: readonly string[], added: readonly string[]): boolean {
  const lines = new Set(removed);
  return !added.some((line) => lines.has(line));
}

/** Joined at once: to put a sign before each line takes many times as long. */
function signed(sign: Sign, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${sign}${lines.join(`\n${sign}`)}\n`;
}

/** Without the ends of lines. A last one that has none says so, and differs from every line that has one. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (last !== '') lines.push(`${last}\n\\ No newline at end of file`);
  return lines;
}
