/**
 * A text as rows of a screen, with a suggested edit: deleted text stays in place, and inserted text follows it.
 *
 * Only the visible rows are computed, so the length of the text does not matter.
 */
import { comparePositions, type TextPosition, type Replacement, type Text } from '@acp-stack/nes';

import type { Style } from '../../tui/styled-line.ts';

type PieceRole = 'plain' | 'deleted' | 'inserted' | 'hint';

export interface Piece {
  readonly text: string;
  readonly role: PieceRole;
  /** The colour of its language. */
  readonly style?: Style;
  /** Its start, if it is in the text. */
  readonly at?: TextPosition;
}

export interface ViewRow {
  /** The number of the line that begins in this row; absent if none does. */
  readonly line?: number;
  readonly pieces: readonly Piece[];
}

/** The maximum length of drawn inserted text. */
const maxInsertedLength = 20_000;
/** A deleted line end. */
const deletedEnd = '↵';

/** Up to `count` rows from line `top` on; `edits` are in the order of the text. */
export function rowsFrom(text: Text, top: number, count: number, edits: readonly Replacement[]): readonly ViewRow[] {
  const rows: ViewRow[] = [];
  for (let line = top; line < text.lineCount && rows.length < count;) {
    const last = lastJoined(line, edits);
    const touching = edits.filter(({ span }) => span.start.line <= last && span.end.line >= line);
    if (touching.length === 0)
      rows.push({ line, pieces: [{ text: text.line(line), role: 'plain', at: { line, column: 0 } }] });
    else rows.push(...mergedRows(text, { first: line, last }, touching));
    line = last + 1;
  }
  return rows.slice(0, count);
}

/** The last line that an edit joins with `line`. */
function lastJoined(line: number, edits: readonly Replacement[]): number {
  let last = line;
  for (const { span } of edits) if (span.start.line <= last && span.end.line > last) last = span.end.line;
  return last;
}

function mergedRows(
  text: Text,
  { first, last }: { readonly first: number; readonly last: number },
  edits: readonly Replacement[],
): readonly ViewRow[] {
  const rows: { line?: number; pieces: Piece[] }[] = [{ pieces: [] }];
  const add = (piece: Piece): void => {
    const row = rows.at(-1);
    row?.pieces.push(piece);
    if (row !== undefined && piece.at?.column === 0) row.line = piece.at.line;
  };
  /** Adds the text between two places. */
  const addText = (from: TextPosition, to: TextPosition, role: PieceRole): void => {
    for (let line = from.line; line <= to.line; line += 1) {
      const begin = line === from.line ? from.column : 0;
      if (line > from.line) rows.push({ pieces: [] });
      const content = text.line(line);
      const end = line === to.line ? to.column : content.length;
      if (end > begin || role === 'plain') add({ text: content.slice(begin, end), role, at: { line, column: begin } });
      if (line < to.line && role === 'deleted') add({ text: deletedEnd, role });
    }
  };
  let position: TextPosition = { line: first, column: 0 };
  for (const { span, text: inserted } of edits) {
    // An edit may begin above the first visible line.
    const start = comparePositions(span.start, position) < 0 ? position : span.start;
    // Inserted whole lines are shown above the line, which keeps its number and the cursor.
    const isAbove = start.column === 0 && /[\r\n]$/u.test(inserted) && comparePositions(start, span.end) === 0;
    if (!isAbove || comparePositions(position, start) !== 0) addText(position, start, 'plain');
    addText(start, span.end, 'deleted');
    for (const [index, part] of inserted
      .slice(0, maxInsertedLength)
      .split(/\r\n|\r|\n/u)
      .entries()) {
      if (index > 0) rows.push({ pieces: [] });
      if (part !== '') add({ text: part, role: 'inserted' });
    }
    position = span.end;
  }
  addText(position, { line: last, column: text.line(last).length }, 'plain');
  return rows;
}

/** The row, the piece and the offset of a place; the first of them if it is between two. */
export function findPlace(
  rows: readonly ViewRow[],
  { line, column }: TextPosition,
): { readonly row: number; readonly piece: number; readonly length: number } | undefined {
  for (const [row, { pieces }] of rows.entries())
    for (const [piece, { at, text }] of pieces.entries())
      if (at?.line === line && at.column <= column && column <= at.column + text.length)
        return { row, piece, length: column - at.column };
  return undefined;
}
