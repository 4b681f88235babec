/**
 * Composes one frame of the editor: the visible lines with the suggestion in them, and the status below. A pure
 * function.
 */
import type { TextPosition, Text, ShownSuggestion } from '@acp-stack/nes';

import type { CursorPlace } from '../../tui/screen.ts';
import type { Theme } from '../../tui/theme.ts';
import { colouredRows } from './coloured-rows.ts';
import { columnIn, drawRow, type Window } from './draw-rows.ts';
import { findPlace, rowsFrom, type ViewRow } from './view-rows.ts';

/** The first visible line and column. */
export interface Scroll {
  readonly top: number;
  readonly left: number;
}

export interface Scene {
  readonly text: Text;
  readonly cursor: TextPosition;
  readonly shown: ShownSuggestion | undefined;
  readonly scroll: Scroll;
  /** The size of the whole screen. */
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  /** The language of the text, as a file extension; empty without colours for it. */
  readonly language: string;
  /** The status rows, already drawn. */
  readonly status: readonly string[];
}

interface ComposedFrame {
  readonly rows: readonly string[];
  readonly cursor: CursorPlace;
  readonly scroll: Scroll;
}

/** Narrower screens have no line numbers. */
const leastForNumbers = 40;
/** Columns that stay visible beside the cursor. */
const margin = 4;

/** The rows for the text above the status. */
export const textRows = (rows: number, status: number): number => Math.max(1, rows - status);

export function composeFrame(scene: Scene): ComposedFrame {
  const { text, cursor, columns, theme, status } = scene;
  const count = textRows(scene.rows, status.length);
  const { top, rows } = visibleRows(scene, count);
  const found = findPlace(rows, cursor);
  const pieces = rows[found?.row ?? 0]?.pieces ?? [];
  const column = found === undefined ? 0 : columnIn(pieces, found.piece, found.length, theme);
  const gutter = columns < leastForNumbers ? 0 : String(text.lineCount).length + 2;
  const width = Math.max(1, columns - gutter);
  const left = scrolledTo(column, scene.scroll.left, width);
  const window: Window = { left, width, gutter, theme };
  const coloured = theme.name === 'none' ? rows : colouredRows(rows, text, scene.language);
  const drawn = coloured.map((row) => drawRow(row, window));
  const blank = Array.from({ length: count - drawn.length }, () => '');
  return {
    rows: [...drawn, ...blank, ...status],
    cursor: { row: found?.row ?? 0, column: gutter + column - left },
    scroll: { top, left },
  };
}

/** The rows from the first line with which the cursor is visible. */
function visibleRows(scene: Scene, count: number): { readonly top: number; readonly rows: readonly ViewRow[] } {
  const { text, cursor, shown } = scene;
  // A larger screen is filled again.
  const last = Math.max(0, text.lineCount - count);
  const first = Math.min(Math.max(Math.min(scene.scroll.top, last), cursor.line - count + 1), cursor.line);
  for (let top = Math.max(0, first); ; top += 1) {
    const rows = rowsFrom(text, top, count, shown?.drawn ?? []);
    // Suggested lines take rows as well, and may push the cursor out.
    if (top >= cursor.line || findPlace(rows, cursor) !== undefined) return { top, rows: withHint(rows, scene) };
  }
}

/** Adds what Tab does to the end of the target line, unless the edit is drawn. */
function withHint(rows: readonly ViewRow[], { shown }: Scene): readonly ViewRow[] {
  const target = shown?.target;
  if (shown === undefined || target === undefined || shown.drawn.length > 0) return rows;
  return rows.map((row) =>
    row.line === target.line
      ? { ...row, pieces: [...row.pieces, { text: `  Tab ${shown.words}`, role: 'hint' }] }
      : row,
  );
}

function scrolledTo(column: number, left: number, width: number): number {
  const room = Math.min(margin, Math.floor((width - 1) / 2));
  if (column < left + room) return Math.max(0, column - room);
  return column > left + width - 1 - room ? column - width + 1 + room : left;
}
