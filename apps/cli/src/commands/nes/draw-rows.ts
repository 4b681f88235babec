/** Draws rows of a text for a terminal: cut to the visible columns, with styles, or with marks without colours. */
import { paint } from '../../tui/paint.ts';
import { span, widthOf, type Span, type Style } from '../../tui/styled-line.ts';
import type { Theme } from '../../tui/theme.ts';
import { cellsOf, columnAt } from './screen-cells.ts';
import type { Piece, ViewRow } from './view-rows.ts';

const styles: Readonly<Record<Piece['role'], Style | undefined>> = {
  plain: undefined,
  deleted: { colour: 'red', isStruck: true },
  inserted: { colour: 'green', isItalic: true, isDim: true },
  hint: { colour: 'cyan', isDim: true },
};
/** The marks that replace colours. */
const marks: Readonly<Record<Piece['role'], readonly [string, string]>> = {
  plain: ['', ''],
  deleted: ['[-', '-]'],
  inserted: ['{+', '+}'],
  hint: ['', ''],
};

export interface Window {
  /** The first visible column, and the number of visible columns. */
  readonly left: number;
  readonly width: number;
  /** Columns for the line numbers. */
  readonly gutter: number;
  readonly theme: Theme;
}

interface DrawnCell {
  readonly text: string;
  readonly width: number;
  readonly style: Style | undefined;
}

/** Characters whose width differs between terminals. */
const isDoubtful = (text: string): boolean => Array.from(text).length > 1 || /\p{Extended_Pictographic}/u.test(text);
const toColumn = (column: number): string => `\u001b[${column + 1}G`;

/** Draws one row, with its line number. */
export function drawRow({ line, pieces }: ViewRow, { left, width, gutter, theme }: Window): string {
  const number = line === undefined ? '' : String(line + 1);
  const head = gutter === 0 ? '' : paint([span(`${number.padStart(gutter - 1)} `, { isDim: true })], theme);
  return head + drawCells(visible(pieces, { left, width, theme }), gutter, theme);
}

/** The column of an offset in the piece at `index`, before it is cut to the visible part. */
export function columnIn(pieces: readonly Piece[], index: number, length: number, theme: Theme): number {
  let column = 0;
  for (const [at, piece] of pieces.slice(0, index + 1).entries()) {
    const [before, after] = theme.name === 'none' ? marks[piece.role] : ['', ''];
    const isLast = at === index;
    column = columnAt(piece.text, isLast ? length : piece.text.length, column + before.length);
    if (!isLast) column += after.length;
  }
  return column;
}

/** The cells between two columns; a cell that is cut in half is blank. */
function visible(pieces: readonly Piece[], { left, width, theme }: Omit<Window, 'gutter'>): readonly DrawnCell[] {
  const cells: DrawnCell[] = [];
  let column = 0;
  const add = (text: string, cellWidth: number, style: Style | undefined): void => {
    const [from, to] = [Math.max(column, left), Math.min(column + cellWidth, left + width)];
    if (to > from) cells.push(to - from === cellWidth ? { text, width: cellWidth, style } : blank(to - from));
    column += cellWidth;
  };
  for (const { text, role, style = styles[role] } of pieces) {
    const [before, after] = theme.name === 'none' ? marks[role] : ['', ''];
    add(before, before.length, style);
    for (const cell of cellsOf(text, column)) {
      // Cells to the right of the visible part need not be measured.
      if (column >= left + width) break;
      add(cell.text, cell.width, style);
    }
    if (column >= left + width) break;
    add(after, after.length, style);
  }
  return cells;
}

const blank = (width: number): DrawnCell => ({ text: ' '.repeat(width), width, style: undefined });

function drawCells(cells: readonly DrawnCell[], start: number, theme: Theme): string {
  let column = start;
  let drawn = '';
  let run: { text: string; style: Style | undefined } = { text: '', style: undefined };
  const flush = (): void => {
    const part: Span = run.style === undefined ? span(run.text) : span(run.text, run.style);
    if (run.text !== '') drawn += paint([part], theme);
  };
  for (const { text, width, style } of cells) {
    if (style !== run.style) {
      flush();
      run = { text: '', style };
    }
    run.text += text;
    column += width;
    if (!isDoubtful(text) || text.length === width) continue;
    flush();
    drawn += toColumn(column);
    run = { text: '', style };
  }
  flush();
  return drawn;
}

/** Cuts or fills one line to `width` columns. */
export function filled(text: string, width: number, filler = ' '): string {
  let taken = 0;
  let kept = '';
  for (const { text: each, width: columns } of cellsOf(text)) {
    if (taken + columns > width) break;
    kept += each;
    taken += columns;
  }
  return kept + filler.repeat(Math.max(0, width - widthOf(kept)));
}
