/**
 * The end of a terminal as a region that is redrawn, below lines that are printed once.
 *
 * Printed lines go into the scrollback of the terminal and are not kept here, so a long conversation uses no memory.
 * One write is pending at a time: on a slow line frames are skipped, and only printed lines are queued.
 */
import { paint } from './paint.ts';
import { truncate, widthOfLine, type Line } from './styled-line.ts';
import type { Theme } from './theme.ts';
import { sizeOf } from '../terminal/terminal-size.ts';

export interface ScreenOutput {
  write(text: string): Promise<void>;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
}

/** The position of the cursor in the region. */
export interface CursorPlace {
  readonly row: number;
  readonly column: number;
}

interface FrameOptions {
  readonly cursor?: CursorPlace | undefined;
  /** Called when the frame has been written; not if another one replaces it before. */
  readonly shown?: () => void;
}

interface Frame extends FrameOptions {
  readonly lines: readonly Line[];
}

/** What the terminal shows. */
interface Painted {
  readonly texts: readonly string[];
  readonly widths: readonly number[];
  readonly cursor: CursorPlace;
}

const nothing: Painted = { texts: [], widths: [], cursor: { row: 0, column: 0 } };
const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
/** Synchronized output: the terminal shows the frame when it is complete. Other terminals ignore it. */
const [beginFrame, endFrame] = ['\u001b[?2026h', '\u001b[?2026l'];
const [eraseLine, eraseBelow] = ['\u001b[K', '\u001b[J'];

export class Screen {
  readonly #output: ScreenOutput;
  readonly #theme: () => Theme;
  readonly #printed: Line[] = [];
  #frame: Frame = { lines: [] };
  #painted: Painted = nothing;
  #columns: number;
  #isStale = false;
  /** Whether another screen is shown. */
  #isHeld = false;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(output: ScreenOutput, { theme, drawn = 0 }: { readonly theme: () => Theme; readonly drawn?: number }) {
    this.#output = output;
    this.#theme = theme;
    this.#columns = this.columns;
    // The first frame was drawn without this class.
    if (drawn > 0) {
      const blank = Array.from({ length: drawn }, () => '');
      this.#painted = { texts: blank, widths: blank.map(() => 0), cursor: { row: drawn - 1, column: 0 } };
      this.#isStale = true;
    }
  }

  /** One column less than there are, because some terminals wrap after a full line. */
  get width(): number {
    return Math.max(1, this.columns - 1);
  }

  get columns(): number {
    return sizeOf(this.#output).columns;
  }

  get rows(): number {
    return sizeOf(this.#output).rows;
  }

  /** Prints lines above the region, together with the next frame. */
  print(lines: readonly Line[]): void {
    for (const each of lines) this.#printed.push(each);
  }

  /** Redraws the region. */
  draw(lines: readonly Line[], options: FrameOptions = {}): void {
    this.#frame = { ...options, lines };
    this.#flush();
  }

  /** Removes the region and leaves the cursor at the start of a line; resolves when that is written. */
  async close(): Promise<void> {
    this.draw([]);
    while (this.#writing !== undefined) await this.#writing;
    if (this.#failure === undefined) await this.#output.write(showCursor).catch(() => undefined);
  }

  /** Assumes that the content of the screen is unknown, because another program has written there. */
  forget(): void {
    this.#painted = nothing;
    this.#isStale = true;
  }

  /** Stops writing while another screen is shown. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Continues, and prints what was queued. */
  release(): void {
    this.#isHeld = false;
    this.#flush();
  }

  /** The error of the last write; undefined if all succeeded. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  #flush(): void {
    if (this.#writing !== undefined || this.#failure !== undefined || this.#isHeld) return;
    const { shown } = this.#frame;
    const text = this.#compose();
    if (text === '') return shown?.();
    this.#writing = this.#output.write(text).then(
      () => {
        shown?.();
        this.#written();
      },
      (error: Error) => {
        this.#failure = error;
        this.#writing = undefined;
      },
    );
  }

  #written(): void {
    this.#writing = undefined;
    this.#flush();
  }

  #compose(): string {
    const next = this.#paint(this.#frame);
    const printed = this.#printed.splice(0);
    const isResized = this.columns !== this.#columns;
    if (printed.length === 0 && !isResized && !this.#isStale && isSame(next, this.#painted)) return '';
    const redrawsAll =
      printed.length > 0 || isResized || this.#isStale || next.texts.length !== this.#painted.texts.length;
    const body = redrawsAll ? this.#composeWhole(printed, next) : this.#composeChanges(next);
    this.#columns = this.columns;
    this.#painted = next;
    this.#isStale = false;
    const cursor = this.#frame.cursor === undefined ? '' : showCursor;
    return `${beginFrame}${hideCursor}${body}${cursor}${endFrame}`;
  }

  #composeWhole(printed: readonly Line[], next: Painted): string {
    const theme = this.#theme();
    const above = printed.map((each) => `${paint(each, theme)}${eraseLine}\r\n`).join('');
    const region = next.texts.map((text) => `${text}${eraseLine}`).join('\r\n');
    const up = next.texts.length - 1 - next.cursor.row;
    return `${this.#toTop()}${above}${region}${eraseBelow}${moveUp(up)}${toColumn(next.cursor.column)}`;
  }

  #composeChanges(next: Painted): string {
    let body = '';
    let { row } = this.#painted.cursor;
    for (const [index, text] of next.texts.entries()) {
      if (text === this.#painted.texts[index]) continue;
      body += `${moveDown(index - row)}\r${text}${eraseLine}`;
      row = index;
    }
    return `${body}${moveDown(next.cursor.row - row)}${toColumn(next.cursor.column)}`;
  }

  /** Moves to the first line of the region, also if a narrower terminal has wrapped its lines. */
  #toTop(): string {
    const { widths, cursor } = this.#painted;
    const rowsOf = (width: number): number => Math.max(1, Math.ceil(width / this.columns));
    const hasNarrowed = this.columns < this.#columns;
    const above = widths.slice(0, cursor.row);
    const rows = hasNarrowed
      ? above.reduce((sum, width) => sum + rowsOf(width), 0) + Math.floor(cursor.column / this.columns)
      : cursor.row;
    return `${moveUp(Math.min(rows, this.rows - 1))}\r`;
  }

  #paint({ lines, cursor }: Frame): Painted {
    const theme = this.#theme();
    const fitting = lines.slice(-this.rows).map((each) => truncate(each, this.width));
    const cut = lines.length - fitting.length;
    return {
      texts: fitting.map((each) => paint(each, theme)),
      widths: fitting.map(widthOfLine),
      cursor:
        cursor === undefined
          ? { row: Math.max(0, fitting.length - 1), column: 0 }
          : { row: Math.max(0, cursor.row - cut), column: Math.min(cursor.column, this.width) },
    };
  }
}

function isSame(left: Painted, right: Painted): boolean {
  return (
    left.texts.length === right.texts.length &&
    left.cursor.row === right.cursor.row &&
    left.cursor.column === right.cursor.column &&
    left.texts.every((text, index) => text === right.texts[index])
  );
}

const moveUp = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '');
const moveDown = (rows: number): string => (rows < 0 ? moveUp(-rows) : rows > 0 ? `\u001b[${rows}B` : '');
const toColumn = (column: number): string => `\r${column > 0 ? `\u001b[${column}C` : ''}`;
