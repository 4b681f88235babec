/** Lines of a text, counted from 1; the end of a line belongs to it. */

const newline = 10;

/** A part of a text. */
export interface LineRange {
  /** The first line that is wanted. */
  readonly line: number;
  /** How many at most. */
  readonly limit: number;
}

/** Where the lines of `range` are in `bytes`, how many there are, and how many `bytes` has in all. */
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

/** How the lines of a text end. */
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

/** `text` with the endings of the file that it replaces, if these are all alike. */
export function withEnding(text: string, ending: LineEnding): string {
  if (ending === 'crlf') return text.replaceAll(/\r?\n/gu, '\r\n');
  return ending === 'lf' ? text.replaceAll('\r\n', '\n') : text;
}
