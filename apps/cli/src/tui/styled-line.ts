/**
 * Styled text, truncated and wrapped by its width on a screen.
 *
 * A line has no control characters and no line break: escape sequences are only added by `paint`.
 */
import stringWidth from 'string-width';

import type { Colour, Ground } from './theme.ts';

export interface Style {
  readonly colour?: Colour;
  readonly ground?: Ground;
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  readonly isStruck?: boolean;
  readonly isInverse?: boolean;
  /** The address that a click opens; it has no control characters. */
  readonly link?: string;
}

export interface Span {
  readonly text: string;
  readonly style?: Style;
  /** Escape sequences that draw over rows above, and leave the cursor where it was; only in printed lines. */
  readonly drawing?: string;
}

export type Line = readonly Span[];

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly style: Style | undefined;
}

/** Made when a text needs it: together with the first width of such a text it takes tens of milliseconds. */
let graphemes: Intl.Segmenter | undefined;

/**
 * Texts in which each code unit is a character of one column that never combines: Latin letters, and the signs, arrows
 * and lines that the program itself writes.
 */
const simple =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2400-\u24ff\u2500-\u25fc\u25ff-\u2613\u2701-\u2704\u270e-\u2727\u2729-\u274b\u2758-\u2794\u27c0-\u2aff]*$/u;

export const span = (text: string, style?: Style): Span => (style === undefined ? { text } : { text, style });

/** A line of one style. */
export const line = (text: string, style?: Style): Line => [span(text, style)];

/** The text of a line without its styles. */
export const textOfLine = (spans: Line): string => spans.map(({ text }) => text).join('');

/** Whether each code unit of a text is a character of one column, so that no rule of Unicode is needed. */
export const isSimple = (text: string): boolean => simple.test(text);

/** The grapheme clusters of a text. */
export function charactersOf(text: string): readonly string[] {
  if (isSimple(text)) return text.split('');
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The number of columns that `text` takes. */
export const widthOf = (text: string): number => (isSimple(text) ? text.length : stringWidth(text));

export const widthOfLine = (spans: Line): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);

/** Truncates the line to `width` columns, with an ellipsis. */
export function truncate(spans: Line, width: number): Line {
  if (widthOfLine(spans) <= width) return spans;
  if (width < 1) return [];
  const kept: Cell[] = [];
  let used = 0;
  for (const cell of cellsOf(spans)) {
    if (used + cell.width > width - 1) break;
    kept.push(cell);
    used += cell.width;
  }
  return [...joined(kept), span('…')];
}

export interface WrapOptions {
  /** Prefix of every line but the first. */
  readonly hanging?: Line;
  /** Prefix of the first line. */
  readonly first?: Line;
}

/** Wraps the line, at spaces if possible. */
export function wrap(spans: Line, width: number, { hanging = [], first = hanging }: WrapOptions = {}): readonly Line[] {
  const firstRoom = Math.max(1, width - widthOfLine(first));
  if (widthOfLine(spans) <= firstRoom) return [[...first, ...spans]];
  const rooms = { first: firstRoom, next: Math.max(1, width - widthOfLine(hanging)) };
  return brokenLines(cellsOf(spans), rooms).map((cells, index) => [
    ...(index === 0 ? first : hanging),
    ...joined(cells),
  ]);
}

/** Breaks at the last space that fits, or within a word that is longer than a line. */
function brokenLines(
  cells: readonly Cell[],
  rooms: { readonly first: number; readonly next: number },
): readonly (readonly Cell[])[] {
  const lines: (readonly Cell[])[] = [];
  let room = rooms.first;
  let start = 0;
  let used = 0;
  let breakAt = 0;
  for (let index = 0; index < cells.length;) {
    const { text, width } = cells[index] as Cell;
    if (used + width > room && index > start) {
      const end = text === ' ' || breakAt <= start ? index : breakAt;
      lines.push(withoutTrailingSpace(cells.slice(start, end)));
      room = rooms.next;
      start = end;
      while (cells[start]?.text === ' ') start += 1;
      // The rest may be too wide for the next line as well, so the same cell is checked again.
      index = Math.max(index, start);
      used = cells.slice(start, index).reduce((sum, cell) => sum + cell.width, 0);
    } else {
      used += width;
      index += 1;
      if (text === ' ') breakAt = index;
    }
  }
  if (start < cells.length) lines.push(cells.slice(start));
  return lines;
}

const breakMark: Span = span('↩', { isDim: true });

/** Breaks the line without leaving out a single space; a mark shows where it goes on in the next line. */
export function breakExactly(
  spans: Line,
  width: number,
  { hanging = [], first = hanging }: WrapOptions = {},
): readonly Line[] {
  const room = Math.max(2, width - Math.max(widthOfLine(hanging), widthOfLine(first)));
  const cells = cellsOf(spans).map((cell) => ({ ...cell, width: greatestWidth(cell.text) }));
  if (cells.reduce((sum, cell) => sum + cell.width, 0) <= room) return [[...first, ...spans]];
  const lines: Line[] = [];
  for (let start = 0; start < cells.length;) {
    const end = breakAfter(cells, start, room);
    const isLast = end === cells.length;
    lines.push([
      ...(start === 0 ? first : hanging),
      ...joined(cells.slice(start, end)),
      ...(isLast ? [] : [breakMark]),
    ]);
    start = end;
  }
  return lines;
}

/**
 * The width of a character in a terminal that draws the parts of joined emoji and letters one beside the other. A line
 * that is wider than counted would push the lines above it off the screen.
 */
function greatestWidth(character: string): number {
  let sum = 0;
  for (const part of character) sum += widthOf(part);
  return Math.max(sum, widthOf(character));
}

/** The end of the next line: after a space in its second half if possible, with a column for the mark. */
function breakAfter(cells: readonly Cell[], start: number, room: number): number {
  let used = 0;
  let space: number | undefined;
  for (let index = start; index < cells.length; index += 1) {
    const { text, width } = cells[index] as Cell;
    const isLast = index === cells.length - 1;
    if (used + width > (isLast ? room : room - 1)) return space ?? Math.max(start + 1, index);
    used += width;
    if (text === ' ' && used > room / 2) space = index + 1;
  }
  return cells.length;
}

function withoutTrailingSpace(cells: readonly Cell[]): readonly Cell[] {
  let end = cells.length;
  while (end > 1 && cells[end - 1]?.text === ' ') end -= 1;
  return cells.slice(0, end);
}

const cellsOf = (spans: Line): readonly Cell[] =>
  spans.flatMap(({ text, style }) => charactersOf(text).map((each) => ({ text: each, width: widthOf(each), style })));

function joined(cells: readonly Cell[]): Line {
  const spans: { text: string; style?: Style }[] = [];
  let last: { text: string; style?: Style } | undefined;
  for (const { text, style } of cells) {
    if (last !== undefined && last.style === style) last.text += text;
    else {
      last = style === undefined ? { text } : { text, style };
      spans.push(last);
    }
  }
  return spans;
}
