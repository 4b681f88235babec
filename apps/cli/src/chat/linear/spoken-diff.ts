/** Changes of files in words: what happens to each file, then its lines one by one. */
import type { Diff } from '@acp-stack/schema/v2/unstable';

import { harmless, harmlessLine, textLines } from '../text/harmless.ts';
import { countByFile, isHeader, type Change, type Count } from '../view/diff-view.ts';
import { shortPath } from '../view/short-path.ts';

export interface SpokenDiffOptions {
  readonly cwd: string;
  /** Lines that are read out; with none, only what happens to each file. */
  readonly most: number;
}

const verbs: Readonly<Record<string, string>> = {
  add: 'is new',
  delete: 'is deleted',
  modify: 'is changed',
  copy: 'is a copy',
  move: 'is renamed',
};

export function spokenDiff({ changes, patch }: Diff, { cwd, most }: SpokenDiffOptions): readonly string[] {
  const text = patch?.text ?? '';
  const counts = countByFile(text);
  const lines = spokenLines(harmless(text));
  const rest = lines.length - most;
  return [
    ...changes.map((change, index) => spokenChange(change as Change, counts[index], cwd)),
    ...lines.slice(0, most),
    ...(rest > 0 && most > 0 ? [`${rest} more ${rest === 1 ? 'line is' : 'lines are'} not read out.`] : []),
  ];
}

function spokenChange({ operation, path = '', oldPath }: Change, count: Count | undefined, cwd: string): string {
  const name = (each: string): string => harmlessLine(shortPath(each, cwd));
  const from = oldPath === undefined ? '' : ` of ${name(oldPath)}`;
  const counted = count === undefined ? '' : `: ${lineCount(count.added)} added, ${lineCount(count.removed)} removed`;
  return `File ${name(path)} ${verbs[operation] ?? harmlessLine(operation)}${from}${counted}.`;
}

const lineCount = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;

/** The lines that come and go, with their numbers. */
function spokenLines(patch: string): readonly string[] {
  const spoken: string[] = [];
  let [old, next] = [0, 0];
  for (const each of textLines(patch)) {
    const [, oldStart, nextStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/u.exec(each) ?? [];
    if (oldStart !== undefined) [old, next] = [Number(oldStart), Number(nextStart)];
    else if (isHeader(each)) continue;
    else if (each.startsWith('-')) spoken.push(`Line ${old++} removed: ${each.slice(1)}`);
    else if (each.startsWith('+')) spoken.push(`Line ${next++} added: ${each.slice(1)}`);
    else [old, next] = [old + 1, next + 1];
  }
  return spoken;
}
