/**
 * Positions as they cross the wire: `character` counts UTF-16 code units, code points or UTF-8 bytes, as was agreed (NES-08).
 *
 * A position inside a character means the place before it, and one beyond the end of its line the end, as in LSP. A lone surrogate counts as one code
 * point and, like the replacement character that stands for it in UTF-8, as three bytes. Where a document changes nothing is rounded to a character.
 */
import type { Position, PositionEncodingKind, Range } from '@acp-stack/schema/v2/unstable';

import { comparePositions, contentLength, type TextPosition, type Span } from './text-position.ts';
import type { Text } from './text.ts';

/** What every side can do, and what counts when nothing was agreed. */
export const defaultEncoding: PositionEncodingKind = 'utf-16';

/** The first encoding of the client's list that is also in ours; undefined when there is none, or no list. */
export function chooseEncoding(
  offered: readonly PositionEncodingKind[] | undefined,
  supported: readonly PositionEncodingKind[],
): PositionEncodingKind | undefined {
  return offered?.find((encoding) => supported.includes(encoding));
}

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Whether a column is between the two halves of a character. */
const isInside = (line: string, column: number): boolean =>
  column > 0 &&
  column < line.length &&
  isLowSurrogate(line.charCodeAt(column)) &&
  isHighSurrogate(line.charCodeAt(column - 1));

/** The bytes in UTF-8 of a character that is `units` code units long. */
function bytesOf(unit: number, units: number): number {
  if (units === 2) return 4;
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}

const sizeIn = {
  'utf-32': () => 1,
  'utf-8': bytesOf,
} as const;

/** The column of a line that `character` means, rounded down to the beginning of a character. */
export function columnOf(line: string, character: number, encoding: PositionEncodingKind): number {
  if (encoding === 'utf-16') {
    const column = Math.min(character, line.length);
    return isInside(line, column) ? column - 1 : column;
  }
  const size = sizeIn[encoding];
  let counted = 0;
  let column = 0;
  while (column < line.length) {
    const units = isInside(line, column + 1) ? 2 : 1;
    counted += size(line.charCodeAt(column), units);
    if (counted > character) break;
    column += units;
  }
  return column;
}

/** How a column of a line is written; the inverse of `columnOf`. */
export function characterOf(line: string, column: number, encoding: PositionEncodingKind): number {
  const end = isInside(line, column) ? column - 1 : Math.min(column, line.length);
  if (encoding === 'utf-16') return end;
  const size = sizeIn[encoding];
  let counted = 0;
  for (let at = 0; at < end;) {
    const units = isInside(line, at + 1) ? 2 : 1;
    counted += size(line.charCodeAt(at), units);
    at += units;
  }
  return counted;
}

/** A column of a line that nobody has seen, in the other way of counting: the beginning of the line, unless both ways are the same. */
export const countedUnseen = (count: number, encoding: PositionEncodingKind): number =>
  encoding === defaultEncoding ? count : 0;

/** The place in `text` that a position means; undefined when the text has no such line. */
export function fromWirePosition(
  text: Text,
  { line, character }: Position,
  encoding: PositionEncodingKind,
): TextPosition | undefined {
  if (line >= text.lineCount) return undefined;
  return { line, column: columnOf(text.line(line), character, encoding) };
}

/** The span in `text` that a range means; undefined when it is not in the text, or ends before it begins. */
export function fromWireRange(text: Text, range: Range, encoding: PositionEncodingKind): Span | undefined {
  return forwards(fromWirePosition(text, range.start, encoding), fromWirePosition(text, range.end, encoding));
}

/** The span of a change, to the unit that is counted; undefined also when an edge is inside a character and the encoding cannot say where. */
export function changedSpanOf(text: Text, range: Range, encoding: PositionEncodingKind): Span | undefined {
  return forwards(exactPosition(text, range.start, encoding), exactPosition(text, range.end, encoding));
}

function exactPosition(text: Text, wire: Position, encoding: PositionEncodingKind): TextPosition | undefined {
  const position = fromWirePosition(text, wire, encoding);
  if (position === undefined) return undefined;
  const line = text.line(position.line);
  // An editor that counts code units may well change half a character, and says which.
  if (encoding === 'utf-16') return { ...position, column: Math.min(wire.character, line.length) };
  const isBorder = position.column === line.length || characterOf(line, position.column, encoding) === wire.character;
  return isBorder ? position : undefined;
}

function forwards(start: TextPosition | undefined, end: TextPosition | undefined): Span | undefined {
  if (start === undefined || end === undefined) return undefined;
  return comparePositions(end, start) < 0 ? undefined : { start, end };
}

/** How a place in `text` is written. */
export function toWirePosition(text: Text, { line, column }: TextPosition, encoding: PositionEncodingKind): Position {
  const content = text.lineWithEnd(line);
  return { line, character: characterOf(content.slice(0, contentLength(content)), column, encoding) };
}

/** How a span in `text` is written. */
export function toWireRange(text: Text, { start, end }: Span, encoding: PositionEncodingKind): Range {
  return { start: toWirePosition(text, start, encoding), end: toWirePosition(text, end, encoding) };
}
