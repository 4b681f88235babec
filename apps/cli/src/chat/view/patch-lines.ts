/**
 * The lines of a patch, told apart: those that say which file it is, those that begin a hunk, and those of the files.
 *
 * A line of a file may look like a head, as `-- a comment` does when it is removed. So a hunk has as many lines as it says, and behind it a
 * head is only what cannot be anything else: whoever decides about a change sees all of it.
 */
import { textLines } from '../text/harmless.ts';

export interface PatchLine {
  readonly kind: 'head' | 'hunk' | 'line';
  readonly text: string;
}

const headOfGit =
  /^(?:diff --git |index [\da-f]+\.\.|(?:new|deleted) file mode |(?:old|new) mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |Binary files )/u;
const headOfHunk = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/u;

export function patchLines(patch: string): readonly PatchLine[] {
  const lines = textLines(patch.endsWith('\n') ? patch.slice(0, -1) : patch);
  /** How many lines the hunk still has of the file as it was, and as it will be. */
  let [before, after] = [0, 0];
  return lines.map((text, index): PatchLine => {
    const isInside = (before > 0 || after > 0) && /^(?:[ +\\-]|$)/u.test(text);
    if (isInside) {
      if (!text.startsWith('+') && !text.startsWith('\\')) before -= 1;
      if (!text.startsWith('-') && !text.startsWith('\\')) after -= 1;
      return { kind: 'line', text };
    }
    const { groups } = headOfHunk.exec(text) ?? {};
    [before, after] = groups === undefined ? [0, 0] : [Number(groups['before'] ?? 1), Number(groups['after'] ?? 1)];
    if (groups !== undefined) return { kind: 'hunk', text };
    return { kind: headOfGit.test(text) || isNameLine(lines, index) ? 'head' : 'line', text };
  });
}

/** The two lines with the names of a file stand together, right before its first hunk. */
function isNameLine(lines: readonly string[], index: number): boolean {
  const first = lines[index]?.startsWith('+++ ') === true ? index - 1 : index;
  const [old = '', next = '', hunk = ''] = lines.slice(Math.max(0, first), first + 3);
  return old.startsWith('--- ') && next.startsWith('+++ ') && headOfHunk.test(hunk);
}

export interface Count {
  readonly added: number;
  readonly removed: number;
}

/** How many lines come and go in each file of the patch, in its order. */
export function countByFile(lines: readonly PatchLine[]): readonly Count[] {
  const isOfGit = lines.some(({ kind, text }) => kind === 'head' && text.startsWith('diff --git '));
  const counts: { added: number; removed: number }[] = [];
  for (const { kind, text } of lines) {
    if (kind === 'head' && text.startsWith(isOfGit ? 'diff --git ' : '--- ')) counts.push({ added: 0, removed: 0 });
    const count = counts.at(-1);
    if (kind !== 'line' || count === undefined) continue;
    if (text.startsWith('+')) count.added += 1;
    else if (text.startsWith('-')) count.removed += 1;
  }
  return counts;
}
