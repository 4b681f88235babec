/**
 * Lays out text in columns.
 *
 * Every column is as wide as its widest cell, and the last one takes the rest of the line; a cell that is too wide
 * wraps in its own column. Widths are counted in characters, which is correct for everything in the protocol tables.
 */
import type { Paint } from './palette.ts';

export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

export interface Layout {
  /** Characters per line. */
  readonly width: number;
  /** Spaces before the first column. */
  readonly indent: number;
  /** The maximum width of each column but the last; unlimited if absent. */
  readonly maxWidths?: readonly number[];
}

/** Spaces between two columns. */
export const gap = 2;
const narrowest = 16;

/** The lines of all rows. */
export function layOut(rows: readonly (readonly Cell[])[], layout: Layout): string[] {
  const widths = columnWidths(rows, layout.maxWidths);
  const last = widths.length - 1;
  const taken = widths.slice(0, last).reduce((sum, each) => sum + each + gap, layout.indent);
  widths[last] = Math.max(narrowest, layout.width - taken);
  return rows.flatMap((row) => layOutRow(row, widths, layout.indent));
}

/** The width of each column: that of its widest cell. */
export function columnWidths(rows: readonly (readonly Cell[])[], maxWidths: readonly number[] = []): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.min(maxWidths[column] ?? Infinity, Math.max(0, ...rows.map((row) => longestLine(row[column]?.text ?? '')))),
  );
}

/** The lines of one row; several if a cell wraps. */
export function layOutRow(row: readonly Cell[], widths: readonly number[], indent: number): string[] {
  const cells = row.map((cell, column) => ({ lines: wrap(cell.text, widths[column] ?? Infinity), paint: cell.paint }));
  const height = Math.max(1, ...cells.map((cell) => cell.lines.length));
  return Array.from({ length: height }, (_, index) => {
    let line = '';
    // Spaces are only written before text, so that no line ends with spaces.
    let pending = indent;
    for (const [column, cell] of cells.entries()) {
      const text = cell.lines[index] ?? '';
      if (text !== '') {
        line += ' '.repeat(pending) + (cell.paint === undefined ? text : cell.paint(text));
        pending = 0;
      }
      pending += (widths[column] ?? 0) - (text === '' ? 0 : text.length) + gap;
    }
    return line;
  });
}

/** Wraps and indents text. */
export function block(text: string, indent: number, width: number): string[] {
  return wrap(text, Math.max(narrowest, width - indent)).map((line) => `${' '.repeat(indent)}${line}`);
}

const longestLine = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

/** Breaks text at spaces, long words after a dot or a slash, and longer words anywhere. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, Math.max(1, width)));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      const cut = 1 + Math.max(line.lastIndexOf('.', width - 1), line.lastIndexOf('/', width - 1));
      lines.push(line.slice(0, cut > 1 ? cut : width));
      line = line.slice(cut > 1 ? cut : width);
    }
  }
  lines.push(line);
  return lines;
}
