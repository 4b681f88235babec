/** Gives the visible text the colours of its language; suggested edits keep their own. */
import type { Text } from '@acp-stack/nes';

import { highlighter } from '../../tui/highlight.ts';
import type { Line } from '../../tui/styled-line.ts';
import type { Piece, ViewRow } from './view-rows.ts';

/** Lines above the first visible one in which a comment that reaches into it may begin. */
const linesBefore = 200;

/** The rows with plain pieces cut into pieces of one colour. */
export function colouredRows(rows: readonly ViewRow[], text: Text, language: string): readonly ViewRow[] {
  const numbers = rows.flatMap(({ pieces }) => pieces.flatMap(({ at }) => at?.line ?? []));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0 || language === '') return rows;
  const highlight = highlighter(language);
  const lines = new Map<number, Line>();
  for (let number = Math.max(0, first - linesBefore); number <= last; number += 1)
    lines.set(number, highlight(text.line(number)));
  return rows.map((row) => ({ ...row, pieces: row.pieces.flatMap((piece) => coloured(piece, lines)) }));
}

function coloured(piece: Piece, lines: ReadonlyMap<number, Line>): readonly Piece[] {
  const { at, role, text } = piece;
  const line = at === undefined ? undefined : lines.get(at.line);
  if (at === undefined || line === undefined || role !== 'plain') return [piece];
  const pieces: Piece[] = [];
  let offset = 0;
  for (const { text: part, style } of line) {
    const from = Math.max(0, at.column - offset);
    const words = part.slice(from, Math.max(from, at.column + text.length - offset));
    if (words !== '')
      pieces.push({
        text: words,
        role,
        at: { line: at.line, column: offset + from },
        ...(style === undefined ? {} : { style }),
      });
    offset += part.length;
  }
  return pieces.length === 0 ? [piece] : pieces;
}
