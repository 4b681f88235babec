/**
 * Classifies the lines of a patch: file headers, hunk headers, and lines of the files.
 *
 * A line of a file may look like a header, as `-- a comment` does when it is removed. So the length of a hunk comes
 * from its header, and after it only unambiguous lines are file headers: the user must see the whole change before
 * deciding about it.
 */

/** A line of a patch. */
export interface PatchLine {
  /** A stray line is outside of a hunk, and is not a header. */
  readonly kind: 'head' | 'hunk' | 'line' | 'stray';
  /** With its sign; carriage returns that matter are shown as ␍. */
  readonly text: string;
}

const headOfGit =
  /^(?:diff --git .*|index [\da-f]+\.\.[\da-f]+(?: \d+)?|(?:new|deleted) file mode \d+|(?:old|new) mode \d+|(?:dis)?similarity index \d+%|(?:rename|copy) (?:from|to) .*|Binary files .*)\r?$/su;
const headOfHunk = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/u;

/** The marker after a last line without a line end. */
export const noEnd: string = String.raw`\ No newline at end of file`;

/**
 * The lines of a patch; only a line feed ends a line, as in programs that apply patches. Other control characters stay
 * as they are.
 */
export function patchLines(patch: string): readonly PatchLine[] {
  if (patch === '') return [];
  const lines = classified((patch.endsWith('\n') ? patch.slice(0, -1) : patch).split('\n'));
  const hasEnd = (index: number): boolean => lines[index + 1]?.text.startsWith('\\') !== true;
  const hasReturns = lines.every(({ kind, text }, index) => kind !== 'line' || /\r$|^\\/u.test(text) || !hasEnd(index));
  return lines.map(({ kind, text }, index) => {
    // A carriage return at the end of every line, or in a header, is not shown.
    const hidesReturn = kind === 'head' || kind === 'hunk' || text.startsWith('\\') || (hasReturns && hasEnd(index));
    const words = hidesReturn ? text.replace(/\r$/u, '') : text;
    return { kind, text: words.replaceAll('\r', '␍') };
  });
}

function classified(lines: readonly string[]): readonly PatchLine[] {
  /** The remaining lines of the hunk, in the old and in the new file. */
  let [before, after] = [0, 0];
  return lines.map((text, index): PatchLine => {
    const isInside = (before > 0 || after > 0) && /^(?:[ \t+\\-]|\r?$)/u.test(text);
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

/** The two lines with the names of a file are adjacent, right before its first hunk. */
function isNameLine(lines: readonly string[], index: number): boolean {
  const first = lines[index]?.startsWith('+++ ') === true ? index - 1 : index;
  const [old = '', next = '', hunk = ''] = lines.slice(Math.max(0, first), first + 3);
  return old.startsWith('--- ') && next.startsWith('+++ ') && headOfHunk.test(hunk);
}

/** How many lines a change adds and removes. */
export interface LineCount {
  /** New lines. */
  readonly added: number;
  /** Lines that are gone. */
  readonly removed: number;
}

/** The number of added and removed lines. */
export function countOf(lines: readonly PatchLine[]): LineCount {
  const signs = lines.map(({ kind, text }) => (kind === 'line' ? text.charAt(0) : ''));
  return { added: signs.filter((sign) => sign === '+').length, removed: signs.filter((sign) => sign === '-').length };
}

/** The lines of each file, in order; lines before the first header are a part of their own. */
export function fileParts(lines: readonly PatchLine[]): readonly (readonly PatchLine[])[] {
  const isOfGit = lines.some(({ kind, text }) => kind === 'head' && text.startsWith('diff --git '));
  const firstHead = isOfGit ? 'diff --git ' : '--- ';
  const parts: PatchLine[][] = [];
  for (const line of lines) {
    const beginsFile = line.kind === 'head' && line.text.startsWith(firstHead);
    if (beginsFile || parts.length === 0) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}
