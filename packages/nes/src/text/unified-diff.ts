/**
 * Unified diffs: written for `editHistory`, and read leniently.
 *
 * A received diff may lack headers, have wrong counts or several hunks; only the start line of each hunk and the
 * signs of its lines are used, and the counts only to tell a changed line from the name of a file.
 */
import { contentLength } from './text-position.ts';
import type { Text } from './text.ts';

/** Removed lines and the lines that replaced them, without their line endings. */
export interface LineChange {
  /** The index of the first removed line, counted from 0. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const contextLines = 3;
/** Beyond this many pairs of lines, a change is written as one block. */
const maxPairs = 40_000;

/** Returns the diff from one text to another; undefined if they are equal. */
export function writeDiff(path: string, before: Text, after: Text): string | undefined {
  const changed = before.difference(after);
  if (changed === undefined) return undefined;
  const { from, to, otherTo } = changed;
  const head = Math.max(0, from - contextLines);
  const tail = Math.min(before.lineCount, to + contextLines);
  const body = [
    ...before.lines(head, from).map((line) => ` ${line}`),
    ...alignLines(before.lines(from, to), after.lines(from, otherTo)),
    ...before.lines(to, tail).map((line) => ` ${line}`),
  ].flatMap(written);
  const at = `@@ -${rangeText(head, countOf(body, '-'))} +${rangeText(head, countOf(body, '+'))} @@`;
  return [`--- a/${path}`, `+++ b/${path}`, at, ...body].join('\n');
}

const countOf = (body: readonly string[], sign: '-' | '+'): number =>
  body.filter((line) => line.startsWith(sign) || line.startsWith(' ')).length;

const rangeText = (from: number, count: number): string => `${count === 0 ? from : from + 1},${count}`;

/**
 * Cuts off the line ending. A line without one is the last of its text: a marker says so, or it is left out if it is
 * empty.
 */
function written(line: string): readonly string[] {
  const length = contentLength(line);
  if (length < line.length) return [line.slice(0, length)];
  return line.length === 1 ? [] : [line, '\\ No newline at end of file'];
}

/**
 * The lines of the diff: removed with `-`, added with `+`, those in both lists with a space. Very long lists are not
 * compared.
 */
function alignLines(removed: readonly string[], added: readonly string[]): string[] {
  if (removed.length * added.length > maxPairs)
    return [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return alignment(removed, added).flatMap(([old, now]) => {
    if (old !== undefined && now !== undefined) return [` ${old}`];
    return old === undefined ? [`+${now}`] : [`-${old}`];
  });
}

type LinePairing =
  | readonly [old: string, now: string]
  | readonly [old: string, now: undefined]
  | readonly [old: undefined, now: string];

/** Pairs equal elements in order; unpaired ones stand alone, removals before additions. */
export function alignment(left: readonly string[], right: readonly string[]): readonly LinePairing[] {
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        left[i] === right[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  const pairs: LinePairing[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      pairs.push([left[i] ?? '', right[j] ?? '']);
      [i, j] = [i + 1, j + 1];
    } else if (
      i < left.length &&
      (j >= right.length || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      pairs.push([left[i] ?? '', undefined]);
      i += 1;
    } else {
      pairs.push([undefined, right[j] ?? '']);
      j += 1;
    }
  }
  return pairs;
}

/** Returns the changes of a diff, in order. Lines that are not understood are skipped. */
export function readDiff(diff: string): readonly LineChange[] {
  const changes: LineChange[] = [];
  const lines = diff.split(/\r?\n/u);
  let line = 0;
  let hunk: HunkRest | undefined;
  let block: { line: number; removed: string[]; added: string[] } | undefined;
  const finish = (): void => {
    if (block !== undefined) changes.push(block);
    block = undefined;
  };
  for (const [index, text] of lines.entries()) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/u.exec(text);
    if (header !== null) {
      finish();
      line = Math.max(0, Number(header[1]) - (header[2] === '0' ? 0 : 1));
      hunk = { old: Number(header[2] ?? 1), now: Number(header[3] ?? 1) };
    } else if (isFileName(lines, index, hunk)) {
      finish();
      hunk = undefined;
    } else if (text.startsWith('-')) {
      block ??= { line, removed: [], added: [] };
      block.removed.push(text.slice(1));
      line += 1;
      if (hunk !== undefined) hunk.old -= 1;
    } else if (text.startsWith('+')) {
      block ??= { line, removed: [], added: [] };
      block.added.push(text.slice(1));
      if (hunk !== undefined) hunk.now -= 1;
    } else if (!text.startsWith('\\')) {
      finish();
      line += 1;
      if (hunk !== undefined) hunk = { old: hunk.old - 1, now: hunk.now - 1 };
    }
  }
  finish();
  return changes;
}

/** How many lines of the old and the new text a hunk still has, by the counts in its first line. */
interface HunkRest {
  old: number;
  now: number;
}

/**
 * Whether a line is `--- file` or `+++ file`. In a hunk it may also be a changed line that starts with two signs; the
 * counts decide, unless the lines that follow prove them wrong.
 */
function isFileName(lines: readonly string[], index: number, hunk: HunkRest | undefined): boolean {
  const [first = '', second = '', third = ''] = lines.slice(index, index + 3);
  if (hunk === undefined) return first.startsWith('--- ') || first.startsWith('+++ ');
  if (!first.startsWith('--- ') || !second.startsWith('+++ ')) return false;
  const { old, now } = hunk;
  return third.startsWith('@@ ') ? old !== 1 || now !== 1 : old <= 0 && now <= 0;
}
