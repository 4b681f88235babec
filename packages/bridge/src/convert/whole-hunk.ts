/**
 * All lines of a file, before and after a change, as the one hunk of a patch.
 *
 * What both texts begin and end with is not compared any further: most changes are small, and the rest is what takes time.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: string[];
}

/** The hunk; after `timeout` milliseconds everything between the common ends counts as replaced. */
export function wholeHunk(before: string, after: string, timeout: number): Hunk {
  const removed = linesOf(before);
  const added = linesOf(after);
  const shorter = Math.min(removed.length, added.length);
  let first = 0;
  while (first < shorter && removed[first] === added[first]) first += 1;
  let last = 0;
  while (last < shorter - first && removed.at(-1 - last) === added.at(-1 - last)) last += 1;
  const lines: string[] = [];
  push(lines, ' ', removed.slice(0, first));
  change(lines, removed.slice(first, removed.length - last), added.slice(first, added.length - last), timeout);
  push(lines, ' ', removed.slice(removed.length - last));
  return { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines };
}

function change(lines: string[], removed: readonly string[], added: readonly string[], timeout: number): void {
  const isReplaced = removed.length === 0 || added.length === 0;
  const parts = isReplaced ? undefined : diffArrays([...removed], [...added], { timeout });
  if (parts === undefined) {
    push(lines, '-', removed);
    push(lines, '+', added);
    return;
  }
  for (const part of parts) push(lines, part.added ? '+' : part.removed ? '-' : ' ', part.value);
}

function push(lines: string[], sign: '-' | '+' | ' ', more: readonly string[]): void {
  for (const line of more) lines.push(sign + line);
}

/** Without the ends of lines. A last one that has none says so, and differs from every line that has one. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (last !== '') lines.push(`${last}\n\\ No newline at end of file`);
  return lines;
}
