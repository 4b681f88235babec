/**
 * Positions on the wire: `character` counts UTF-16 code units, code points or UTF-8 bytes, as negotiated (NES-08).
 *
 * A position inside a character means the position before it, and one beyond the end of its line means the end, as in
 * LSP. A lone surrogate counts as one code point and, like its replacement character in UTF-8, as three bytes.
 * Positions of changes are never rounded.
 */
import type { Position, PositionEncodingKind, Range } from '@acp-stack/schema/v2/unstable';

import { comparePositions, contentLength, type TextPosition, type Span } from './text-position.ts';
import type { Text } from './text.ts';

/** The encoding that every side supports, used if none was negotiated. */
export const defaultEncoding: PositionEncodingKind = 'utf-16';

/** Returns the first encoding of the client that is also in our list; undefined if there is none. */
export function chooseEncoding(
  offered: readonly PositionEncodingKind[] | undefined,
  supported: readonly PositionEncodingKind[],
): PositionEncodingKind | undefined {
  return offered?.find((encoding) => supported.includes(encoding));
}

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Whether a column is inside a surrogate pair. */
const isInside = (line: string, column: number): boolean =>
  column > 0 &&
  column < line.length &&
  isLowSurrogate(line.charCodeAt(column)) &&
  isHighSurrogate(line.charCodeAt(column - 1));

/** The number of UTF-8 bytes of a character with `units` code units. */
function bytesOf(unit: number, units: number): number {
  if (units === 2) return 4;
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}

const sizeIn = {
  'utf-32': () => 1,
  'utf-8': bytesOf,
} as const;

/** The column of `character` in a line, rounded down to the start of a character. */
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

/** The inverse of `columnOf`. */
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

/** A column in a line whose text is not known: 0, unless both encodings are the same. */
export const columnInUnknownLine = (count: number, encoding: PositionEncodingKind): number =>
  encoding === defaultEncoding ? count : 0;

/** Converts a position of the wire; undefined if the text does not have the line. */
export function fromWirePosition(
  text: Text,
  { line, character }: Position,
  encoding: PositionEncodingKind,
): TextPosition | undefined {
  if (line >= text.lineCount) return undefined;
  return { line, column: columnOf(text.line(line), character, encoding) };
}

/** Converts a range of the wire; undefined if it is not in the text, or ends before it starts. */
export function fromWireRange(text: Text, range: Range, encoding: PositionEncodingKind): Span | undefined {
  return forwards(fromWirePosition(text, range.start, encoding), fromWirePosition(text, range.end, encoding));
}

/**
 * Converts the range of a change exactly; undefined also if an end is inside a character and the encoding cannot
 * express where.
 */
export function changedSpanOf(text: Text, range: Range, encoding: PositionEncodingKind): Span | undefined {
  return forwards(exactPosition(text, range.start, encoding), exactPosition(text, range.end, encoding));
}

function exactPosition(text: Text, wire: Position, encoding: PositionEncodingKind): TextPosition | undefined {
  const position = fromWirePosition(text, wire, encoding);
  if (position === undefined) return undefined;
  const line = text.line(position.line);
  // An editor that counts code units may change half a surrogate pair.
  if (encoding === 'utf-16') return { ...position, column: Math.min(wire.character, line.length) };
  const isBorder = position.column === line.length || characterOf(line, position.column, encoding) === wire.character;
  return isBorder ? position : undefined;
}

function forwards(start: TextPosition | undefined, end: TextPosition | undefined): Span | undefined {
  if (start === undefined || end === undefined) return undefined;
  return comparePositions(end, start) < 0 ? undefined : { start, end };
}

/** Converts a position to the wire. */
export function toWirePosition(text: Text, { line, column }: TextPosition, encoding: PositionEncodingKind): Position {
  const content = text.lineWithEnd(line);
  return { line, character: characterOf(content.slice(0, contentLength(content)), column, encoding) };
}

/** Converts a span to the wire. */
export function toWireRange(text: Text, { start, end }: Span, encoding: PositionEncodingKind): Range {
  return { start: toWirePosition(text, start, encoding), end: toWirePosition(text, end, encoding) };
}
