/** Something that takes the place of the input until it is answered. */
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
  /** Whether it comes when the agent wants, and not when the user does. */
  readonly isUnexpected: boolean;
  /** What it looks like, in at most `rows` lines. */
  draw(space: PanelSpace): PanelDrawing;
  press(key: Key): void;
  /** Takes it away without an answer. */
  dismiss(): void;
}

/** The lines that fit, with as much from the end as `kept` says. */
export function fitted(lines: readonly Line[], rows: number, kept: number): readonly Line[] {
  if (lines.length <= rows) return lines;
  const tail = lines.slice(lines.length - Math.min(kept, rows));
  const head = Math.max(0, rows - tail.length - 1);
  return [...lines.slice(0, head), ...(rows > tail.length ? [[{ text: '…' }]] : []), ...tail];
}
