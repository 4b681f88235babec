/**
 * Text of which nothing may be hidden: a command, a path or a title that the user decides about.
 *
 * Lines stay lines. Every character that is invisible, looks like a space, or moves the others is marked, and so are
 * many spaces or empty lines in a row, which could push the rest out of sight.
 */
import { controlSymbol, escapeDeceptive, numberMark } from './escape-control-characters.ts';

// oxlint-disable-next-line no-control-regex -- it matches control characters.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu;
/** Spaces that are none, the empty pattern of Braille, and code points without a meaning of their own. */
const oddSpaces = /(?! )[\p{Zs}\u2800]|[\p{Cs}\p{Co}\p{Cn}]/gu;
const manySpaces = / {24,}/gu;
const trailingSpaces = / +$/u;
/** Empty lines in a row that are counted instead of shown. */
const manyLines = 4;

/** The lines of the text, with everything visible. */
export function exactLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) =>
    escapeDeceptive(line.replaceAll(controls, controlSymbol))
      .replaceAll(oddSpaces, numberMark)
      .replaceAll(manySpaces, (spaces) => `⟨${spaces.length} spaces⟩`)
      .replace(trailingSpaces, (spaces) => '␠'.repeat(spaces.length)),
  );
  return countedEmptyLines(lines);
}

/** The text in one line: a line break is marked as well. */
export const exactLine = (text: string): string => exactLines(text).join('␊');

function countedEmptyLines(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (end < lines.length && lines[end] === '') end += 1;
    const empty = end - index;
    if (empty > manyLines) shown.push(`⟨${empty} empty lines⟩`);
    else shown.push(...lines.slice(index, Math.max(end, index + 1)));
    index = Math.max(end, index + 1);
  }
  return shown;
}
