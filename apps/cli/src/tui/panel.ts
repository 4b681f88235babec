/** A panel: shown in place of the input until it is answered. */
import type { Key } from './key.ts';
import type { CursorPlace } from './screen.ts';
import type { Line } from './styled-line.ts';

export interface PanelSpace {
  readonly width: number;
  readonly rows: number;
}

export interface PanelDrawing {
  readonly lines: readonly Line[];
  readonly cursor?: CursorPlace;
}

export interface Panel {
  /** Whether the agent opens it, and not the user. */
  readonly isUnexpected: boolean;
  /** Whether it has more lines than are visible, so that it takes the keys that scroll. */
  readonly canScroll?: boolean;
  /** Draws the panel in at most `rows` lines. */
  draw(space: PanelSpace): PanelDrawing;
  press(key: Key): void;
  /** Closes the panel without an answer. */
  dismiss(): void;
}

/** Shortens `lines` to `rows`, keeping the last `kept` lines. */
export function fitted(lines: readonly Line[], rows: number, kept: number): readonly Line[] {
  if (lines.length <= rows) return lines;
  const tail = lines.slice(lines.length - Math.min(kept, rows));
  const head = Math.max(0, rows - tail.length - 1);
  return [...lines.slice(0, head), ...(rows > tail.length ? [[{ text: '…' }]] : []), ...tail];
}
