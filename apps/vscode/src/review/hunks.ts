/** The hunks between two texts: neighbouring lines that were changed, to be accepted or rejected as one. */
import { diffLines } from 'diff';

/** Lines that were replaced by others; either may be none. */
export interface Hunk {
  /** The first of the old lines, from 0. */
  readonly oldStart: number;
  /** The old lines, with their line breaks. */
  readonly oldLines: readonly string[];
  /** The first of the new lines, from 0; if there are none, the line behind the place. */
  readonly newStart: number;
  /** The new lines, with their line breaks. */
  readonly newLines: readonly string[];
}

/** The longest text that is compared; a longer one is one hunk. */
const maxCompared = 2_000_000;

/** Line breaks are compared as `\n`: an editor has one kind for a whole file. */
const lines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];

/** The lines of a text, with line breaks that are all `\n`. */
export const plainText = (text: string): string => text.replaceAll('\r\n', '\n');

/** The hunks that make `after` of `before`, from top to bottom; one if both have more than `most` characters. */
export function hunksBetween(before: string, after: string, most: number = maxCompared): readonly Hunk[] {
  if (before === after) return [];
  if (before.length + after.length > most) {
    return [{ oldStart: 0, oldLines: lines(before), newStart: 0, newLines: lines(after) }];
  }
  const hunks: Hunk[] = [];
  let [oldLine, newLine] = [0, 0];
  let open: Hunk | undefined;
  for (const { value, added, removed } of diffLines(before, after)) {
    const part = lines(value);
    if (!added && !removed) {
      if (open !== undefined) hunks.push(open);
      open = undefined;
      oldLine += part.length;
      newLine += part.length;
      continue;
    }
    open ??= { oldStart: oldLine, oldLines: [], newStart: newLine, newLines: [] };
    if (removed) {
      open = { ...open, oldLines: [...open.oldLines, ...part] };
      oldLine += part.length;
    } else {
      open = { ...open, newLines: [...open.newLines, ...part] };
      newLine += part.length;
    }
  }
  if (open !== undefined) hunks.push(open);
  return hunks;
}

/** The old text, with the change of one hunk made. */
export const withHunk = (before: string, { oldStart, oldLines, newLines }: Hunk): string =>
  lines(before)
    .toSpliced(oldStart, oldLines.length, ...newLines)
    .join('');

/** The new text, with the change of one hunk taken back. */
export const withoutHunk = (after: string, { newStart, oldLines, newLines }: Hunk): string =>
  lines(after)
    .toSpliced(newStart, newLines.length, ...oldLines)
    .join('');

/** Whether an edit has a line of a hunk, or one beside it. */
const touches = (edit: Hunk, { newStart, newLines }: Hunk): boolean =>
  edit.oldStart <= newStart + newLines.length && newStart <= edit.oldStart + edit.oldLines.length;

/**
 * The text before the hunks between `before` and `was`, with those changes between `was` and `now` made that touch none
 * of these hunks.
 */
export function withEditsOutside(before: string, was: string, now: string): string {
  const hunks = hunksBetween(before, was);
  const outside = hunksBetween(was, now).filter((edit) => !hunks.some((hunk) => touches(edit, hunk)));
  const result = [...lines(before)];
  // From the bottom, so that the lines above stay where they are.
  for (const { oldStart, oldLines, newLines } of outside.toReversed()) {
    const above = hunks.filter(({ newStart }) => newStart < oldStart);
    const moved = above.reduce((sum, hunk) => sum + hunk.newLines.length - hunk.oldLines.length, 0);
    result.splice(oldStart - moved, oldLines.length, ...newLines);
  }
  return result.join('');
}

/** The hunk at a line of the new text, counted from 0; the nearest one if the line is in none. */
export function hunkAt(hunks: readonly Hunk[], line: number): Hunk | undefined {
  const distance = ({ newStart, newLines }: Hunk): number => {
    const end = newStart + Math.max(newLines.length - 1, 0);
    return line < newStart ? newStart - line : Math.max(line - end, 0);
  };
  return hunks.toSorted((left, right) => distance(left) - distance(right))[0];
}
