/**
 * All lines of a file, before and after a change, as the only hunk of a patch, which says so.
 *
 * The common beginning and end of both texts are not compared further, nor are lines that were changed in place: atMost
 * changes are such, and comparing takes the time.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

/** The lines of a hunk; the first line of a file is line 1. */
export interface HunkRange {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

type Sign = '-' | '+' | ' ';

/**
 * Written where git names the function around a hunk. A hunk that begins with the first line has no function around it,
 * so no other program writes anything there.
 */
const wholeMark = ' whole file';
const markedHead = /\n@@ -[01],\d+ \+[01],\d+ @@ whole file(?:\n|$)/;

/** Whether a patch says that its hunk has all lines of the file. */
export const isMarkedWhole = (patch: string): boolean => markedHead.test(patch);

/** Returns the hunk. After `timeout` milliseconds, everything between the common ends counts as replaced. */
export function wholeHunk(before: string, after: string, timeout: number): string {
  const first = commonStart(before, after);
  const last = commonEnd(before, after, first);
  const end = before.length - last;
  const hunk = new Hunk();
  hunk.add(' ', before.slice(0, first));
  change(hunk, before.slice(first, end), after.slice(first, after.length - last), timeout);
  hunk.add(' ', before.slice(end));
  const { oldLines, newLines, text } = hunk;
  return hunkHead({ oldStart: 1, oldLines, newStart: 1, newLines }, wholeMark) + text;
}

/** The lines of a hunk, in order. */
class Hunk {
  text = '';
  oldLines = 0;
  newLines = 0;

  /** Adds all lines of `text`, and the marker if the last one has no line end. */
  add(sign: Sign, text: string): void {
    let signed = '';
    let lines = 0;
    for (let start = 0; start < text.length; lines += 1) {
      const end = lineEnd(text, start);
      signed += sign + text.slice(start, end);
      start = end;
    }
    this.text += lines === 0 || text.endsWith('\n') ? signed : `${signed}\n\\ No newline at end of file\n`;
    if (sign !== '+') this.oldLines += lines;
    if (sign !== '-') this.newLines += lines;
  }
}

/** The length of the lines that both texts begin with. */
function commonStart(before: string, after: string): number {
  let same = 0;
  let atMost = Math.min(before.length, after.length);
  // Halves are compared as a whole, which is several times faster than comparing each character.
  while (same < atMost) {
    const middle = Math.ceil((same + atMost) / 2);
    if (before.slice(same, middle) === after.slice(same, middle)) same = middle;
    else atMost = middle - 1;
  }
  return same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
}

/** The length of the lines that both texts end with, without the `first` characters that they begin with. */
function commonEnd(before: string, after: string, first: number): number {
  let same = 0;
  let atMost = Math.min(before.length, after.length) - first;
  while (same < atMost) {
    const middle = Math.ceil((same + atMost) / 2);
    const [left, right] = [before.length, after.length];
    if (before.slice(left - middle, left - same) === after.slice(right - middle, right - same)) same = middle;
    else atMost = middle - 1;
  }
  const place = before.length - same;
  if (isLineStart(before, place, first) && isLineStart(after, after.length - same, first)) return same;
  const next = before.indexOf('\n', place);
  return next === -1 ? 0 : before.length - next - 1;
}

const isLineStart = (text: string, place: number, first: number): boolean =>
  place === first || text.charAt(place - 1) === '\n';

/** The first line of a hunk. If a side has no lines, the number of the line before the hunk is given. */
export function hunkHead({ oldStart, oldLines, newStart, newLines }: HunkRange, mark = ''): string {
  const from = oldLines === 0 ? oldStart - 1 : oldStart;
  const to = newLines === 0 ? newStart - 1 : newStart;
  return `@@ -${from},${oldLines} +${to},${newLines} @@${mark}\n`;
}

/** Adds the lines between the common ends. */
function change(hunk: Hunk, before: string, after: string, timeout: number): void {
  for (const { sign, text } of changeInPlace(before, after) ?? changeCompared(before, after, timeout))
    hunk.add(sign, text);
}

/** Lines with the same sign. */
interface Run {
  readonly sign: Sign;
  readonly text: string;
}

/**
 * Lines that were changed in place; undefined if one of them appears in the other text nearby, or if the numbers of
 * lines differ.
 */
function changeInPlace(before: string, after: string): readonly Run[] | undefined {
  const runs: Run[] = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    const [oldStart, newStart] = [left, right];
    let lines = 0;
    let isSame: boolean | undefined;
    while (left < before.length && right < after.length) {
      const oldEnd = lineEnd(before, left);
      const newEnd = lineEnd(after, right);
      const areSame = before.slice(left, oldEnd) === after.slice(right, newEnd);
      isSame ??= areSame;
      if (areSame !== isSame) break;
      left = oldEnd;
      right = newEnd;
      lines += 1;
    }
    const removed = before.slice(oldStart, left);
    const added = after.slice(newStart, right);
    if (isSame === true) runs.push({ sign: ' ', text: removed });
    else if (lines > 1 && !haveNothingInCommon(linesOf(removed), linesOf(added))) return undefined;
    else runs.push({ sign: '-', text: removed }, { sign: '+', text: added });
  }
  return left === before.length && right === after.length ? runs : undefined;
}

/** Lines that were compared with all others. */
function changeCompared(before: string, after: string, timeout: number): readonly Run[] {
  const removed = linesOf(before);
  const added = linesOf(after);
  const parts = haveNothingInCommon(removed, added) ? undefined : diffArrays(removed, added, { timeout });
  if (parts === undefined)
    return [
      { sign: '-', text: before },
      { sign: '+', text: after },
    ];
  return parts.map((part) => ({ sign: part.added ? '+' : part.removed ? '-' : ' ', text: part.value.join('') }));
}

/** The end of the line that begins at `start`, including its line end. */
const lineEnd = (text: string, start: number): number => text.indexOf('\n', start) + 1 || text.length;

function haveNothingInCommon(removed: readonly string[], added: readonly string[]): boolean {
  const lines = new Set(removed);
  return !added.some((line) => lines.has(line));
}

/** Lines with their line ends: a last line without one differs from every line that has one. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}
