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
import { highlighter } from '../../../tui/highlight.ts';
import { span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { patchLines } from './patch-lines.ts';
import { shortPath } from '../../../text/short-path.ts';

export interface DiffViewOptions {
  readonly cwd: string;
  readonly width: number;
  /** The maximum number of lines of the patch. */
  readonly maxLines: number;
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

/** The summary of each file, then the hunks of the patch; of several files, each with its name. */
export function diffView(diff: Diff, { cwd, width, maxLines }: DiffViewOptions): readonly Line[] {
  const changes = diff.changes as readonly Change[];
  const files = patchedFiles(patchLines(diff.patch?.text ?? ''), changes);
  const highlight = highlighter('diff');
  const shown = files.flatMap(({ change, lines }): readonly Line[] => [
    ...(files.length > 1 && change !== undefined ? [[span(nameOf(change, cwd), { isBold: true })]] : []),
    ...hunkLines(lines).map(({ text }) => highlight(text)),
  ]);
  const cut = shown.length - maxLines;
  return [
    ...changes.flatMap((change) => wrap(summary(change, files, cwd), width, { first: [], hanging: [span('  ')] })),
    ...shown.slice(0, maxLines).flatMap((each) => wrap(each, width, { hanging: [span('  ')] })),
    ...(cut > 0 ? [[span(`  … ${lineCount(cut, 'more')}, Ctrl+L shows ${cut === 1 ? 'it' : 'them'}`, dim)]] : []),
  ];
}

const nameOf = ({ path = '' }: Change, cwd: string): string => exactLine(shortPath(path, cwd));

function summary(change: Change, files: readonly PatchedFile[], cwd: string): Line {
  const { operation, oldPath } = change;
  const [mark, style] = marks.get(operation) ?? ['?', dim];
  const from = oldPath === undefined ? '' : `${exactLine(shortPath(oldPath, cwd))} → `;
  const name = span(`${from}${nameOf(change, cwd)}`, { isBold: true });
  const count = countOfChange(change, files);
  const counted =
    count === undefined
      ? [span(isWithoutLines(change) ? '' : '  the agent does not show the lines', { colour: 'yellow' })]
      : [span(` +${count.added}`, { colour: 'green' }), span(` −${count.removed}`, { colour: 'red' })];
  return [span(`${mark} `, style), name, ...counted];
}
