/**
 * Places in a text, and what becomes of them when the text changes.
 *
 * A column counts UTF-16 code units, as JavaScript does; positions of the protocol are converted at the border.
 */

/** Between two characters: a line, and a column in it; both begin at zero. */
export interface TextPosition {
  /** Counted from 0. */
  readonly line: number;
  /** UTF-16 code units before it in the line. */
  readonly column: number;
}

/** From one place up to another, which does not belong to it. */
export interface Span {
  /** The first place that belongs to it. */
  readonly start: TextPosition;
  /** The place after the last character that belongs to it; the same as `start` when it is empty. */
  readonly end: TextPosition;
}

/** A text in the place of another. */
export interface Replacement {
  /** What goes; an empty one inserts. */
  readonly span: Span;
  /** What comes instead; nothing deletes. */
  readonly text: string;
}

const ends = /\r\n|\r|\n/gu;

/** Below 0 when `left` comes first, above 0 when `right` does, for `sort`. */
export const comparePositions = (left: TextPosition, right: TextPosition): number =>
  left.line === right.line ? left.column - right.column : left.line - right.line;

export const isEmptySpan = ({ start, end }: Span): boolean => comparePositions(start, end) === 0;

/** The lines of a text, each with its end; the last one has none, and may be empty. */
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

/** How many code units of a line are not its end. */
export function contentLength(line: string): number {
  const { length } = line;
  if (line.endsWith('\n')) return line.endsWith('\r\n') ? length - 2 : length - 1;
  return line.endsWith('\r') ? length - 1 : length;
}

/** Where `text` ends when it begins at `start`. */
export function endOf(start: TextPosition, text: string): TextPosition {
  const lines = splitLines(text);
  const last = lines.at(-1) ?? '';
  if (lines.length === 1) return { line: start.line, column: start.column + last.length };
  return { line: start.line + lines.length - 1, column: last.length };
}

/** Where `place`, which is not inside `span`, is after the replacement. */
export function shiftPosition(position: TextPosition, { span, text }: Replacement): TextPosition {
  if (comparePositions(position, span.end) < 0) return position;
  const end = endOf(span.start, text);
  if (position.line > span.end.line) return { line: position.line + end.line - span.end.line, column: position.column };
  return { line: end.line, column: end.column + position.column - span.end.column };
}
