/**
 * The lines of a patch, told apart: those that say which file it is, those that begin a hunk, and those of the files.
 *
 * A line of a file may look like a head, as `-- a comment` does when it is removed. So a hunk has as many lines as it says, and behind it a
 * head is only what cannot be anything else: whoever decides about a change sees all of it.
 */
import { escapeControls, textLines } from '../../../text/escape-control-characters.ts';

export interface PatchLine {
  /** A stray line belongs to no hunk, and is no head either. */
  readonly kind: 'head' | 'hunk' | 'line' | 'stray';
  readonly text: string;
}

const headOfGit =
  /^(?:diff --git .*|index [\da-f]+\.\.[\da-f]+(?: \d+)?|(?:new|deleted) file mode \d+|(?:old|new) mode \d+|(?:dis)?similarity index \d+%|(?:rename|copy) (?:from|to) .*|Binary files .*)\r?$/su;
const headOfHunk = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/u;

/** What stands behind a last line that has no end. */
export const noEnd: string = String.raw`\ No newline at end of file`;

/** The lines as they can be shown; only a line feed ends one, as for the programs that read patches. */
export function patchLines(patch: string): readonly PatchLine[] {
  const lines = toldApart(textLines(patch.endsWith('\n') ? patch.slice(0, -1) : patch));
  const hasEnd = (index: number): boolean => lines[index + 1]?.text.startsWith('\\') !== true;
  const hasReturns = lines.every(({ kind, text }, index) => kind !== 'line' || /\r$|^\\/u.test(text) || !hasEnd(index));
  return lines.map(({ kind, text }, index) => {
    // Where all lines end like that nothing is said by it, and nothing in a head.
    const isQuiet = kind === 'head' || kind === 'hunk' || text.startsWith('\\') || (hasReturns && hasEnd(index));
    const words = isQuiet ? text.replace(/\r$/u, '') : text;
    return { kind, text: escapeControls(words.replaceAll('\r', '␍')) };
  });
}

function toldApart(lines: readonly string[]): readonly PatchLine[] {
  /** How many lines the hunk still has of the file as it was, and as it will be. */
  let [before, after] = [0, 0];
  return lines.map((text, index): PatchLine => {
    const isInside = (before > 0 || after > 0) && /^(?:[ +\\-]|\r?$)/u.test(text);
    if (isInside) {
      if (!text.startsWith('+') && !text.startsWith('\\')) before -= 1;
      if (!text.startsWith('-') && !text.startsWith('\\')) after -= 1;
      return { kind: 'line', text };
    }
    const { groups } = headOfHunk.exec(text) ?? {};
    [before, after] = groups === undefined ? [0, 0] : [Number(groups['before'] ?? 1), Number(groups['after'] ?? 1)];
    if (groups !== undefined) return { kind: 'hunk', text };
    if (headOfGit.test(text) || isNameLine(lines, index)) return { kind: 'head', text };
    return { kind: /^[+-]/u.test(text) || text.trimEnd() === noEnd ? 'line' : 'stray', text };
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
  const beginsFile = firstHeads(lines);
  const counts: { added: number; removed: number }[] = [];
  for (const line of lines) {
    const { kind, text } = line;
    if (beginsFile(line)) counts.push({ added: 0, removed: 0 });
    const count = counts.at(-1);
    if (kind !== 'line' || count === undefined) continue;
    if (text.startsWith('+')) count.added += 1;
    else if (text.startsWith('-')) count.removed += 1;
  }
  return counts;
}

/** Tells the lines that a file begins with. */
export function firstHeads(lines: readonly PatchLine[]): (line: PatchLine) => boolean {
  const isOfGit = lines.some(({ kind, text }) => kind === 'head' && text.startsWith('diff --git '));
  return ({ kind, text }) => kind === 'head' && text.startsWith(isOfGit ? 'diff --git ' : '--- ');
}
