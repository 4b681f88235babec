/**
 * The end of a terminal as a region that is redrawn, below lines that are printed once.
 *
 * Printed lines go into the scrollback of the terminal, and only the last of them are kept here, so a long conversation
 * uses no memory. If a resize pushes the region into the scrollback, where it cannot be erased, or if it is not known
 * where the region begins, the terminal is cleared and the kept lines are printed again: otherwise the rest of the
 * region would stand between them. One write is pending at a time: on a slow line frames are skipped, and only printed
 * lines are queued.
 */
import { paint } from './paint.ts';
import { truncate, widthOfLine, wrap, type Line } from './styled-line.ts';
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

/** The number of printed lines that are kept. */
const keptLines = 1000;
const nothing: Painted = { texts: [], widths: [], cursor: { row: 0, column: 0 } };
const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
/** Synchronized output: the terminal shows the frame when it is complete. Other terminals ignore it. */
const [beginFrame, endFrame] = ['\u001b[?2026h', '\u001b[?2026l'];
/**
 * From the first column, before a line is written: tmux counts what is erased behind a text as part of the line, and
 * wraps it in a narrower window.
 */
const eraseLine = '\u001b[K';
const eraseBelow = '\u001b[J';
/** Joined emoji, flags and the like: some terminals give them more columns than others. */
const unsureWidth = /\u200D|\uFE0F|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;
const [withoutWrap, withWrap] = ['\u001b[?7l', '\u001b[?7h'];
/**
 * A line of the region that the terminal must not wrap, because the region would then have more rows than are counted.
 * Any other line may be wrapped: in a terminal that has just become narrower, wrapped lines are what is counted.
 */
const unwrapped = (text: string): string => (unsureWidth.test(text) ? `${withoutWrap}${text}${withWrap}` : text);
/** Erases the screen and the scrollback, and moves to the first row. */
const eraseAll = '\u001b[H\u001b[2J\u001b[3J';

/**
 * Milliseconds in which a terminal may be resized before it says so; tmux waits for the end of a series. A frame that
 * was written meanwhile was for the old width: where lines of the region are wrapped in the new one, it began too low.
 */
const resizeDelay = 300;

interface ScreenOptions {
  readonly theme: () => Theme;
  /** Milliseconds. */
  readonly now: () => number;
  /** The number of lines that are on the screen already. */
  readonly drawn?: number;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

export class Screen {
  readonly #output: ScreenOutput;
  readonly #theme: () => Theme;
  readonly #now: () => number;
  readonly #printed: Line[] = [];
  #frame: Frame = { lines: [] };
  #painted: Painted = nothing;
  /** The size for which the region was painted, and the last one that the terminal had. */
  #size: Size;
  #lastSize: Size;
  /** The least number of rows of the screen that are above the region. */
  #above = 0;
  /** The last lines that were printed. */
  #kept: Line[] = [];
  #isStale = false;
  /** When the last frame was written. */
  #writtenAt = -Infinity;
  /** Whether a part of the region may be in the scrollback. */
  #isMisplaced = false;
  /** Whether another screen is shown. */
  #isHeld = false;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(output: ScreenOutput, { theme, now, drawn = 0 }: ScreenOptions) {
    this.#output = output;
    this.#now = now;
    this.#theme = theme;
    this.#size = sizeOf(output);
    this.#lastSize = this.#size;
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

  /** The terminal has another size now. */
  resized(): void {
    const size = sizeOf(this.#output);
    if (isSameSize(size, this.#lastSize)) return;
    const height = heightOf(this.#painted, size.columns);
    // A terminal that wraps lines of the region pushes what is above them up.
    const growth = Math.max(0, height - heightOf(this.#painted, this.#lastSize.columns));
    if (growth > 0 && this.#now() - this.#writtenAt < resizeDelay) this.#isMisplaced = true;
    this.#above -= growth;
    if (this.#above < 0 || height > size.rows) this.#isMisplaced = true;
    this.#above = Math.max(0, Math.min(this.#above, size.rows - height));
    this.#lastSize = size;
    // Where a frame for the old size ends on a screen of the new size is not known.
    if (this.#writing !== undefined) this.#isMisplaced = true;
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
    this.#above = 0;
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
    this.resized();
    const size = this.#lastSize;
    const isResized = !isSameSize(size, this.#size);
    const isLost = this.#isMisplaced;
    if (printed.length === 0 && !isResized && !isLost && !this.#isStale && isSame(next, this.#painted)) return '';
    this.#keep(printed);
    const redrawsAll =
      printed.length > 0 || isResized || this.#isStale || next.texts.length !== this.#painted.texts.length;
    const above = isLost ? this.#rewrapped() : printed;
    const body =
      isLost || redrawsAll
        ? (isLost ? eraseAll : this.#toTop()) + this.#composeWhole(above, next)
        : this.#composeChanges(next);
    this.#above = Math.min((isLost ? 0 : this.#above) + above.length, size.rows - next.texts.length);
    this.#size = size;
    this.#painted = next;
    this.#isStale = false;
    this.#isMisplaced = false;
    const cursor = this.#frame.cursor === undefined ? '' : showCursor;
    this.#writtenAt = this.#now();
    return `${beginFrame}${hideCursor}${body}${cursor}${endFrame}`;
  }

  #keep(printed: readonly Line[]): void {
    for (const each of printed) this.#kept.push(each);
    // Not after each line, because that would copy all of them.
    if (this.#kept.length > 2 * keptLines) this.#kept = this.#kept.slice(-keptLines);
  }

  /** The kept lines, for the width that the terminal has now. */
  #rewrapped(): readonly Line[] {
    return this.#kept.slice(-keptLines).flatMap((each) => wrap(each, this.width));
  }

  #composeWhole(printed: readonly Line[], next: Painted): string {
    const theme = this.#theme();
    const above = printed.map((each) => `${eraseLine}${paint(each, theme)}${drawingOf(each)}\r\n`).join('');
    const region = next.texts.map((text) => `${eraseLine}${unwrapped(text)}`).join('\r\n');
    const up = next.texts.length - 1 - next.cursor.row;
    return `${above}${region}${eraseBelow}${moveUp(up)}${toColumn(next.cursor.column)}`;
  }

  #composeChanges(next: Painted): string {
    let body = '';
    let { row } = this.#painted.cursor;
    for (const [index, text] of next.texts.entries()) {
      if (text === this.#painted.texts[index]) continue;
      body += `${moveDown(index - row)}\r${eraseLine}${unwrapped(text)}`;
      row = index;
    }
    return `${body}${moveDown(next.cursor.row - row)}${toColumn(next.cursor.column)}`;
  }

  /** Moves to the first line of the region, also if a narrower terminal has wrapped its lines. */
  #toTop(): string {
    const { widths, cursor } = this.#painted;
    const columns = this.columns;
    const above = widths.slice(0, cursor.row).reduce((sum, width) => sum + rowsOf(width, columns), 0);
    const rows = columns < this.#size.columns ? above + Math.floor(cursor.column / columns) : cursor.row;
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

const drawingOf = (line: Line): string => line.map(({ drawing = '' }) => drawing).join('');

/** The number of rows of a line in a terminal that wraps it. */
const rowsOf = (width: number, columns: number): number => Math.max(1, Math.ceil(width / columns));

/** The number of rows of the region. */
const heightOf = ({ widths }: Painted, columns: number): number =>
  widths.reduce((sum, width) => sum + rowsOf(width, columns), 0);

const isSameSize = (one: Size, other: Size): boolean => one.columns === other.columns && one.rows === other.rows;

function isSame(left: Painted, right: Painted): boolean {
  return (
    left.texts.length === right.texts.length &&
    left.cursor.row === right.cursor.row &&
    left.cursor.column === right.cursor.column &&
    left.texts.every((text, index) => text === right.texts[index])
  );
}

const moveUp = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '');
/** By line feeds: a terminal that has become lower may have dropped rows below the cursor, and has to add them. */
const moveDown = (rows: number): string => (rows < 0 ? moveUp(-rows) : '\n'.repeat(rows));
const toColumn = (column: number): string => `\r${column > 0 ? `\u001b[${column}C` : ''}`;
