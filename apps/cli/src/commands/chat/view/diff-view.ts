/** A diff as lines: a summary of each file, and the patch in colours. */
import type { Diff } from '@acp-stack/schema/v2/unstable';
import {
  countOfChange,
  hunkLines,
  isWithoutLines,
  patchedFiles,
  type PatchedFile,
  type ReportedChange as Change,
} from '@acp-stack/transcript';

import { exactLine } from '../../../text/exact-text.ts';
import { lineCount } from '../../../text/line-count.ts';
import { fileTarget } from '../../../tui/link-target.ts';
import { breakExactly, span, textOfLine, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { hunkView, type HunkCount } from './hunk-view.ts';
import { patchLines } from './patch-lines.ts';
import { shortPath } from '../../../text/short-path.ts';

export interface DiffViewOptions {
  readonly cwd: string;
  readonly width: number;
  /** The maximum number of lines of the patch. */
  readonly maxLines: number;
  /** Whether a mark shows where a broken line goes on. */
  readonly isExact?: boolean;
}

const marks: ReadonlyMap<string, readonly [string, Style]> = new Map(
  Object.entries({
    add: ['A', { colour: 'green' }],
    delete: ['D', { colour: 'red' }],
    modify: ['M', { colour: 'yellow' }],
    move: ['R', { colour: 'cyan' }],
    copy: ['C', { colour: 'cyan' }],
  }),
);
const dim: Style = { isDim: true };

/** The changes of some files: the summary of each, then its hunks, counted over all of them. */
export function diffViews(diffs: readonly Diff[], options: DiffViewOptions): readonly Line[] {
  const parsed = diffs.map(parsedDiff);
  const all = parsed.reduce((sum, { hunks }) => sum + hunks, 0);
  let before = 0;
  return parsed.flatMap((each) => {
    const lines = parsedView(each, { before, all }, options);
    before += each.hunks;
    return lines;
  });
}

/** The summary of each file, then the hunks of the patch; of several files, each with its name. */
export const diffView = (diff: Diff, options: DiffViewOptions): readonly Line[] => diffViews([diff], options);

/** The files of a diff, with the hunks to show. */
interface ParsedDiff {
  readonly changes: readonly Change[];
  readonly files: readonly PatchedFile[];
  readonly shown: readonly PatchedFile[];
  readonly hunks: number;
}

const parsedDiffs = new WeakMap<Diff, ParsedDiff>();

/** A diff is parsed once, because a tool call may be drawn many times. */
function parsedDiff(diff: Diff): ParsedDiff {
  const known = parsedDiffs.get(diff);
  if (known !== undefined) return known;
  const changes = diff.changes as readonly Change[];
  const files = patchedFiles(patchLines(diff.patch?.text ?? ''), changes);
  const shown = files.map(({ change, lines }) => ({ change, lines: hunkLines(lines) }));
  const hunks = shown.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'hunk').length;
  const parsed = { changes, files, shown, hunks };
  parsedDiffs.set(diff, parsed);
  return parsed;
}

function parsedView(
  { changes, files, shown: shownFiles }: ParsedDiff,
  { before, all }: HunkCount,
  { cwd, width, maxLines, isExact = false }: DiffViewOptions,
): readonly Line[] {
  const fold = isExact ? breakExactly : wrap;
  const shown: Line[] = [];
  let count = 0;
  let hunks = before;
  for (const { change, lines } of shownFiles) {
    const isNamed = shownFiles.length > 1 && change !== undefined;
    if (isNamed && count < maxLines) shown.push([span(nameOf(change, cwd), { isBold: true })]);
    count += isNamed ? 1 : 0;
    // Only what is visible is highlighted.
    const visible = lines.slice(0, Math.max(0, maxLines - count));
    shown.push(...hunkView(visible, change?.path ?? '', { before: hunks, all }));
    count += lines.length;
    hunks += lines.filter(({ kind }) => kind === 'hunk').length;
  }
  const cut = count - maxLines;
  return [
    ...changes.flatMap((change) => wrap(summary(change, files, cwd), width, { first: [], hanging: [span('  ')] })),
    ...shown.flatMap((each) => fold(each, width, { first: [span('  ')], hanging: hangingOf(each) })),
    ...(cut > 0 ? [[span(`  … ${lineCount(cut, 'more')}, Ctrl+L shows ${cut === 1 ? 'it' : 'them'}`, dim)]] : []),
  ];
}

/** What is wrapped of a changed line stays to the right of the signs. */
function hangingOf(shown: Line): Line {
  const indent = /^[-+ ] */u.exec(textOfLine(shown))?.[0].length ?? 0;
  return [span(' '.repeat(2 + Math.min(indent, deepestIndent)))];
}

/** Columns of an indent that are repeated. */
const deepestIndent = 12;

const nameOf = ({ path = '' }: Change, cwd: string): string => exactLine(shortPath(path, cwd));

function summary(change: Change, files: readonly PatchedFile[], cwd: string): Line {
  const { operation, oldPath } = change;
  const [mark, style] = marks.get(operation) ?? ['?', dim];
  const from = oldPath === undefined ? '' : `${exactLine(shortPath(oldPath, cwd))} → `;
  const link = operation === 'delete' ? undefined : fileTarget(change.path);
  const name = span(`${from}${nameOf(change, cwd)}`, { isBold: true, ...(link === undefined ? {} : { link }) });
  const count = countOfChange(change, files);
  const counted =
    count === undefined
      ? [span(isWithoutLines(change) ? '' : '  the agent does not show the lines', { colour: 'yellow' })]
      : [span(` +${count.added}`, { colour: 'green' }), span(` −${count.removed}`, { colour: 'red' })];
  return [span(`${mark} `, style), name, ...counted];
}
