/**
 * A diff as rows to draw: hunks with few unchanged lines around each change, numbers of lines, and changed words.
 *
 * Comparing words has a budget of time and length, so that a large or hostile diff only loses them.
 */
import { diffWordsWithSpace } from 'diff';
import {
  countOfChange,
  hunkLines,
  isWithoutLines,
  patchedFiles,
  patchLines,
  type LineCount,
  type PatchLine,
  type ReportedChange,
} from '@acp-stack/transcript';
import type { Diff } from '@acp-stack/schema/v2/unstable';

/** A piece of a line; changed pieces stand out. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** A line of a file. */
export interface FileLine {
  readonly kind: 'line';
  readonly sign: ' ' | '+' | '-';
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  readonly pieces: readonly Piece[];
}

/** A row: a line of the file, the head of a hunk, or another line of the patch. */
export type DiffRow = FileLine | { readonly kind: 'hunk' | 'note'; readonly text: string };

/** The change of one file. */
export interface DiffFile {
  readonly operation: string;
  readonly path: string;
  readonly oldPath: string | undefined;
  /** Undefined if the agent does not show the lines. */
  readonly count: LineCount | undefined;
  /** Whether the change has lines that the agent does not show. */
  readonly isHidden: boolean;
  readonly lines: readonly PatchLine[];
}

/** The files of a diff, in the order in which the agent reports them; then parts of the patch that belong to none. */
export function filesOf({ changes, patch }: Diff): readonly DiffFile[] {
  const reported = changes as readonly ReportedChange[];
  const parts = patchedFiles(patchLines(typeof patch?.text === 'string' ? patch.text : ''), reported);
  const files = reported.map((change): DiffFile => {
    const count = countOfChange(change, parts);
    return {
      operation: change.operation,
      path: change.path ?? '',
      oldPath: change.oldPath,
      count,
      isHidden: count === undefined && !isWithoutLines(change),
      lines: parts.filter((part) => part.change === change).flatMap(({ lines }) => lines),
    };
  });
  const others = parts.filter(({ change, lines }) => change === undefined && lines.length > 0);
  return [
    ...files,
    ...others.map(({ lines }): DiffFile => ({
      operation: 'modify',
      path: '',
      oldPath: undefined,
      count: undefined,
      isHidden: false,
      lines,
    })),
  ];
}

const headOfHunk = /^@@ -(?<old>\d+)(?:,(?<oldCount>\d+))? \+(?<next>\d+)(?:,(?<nextCount>\d+))? @@/u;

/** The rows of a file, with `context` unchanged lines around each change. */
export function rowsOfFile(lines: readonly PatchLine[], context: number): readonly DiffRow[] {
  let [oldLine, newLine] = [1, 1];
  const rows = hunkLines(lines, context).map(({ kind, text }): DiffRow => {
    if (kind === 'hunk') {
      const { old = '1', next = '1', oldCount, nextCount } = headOfHunk.exec(text)?.groups ?? {};
      oldLine = Number(old) + (oldCount === '0' ? 1 : 0);
      newLine = Number(next) + (nextCount === '0' ? 1 : 0);
      return { kind: 'hunk', text };
    }
    const sign = text.charAt(0);
    if (kind !== 'line' || sign === '\\') return { kind: 'note', text };
    const row: FileLine = {
      kind: 'line',
      sign: sign === '+' || sign === '-' ? sign : ' ',
      oldLine: sign === '+' ? undefined : oldLine,
      newLine: sign === '-' ? undefined : newLine,
      pieces: [{ text: text.slice(1), isChanged: false }],
    };
    if (sign !== '+') oldLine += 1;
    if (sign !== '-') newLine += 1;
    return row;
  });
  return withWords(rows);
}

const maxPairs = 400;
const maxLineLength = 1000;
/** Milliseconds for one pair of lines. */
const patience = 10;
/** Lines that share less than this are just different. */
const minShared = 0.3;

/** Marks the words that differ between a removed line and the added one that replaces it. */
function withWords(rows: readonly DiffRow[]): readonly DiffRow[] {
  const marked = rows.slice();
  let pairs = 0;
  for (let index = 0; index < rows.length;) {
    const removed = runLength(rows, index, '-');
    const added = runLength(rows, index + removed, '+');
    const count = Math.min(removed, added);
    for (let place = 0; place < count && pairs < maxPairs; place += 1) {
      const [before, after] = [index + place, index + removed + place];
      const words = wordsOf(rows[before] as FileLine, rows[after] as FileLine);
      pairs += 1;
      if (words !== undefined) [marked[before], marked[after]] = words;
    }
    index += Math.max(1, removed + added);
  }
  return marked;
}

function runLength(rows: readonly DiffRow[], from: number, sign: FileLine['sign']): number {
  let end = from;
  for (let row = rows[end]; row?.kind === 'line' && row.sign === sign; row = rows[end]) end += 1;
  return end - from;
}

function wordsOf(before: FileLine, after: FileLine): readonly [FileLine, FileLine] | undefined {
  const oldText = textOf(before);
  const newText = textOf(after);
  if (oldText.length > maxLineLength || newText.length > maxLineLength) return undefined;
  const parts = diffWordsWithSpace(oldText, newText, { timeout: patience });
  if (parts === undefined) return undefined;
  const shared = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  if (shared < minShared * Math.max(oldText.trim().length, newText.trim().length)) return undefined;
  return [
    {
      ...before,
      pieces: parts.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isChanged: removed })),
    },
    {
      ...after,
      pieces: parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isChanged: added })),
    },
  ];
}

const textOf = ({ pieces }: FileLine): string => pieces.map(({ text }) => text).join('');

/** A row of the view side by side. */
export type SplitRow =
  | { readonly kind: 'pair'; readonly before: FileLine | undefined; readonly after: FileLine | undefined }
  | { readonly kind: 'hunk' | 'note'; readonly text: string };

/** The rows side by side: a removed line stands beside the added one that replaces it. */
export function splitRows(rows: readonly DiffRow[]): readonly SplitRow[] {
  const split: SplitRow[] = [];
  for (let index = 0; index < rows.length;) {
    const row = rows[index];
    if (row === undefined) break;
    if (row.kind !== 'line') {
      split.push(row);
      index += 1;
      continue;
    }
    if (row.sign === ' ') {
      split.push({ kind: 'pair', before: row, after: row });
      index += 1;
      continue;
    }
    const removed = runLength(rows, index, '-');
    const added = runLength(rows, index + removed, '+');
    for (let place = 0; place < Math.max(removed, added); place += 1) {
      split.push({
        kind: 'pair',
        before: place < removed ? (rows[index + place] as FileLine) : undefined,
        after: place < added ? (rows[index + removed + place] as FileLine) : undefined,
      });
    }
    index += removed + added;
  }
  return split;
}
