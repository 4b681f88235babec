/** Lines of a text, counted from 1; a line includes its line ending. */

const newline = 10;

/** A range of lines. */
export interface LineRange {
  /** The first line. */
  readonly line: number;
  /** The maximum number of lines. */
  readonly limit: number;
}

/**
 * Finds the lines of `range` in `bytes`: where they are, how many there are, and how many lines `bytes` has in total.
 */
export function findLines(bytes: Buffer, { line, limit }: LineRange): { start: number; end: number; total: number } {
  let start = line === 1 ? 0 : bytes.length;
  let end = limit === 0 ? start : bytes.length;
  let total = 0;
  for (let position = 0; position < bytes.length;) {
    total += 1;
    if (total === line) start = position;
    const found = bytes.indexOf(newline, position);
    position = found === -1 ? bytes.length : found + 1;
    if (total === line + limit - 1) end = position;
  }
  return { start, end: Math.max(start, limit === 0 ? start : end), total };
}

/** The line ending of a text. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none';

export function lineEndingOf(bytes: Buffer): LineEnding {
  let lf = 0;
  let crlf = 0;
  for (let position = bytes.indexOf(newline); position !== -1; position = bytes.indexOf(newline, position + 1)) {
    if (bytes[position - 1] === 13) crlf += 1;
    else lf += 1;
  }
  if (lf > 0 && crlf > 0) return 'mixed';
  if (crlf > 0) return 'crlf';
  return lf > 0 ? 'lf' : 'none';
}

/** Converts `text` to the line ending of the file that it replaces, if that is uniform. */
export function withEnding(text: string, ending: LineEnding): string {
  if (ending === 'crlf') return text.replaceAll(/\r?\n/gu, '\r\n');
  return ending === 'lf' ? text.replaceAll('\r\n', '\n') : text;
}
