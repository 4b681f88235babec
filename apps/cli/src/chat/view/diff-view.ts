/** Changes of files: what happens to each in one line, and the patch in colours. */
import type { Diff } from '@acp-stack/schema/v2/unstable';

import { harmless, harmlessLine, textLines } from '../text/harmless.ts';
import { highlighter } from '../text/highlight.ts';
import { span, wrap, type Line, type Style } from '../text/line.ts';
import { shortPath } from './short-path.ts';

export interface DiffViewOptions {
  readonly cwd: string;
  readonly width: number;
  /** Lines of the patch that are shown. */
  readonly most: number;
}

const marks: Readonly<Record<string, readonly [string, Style]>> = {
  add: ['A', { colour: 'green' }],
  delete: ['D', { colour: 'red' }],
  modify: ['M', { colour: 'yellow' }],
  move: ['R', { colour: 'cyan' }],
  copy: ['C', { colour: 'cyan' }],
};
const dim: Style = { isDim: true };

/** The summary of each file, then the patch. */
export function diffView(diff: Diff, { cwd, width, most }: DiffViewOptions): readonly Line[] {
  const patch = diff.patch?.text ?? '';
  const lines = textLines(harmless(patch)).filter((each) => !isHeader(each));
  const counts = countByFile(patch);
  const summaries = diff.changes.map((change, index) => summary(change as Change, counts[index], cwd));
  const highlight = highlighter('diff');
  const shown = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  const cut = shown.length - most;
  return [
    ...summaries,
    ...shown.slice(0, most).flatMap((each) => wrap(highlight(each), width, { hanging: [span('  ')] })),
    ...(cut > 0 ? [[span(`  … ${cut} more lines`, dim)]] : []),
  ];
}

export interface Change {
  readonly operation: string;
  readonly path?: string;
  readonly oldPath?: string;
}

export interface Count {
  readonly added: number;
  readonly removed: number;
}

function summary({ operation, path = '', oldPath }: Change, count: Count | undefined, cwd: string): Line {
  const [mark, style] = marks[operation] ?? ['?', dim];
  const name = harmlessLine(shortPath(path, cwd));
  const from = oldPath === undefined ? '' : `${harmlessLine(shortPath(oldPath, cwd))} → `;
  const counted =
    count === undefined
      ? []
      : [span(` +${count.added}`, { colour: 'green' }), span(` −${count.removed}`, { colour: 'red' })];
  return [span(`${mark} `, style), span(`${from}${name}`, { isBold: true }), ...counted];
}

/** What a patch says about files and not about lines. */
export const isHeader = (text: string): boolean =>
  /^(?:diff --git |index |--- |\+\+\+ |new file mode |deleted file mode |old mode |new mode |similarity index |rename (?:from|to) )/u.test(
    text,
  );

/** How many lines come and go in each file of the patch, in its order. */
export function countByFile(patch: string): readonly Count[] {
  const counts: { added: number; removed: number }[] = [];
  let isInHunk = false;
  for (const text of patch.split('\n')) {
    const isStart =
      text.startsWith('diff --git ') || (text.startsWith('--- ') && !isInHunk && !patch.startsWith('diff --git'));
    if (isStart) {
      counts.push({ added: 0, removed: 0 });
      isInHunk = false;
    } else if (text.startsWith('@@')) isInHunk = true;
    const count = counts.at(-1);
    if (!isInHunk || count === undefined) continue;
    if (text.startsWith('+')) count.added += 1;
    else if (text.startsWith('-')) count.removed += 1;
  }
  return counts;
}
