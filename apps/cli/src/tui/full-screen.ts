/**
 * The alternate screen of a terminal; closing it restores the normal one.
 *
 * Only rows that changed are sent. One write is pending at a time, so frames are skipped on a slow line.
 */
import type { CursorPlace, ScreenOutput } from './screen.ts';
import { sizeOf } from '../terminal/terminal-size.ts';

interface Frame {
  readonly rows: readonly string[];
  /** Absent if the cursor is hidden. */
  readonly cursor?: CursorPlace | undefined;
}

interface Painted extends Frame {
  /** The size of the terminal when it was painted; after a resize the content is unknown. */
  readonly size: string;
}

/**
 * The alternate screen, which has no scrollback. Line wrapping is off there, so that a character that is wider than
 * expected does not move the others. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
const [enter, leave] = ['\u001b[?1049h\u001b[?7l\u001b[?25l\u001b[H\u001b[2J', '\u001b[?7h\u001b[?1049l'];
const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
/** Synchronized output: the terminal shows the frame when it is complete. */
const [beginFrame, endFrame] = ['\u001b[?2026h', '\u001b[?2026l'];
const [eraseLine, eraseScreen] = ['\u001b[K', '\u001b[2J'];

export class FullScreen {
  readonly #output: ScreenOutput;
  #nextFrame: Frame | undefined;
  #painted: Painted | undefined;
  #writing: Promise<void> | undefined;
  #isOpen = false;
  #hasFailed = false;

  constructor(output: ScreenOutput) {
    this.#output = output;
  }

  get columns(): number {
    return sizeOf(this.#output).columns;
  }

  get rows(): number {
    return Math.max(2, sizeOf(this.#output).rows);
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#painted = undefined;
    process.on('exit', this.#restore);
    this.#send(enter);
  }

  draw(frame: Frame): void {
    this.#nextFrame = frame;
    this.#flush();
  }

  /** Assumes that the content of the screen is unknown. */
  forget(): void {
    this.#painted = undefined;
  }

  /** Restores the normal screen; resolves when that is written. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#nextFrame = undefined;
    process.off('exit', this.#restore);
    while (this.#writing !== undefined) await this.#writing;
    await this.#output.write(leave + showCursor).catch(() => undefined);
  }

  /** A write to a terminal is synchronous, also when the process is about to exit. */
  readonly #restore = (): void => {
    this.#output.write(`${endFrame}${leave}${showCursor}`).catch(() => undefined);
  };

  #flush(): void {
    if (this.#writing !== undefined || this.#nextFrame === undefined || !this.#isOpen || this.#hasFailed) return;
    const size = `${this.columns} ${this.rows}`;
    const before = this.#painted?.size === size ? this.#painted : undefined;
    const rows = this.#nextFrame.rows.slice(0, this.rows);
    const { cursor } = this.#nextFrame;
    const body = changesBetween(before?.rows, rows);
    this.#nextFrame = undefined;
    if (before !== undefined && body === '' && isSamePlace(before.cursor, cursor)) return;
    this.#painted = { rows, cursor, size };
    const cursorCode = cursor === undefined ? '' : `${moveTo(cursor.row, cursor.column)}${showCursor}`;
    this.#send(
      body === '' && cursor !== undefined ? cursorCode : `${beginFrame}${hideCursor}${body}${cursorCode}${endFrame}`,
    );
  }

  #send(text: string): void {
    const writing = this.#write(this.#writing, text).finally(() => {
      if (this.#writing === writing) this.#writing = undefined;
      this.#flush();
    });
    this.#writing = writing;
  }

  async #write(before: Promise<void> | undefined, text: string): Promise<void> {
    await before;
    try {
      await this.#output.write(text);
    } catch {
      this.#hasFailed = true;
    }
  }
}

/** The output that changes the old rows, or an unknown screen, to the new ones. */
function changesBetween(before: readonly string[] | undefined, rows: readonly string[]): string {
  const removedRows = Math.max(0, (before?.length ?? 0) - rows.length);
  const allRows = [...rows, ...Array.from({ length: removedRows }, () => '')];
  const changed = allRows.map((row, index) => (before?.[index] === row ? '' : `${moveTo(index, 0)}${eraseLine}${row}`));
  return `${before === undefined ? eraseScreen : ''}${changed.join('')}`;
}

const isSamePlace = (one: CursorPlace | undefined, other: CursorPlace | undefined): boolean =>
  one?.row === other?.row && one?.column === other?.column;

const moveTo = (row: number, column: number): string => `\u001b[${row + 1};${column + 1}H`;
