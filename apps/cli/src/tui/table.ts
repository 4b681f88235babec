/**
 * A table as lines that fit into any width: cells wrap, columns are aligned as the author wants.
 *
 * A narrow column keeps its width, and wide ones share what is left. If the columns would be too narrow to read, each
 * row becomes a list of its cells with the names of their columns.
 */
import { line, span, widthOfLine, wrap, type Line, type Style } from './styled-line.ts';

type Alignment = 'left' | 'right' | 'center' | null;

export interface Table {
  readonly header: readonly Line[];
  readonly rows: readonly (readonly Line[])[];
  /** The alignment of each column. */
  readonly alignments: readonly Alignment[];
}

const bold: Style = { isBold: true };
const dim: Style = { isDim: true };
const separator = ' │ ';
/** Columns below which words are cut into pieces. */
const leastWidth = 6;

/** Lays the table out; no line is wider than `width`. */
export function tableLines({ header, rows, alignments }: Table, width: number): readonly Line[] {
  const natural = header.map((head, column) =>
    Math.max(1, widthOfLine(head), ...rows.map((row) => widthOfLine(row[column] ?? []))),
  );
  const room = width - separator.length * (header.length - 1);
  const widths = sharedWidths(natural, room);
  if (widths === undefined) return recordLines(header, rows, width);
  const drawRow = (row: readonly Line[], style?: Style): readonly Line[] =>
    rowLines(row, { widths, alignments, style });
  const body = rows.map((row) => drawRow(row));
  const rule = (dash: string, crossing: string): Line =>
    line(widths.map((each) => dash.repeat(each)).join(`${dash}${crossing}${dash}`), dim);
  // Without a rule between them, it would not be visible where a wrapped row ends.
  const isWrapped = body.some(({ length }) => length > 1);
  return [
    ...drawRow(header, bold),
    rule('─', '┼'),
    ...body.flatMap((lines, index) => (isWrapped && index > 0 ? [rule('┈', '┼'), ...lines] : lines)),
  ];
}

/** The widths of the columns; undefined if a column would be too narrow. */
function sharedWidths(natural: readonly number[], room: number): readonly number[] | undefined {
  let left = room;
  const widths = [...natural];
  // From the narrowest on: what a column does not need is shared by the others.
  const order = natural
    .map((_, column) => column)
    .toSorted((one, other) => (natural[one] ?? 0) - (natural[other] ?? 0));
  for (const [index, column] of order.entries()) {
    const share = Math.floor(left / (order.length - index));
    const wanted = natural[column] ?? 0;
    if (wanted > share && share < leastWidth) return undefined;
    widths[column] = Math.min(wanted, share);
    left -= widths[column] ?? 0;
  }
  return widths;
}

interface RowOptions {
  readonly widths: readonly number[];
  readonly alignments: readonly Alignment[];
  readonly style: Style | undefined;
}

function rowLines(row: readonly Line[], { widths, alignments, style }: RowOptions): readonly Line[] {
  const cells = widths.map((width, column) => {
    const cell = row[column] ?? [];
    return wrap(style === undefined ? cell : cell.map((each) => span(each.text, { ...each.style, ...style })), width);
  });
  const height = Math.max(1, ...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) =>
    widths.flatMap((width, column): Line => {
      const cell = aligned(cells[column]?.[index] ?? [], width, alignments[column] ?? null);
      return column === 0 ? cell : [span(separator, dim), ...cell];
    }),
  );
}

const space = (count: number): Line => (count === 0 ? [] : [span(' '.repeat(count))]);

function aligned(cell: Line, width: number, alignment: Alignment): Line {
  const free = Math.max(0, width - widthOfLine(cell));
  const before = alignment === 'right' ? free : alignment === 'center' ? Math.floor(free / 2) : 0;
  return [...space(before), ...cell, ...space(free - before)];
}

/** Each row as a list: the name of the column, then the cell. */
function recordLines(header: readonly Line[], rows: readonly (readonly Line[])[], width: number): readonly Line[] {
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [line('┈'.repeat(Math.min(width, 12)), dim)]),
    ...header.flatMap((head, column) => {
      const cell = row[column] ?? [];
      const named = head.length === 0 ? cell : [...head.map(({ text }) => span(text, bold)), span(': '), ...cell];
      return wrap(named, width, { first: [], hanging: width > 8 ? [span('  ')] : [] });
    }),
  ]);
}
