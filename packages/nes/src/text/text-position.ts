/**
 * Positions in a text, and how changes move them.
 *
 * A column counts UTF-16 code units; positions of the protocol are converted where they are sent or received.
 */

/** A position between two characters: a line and a column, both counted from 0. */
export interface TextPosition {
  /** Counted from 0. */
  readonly line: number;
  /** The number of UTF-16 code units before it in the line. */
  readonly column: number;
}

/** A range from one position up to, but not including, another. */
export interface Span {
  /** The first position. */
  readonly start: TextPosition;
  /** The position after the last character; equal to `start` if the span is empty. */
  readonly end: TextPosition;
}

/** Replaces a span by a text. */
export interface Replacement {
  /** The replaced span; an empty one inserts. */
  readonly span: Span;
  /** The new text; an empty one deletes. */
  readonly text: string;
}

const ends = /\r\n|\r|\n/gu;

/** Compares two positions, for `sort`. */
export const comparePositions = (left: TextPosition, right: TextPosition): number =>
  left.line === right.line ? left.column - right.column : left.line - right.line;

export const isEmptySpan = ({ start, end }: Span): boolean => comparePositions(start, end) === 0;

/** Splits a text into lines with their line endings; the last line has none, and may be empty. */
export function splitLines(text: string): string[] {
  if (!text.includes('\r')) return splitAtFeeds(text);
  const lines: string[] = [];
  let begin = 0;
  for (const { index, 0: end } of text.matchAll(ends)) {
    lines.push(text.slice(begin, index + end.length));
    begin = index + end.length;
  }
  lines.push(text.slice(begin));
  return lines;
}

function splitAtFeeds(text: string): string[] {
  const lines: string[] = [];
  let begin = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', begin)) {
    lines.push(text.slice(begin, end + 1));
    begin = end + 1;
  }
  lines.push(text.slice(begin));
  return lines;
}

/** The length of a line without its line ending. */
export function contentLength(line: string): number {
  const { length } = line;
  if (line.endsWith('\n')) return line.endsWith('\r\n') ? length - 2 : length - 1;
  return line.endsWith('\r') ? length - 1 : length;
}

/** The end of `text` if it starts at `start`. */
export function endOf(start: TextPosition, text: string): TextPosition {
  const lines = splitLines(text);
  const last = lines.at(-1) ?? '';
  if (lines.length === 1) return { line: start.line, column: start.column + last.length };
  return { line: start.line + lines.length - 1, column: last.length };
}

/** The position after a replacement that does not contain it. */
export function shiftPosition(position: TextPosition, { span, text }: Replacement): TextPosition {
  if (comparePositions(position, span.end) < 0) return position;
  const end = endOf(span.start, text);
  if (position.line > span.end.line) return { line: position.line + end.line - span.end.line, column: position.column };
  return { line: end.line, column: end.column + position.column - span.end.column };
}
