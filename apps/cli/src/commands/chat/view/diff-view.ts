/** A diff as lines: a summary of each file, and the patch in colours. */
import type { Diff } from '@acp-stack/schema/v2/unstable';

import { escapeLine } from '../../../text/escape-control-characters.ts';
import { highlighter } from '../../../tui/highlight.ts';
import { span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { countByFile, patchLines, type Count } from './patch-lines.ts';
import { shortPath } from '../../../text/short-path.ts';
import { reviewablePatchLines, type Change } from './reviewable-patch-lines.ts';

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

/** The summary of each file, then the patch. */
export function diffView(diff: Diff, { cwd, width, maxLines }: DiffViewOptions): readonly Line[] {
  const patch = patchLines(diff.patch?.text ?? '');
  const changes = diff.changes as readonly Change[];
  const shown = reviewablePatchLines(patch, changes).map(({ kind, text }) => (kind === 'hunk' ? hunkHead(text) : text));
  const counts = countByFile(patch);
  const summaries = changes.map((change, index) => summary(change, counts[index], cwd));
  const highlight = highlighter('diff');
  const cut = shown.length - maxLines;
  return [
    ...summaries,
    ...shown.slice(0, maxLines).flatMap((each) => wrap(highlight(each), width, { hanging: [span('  ')] })),
    ...(cut > 0 ? [[span(`  … ${cut} more lines`, dim)]] : []),
  ];
}

/** The mark for a hunk with the whole file is only for programs. */
const hunkHead = (text: string): string => text.replace(/(?<=@@) whole file$/u, '');

function summary({ operation, path = '', oldPath }: Change, count: Count | undefined, cwd: string): Line {
  const [mark, style] = marks.get(operation) ?? ['?', dim];
  const name = escapeLine(shortPath(path, cwd));
  const from = oldPath === undefined ? '' : `${escapeLine(shortPath(oldPath, cwd))} → `;
  const counted =
    count === undefined
      ? []
      : [span(` +${count.added}`, { colour: 'green' }), span(` −${count.removed}`, { colour: 'red' })];
  return [span(`${mark} `, style), span(`${from}${name}`, { isBold: true }), ...counted];
}
