/** Diffs in words: what happens to each file, then its lines one by one. */
import type { Diff } from '@acp-stack/schema/v2/unstable';
import {
  countOfChange,
  isWithoutLines,
  noEnd,
  patchedFiles,
  type PatchedFile,
  type PatchLine,
  type ReportedChange as Change,
} from '@acp-stack/transcript';

import { escapeLine } from '../../../text/escape-control-characters.ts';
import { exactLine } from '../../../text/exact-text.ts';
import { lineCount } from '../../../text/line-count.ts';
import { patchLines } from '../view/patch-lines.ts';
import { shortPath } from '../../../text/short-path.ts';

export interface DiffTextOptions {
  readonly cwd: string;
  /** The number of lines to print; with 0, only what happens to each file. */
  readonly maxLines: number;
}

const verbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    add: 'is new',
    delete: 'is deleted',
    modify: 'is changed',
    copy: 'is a copy',
    move: 'is renamed',
  }),
);

export function diffText(diff: Diff, { cwd, maxLines }: DiffTextOptions): readonly string[] {
  const changes = diff.changes as readonly Change[];
  const files = patchedFiles(patchLines(diff.patch?.text ?? ''), changes);
  const lines = files.flatMap(({ change, lines: written }) => [
    ...(files.length > 1 && change !== undefined ? [`In ${nameOf(change.path, cwd)}:`] : []),
    ...changedLines(written),
  ]);
  const rest = lines.length - maxLines;
  return [
    ...changes.map((change) => changeText(change, files, cwd)),
    ...lines.slice(0, maxLines),
    ...(rest > 0 && maxLines > 0 ? [`${lineCount(rest, 'more')} ${rest === 1 ? 'is' : 'are'} not read out.`] : []),
  ];
}

const nameOf = (path: string | undefined, cwd: string): string => exactLine(shortPath(path ?? '', cwd));

function changeText(change: Change, files: readonly PatchedFile[], cwd: string): string {
  const { operation, path, oldPath } = change;
  const from = oldPath === undefined ? '' : ` of ${nameOf(oldPath, cwd)}`;
  const count = countOfChange(change, files);
  const noLines = isWithoutLines(change) ? '' : '; the agent does not show the lines';
  const counted =
    count === undefined ? noLines : `: ${lineCount(count.added)} added, ${lineCount(count.removed)} removed`;
  return `File ${nameOf(path, cwd)} ${verbs.get(operation) ?? escapeLine(operation)}${from}${counted}.`;
}

/** The added and removed lines with their numbers, and other lines of the patch; without context lines. */
function changedLines(patch: readonly PatchLine[]): readonly string[] {
  const lines: string[] = [];
  let [old, next] = [0, 0];
  for (const { kind, text } of patch) {
    const [, oldStart, nextStart] = (kind === 'hunk' && /^@@ -(\d+)(?:,\d+)? \+(\d+)/u.exec(text)) || [];
    if (oldStart !== undefined) [old, next] = [Number(oldStart), Number(nextStart)];
    const isOmitted = kind === 'hunk' || (kind === 'stray' && text.trim() === '') || text === noEnd;
    if (isOmitted) continue;
    if (kind !== 'line' || text.startsWith('\\')) lines.push(`Also in the patch: ${text}`);
    else if (text.startsWith('-')) lines.push(`Line ${old++} removed: ${text.slice(1)}`);
    else if (text.startsWith('+')) lines.push(`Line ${next++} added: ${text.slice(1)}`);
    else [old, next] = [old + 1, next + 1];
  }
  return lines;
}
