/**
 * The whole screen of a terminal, given back as it was found.
 *
 * Only rows that differ from what stands there are sent. One piece of output is on its way at a time: on a slow line frames are left out.
 */
import type { CursorPlace, ScreenOutput } from '../chat/screen/screen.ts';

interface Frame {
  readonly rows: readonly string[];
  readonly cursor: CursorPlace;
}

/** Lines are not broken: a character that is wider than it should be must not push the others to the next row. */
const [enter, leave] = ['\u001b[?1049h\u001b[?7l\u001b[H\u001b[2J', '\u001b[?7h\u001b[?1049l'];
const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
/** The terminal shows nothing of what is in between before it is complete. */
const [beginFrame, endFrame] = ['\u001b[?2026h', '\u001b[?2026l'];
const eraseLine = '\u001b[K';

export class FullScreen {
  readonly #output: ScreenOutput;
  #wanted: Frame | undefined;
  #painted: Frame | undefined;
  #writing: Promise<void> | undefined;
  #isOpen = false;
  #hasFailed = false;

  constructor(output: ScreenOutput) {
    this.#output = output;
  }

  get columns(): number {
    return Math.max(1, this.#output.columns ?? 80);
  }

  get rows(): number {
    return Math.max(2, this.#output.rows ?? 24);
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#painted = undefined;
    process.on('exit', this.#restore);
    this.#send(enter);
  }

  draw(frame: Frame): void {
    this.#wanted = frame;
    this.#flush();
  }

  /** Forgets what stands on the screen: its size is another one now. */
  forget(): void {
    this.#painted = undefined;
  }

  /** Gives the screen back; resolves when that is written. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#wanted = undefined;
    process.off('exit', this.#restore);
    while (this.#writing !== undefined) await this.#writing;
    await this.#output.write(leave + showCursor).catch(() => undefined);
  }

  /** A terminal takes what is written at once, also when the process is about to end. */
  readonly #restore = (): void => {
    this.#output.write(`${endFrame}${leave}${showCursor}`).catch(() => undefined);
  };

  #flush(): void {
    if (this.#writing !== undefined || this.#wanted === undefined || !this.#isOpen || this.#hasFailed) return;
    const { rows, cursor } = this.#wanted;
    const body = this.#changes(rows);
    const before = this.#painted?.cursor;
    if (body === '' && before?.row === cursor.row && before.column === cursor.column) return;
    this.#painted = this.#wanted;
    const place = to(cursor.row, cursor.column);
    this.#send(body === '' ? place : `${beginFrame}${hideCursor}${body}${place}${showCursor}${endFrame}`);
  }

  #changes(rows: readonly string[]): string {
    const painted = this.#painted?.rows;
    return rows.map((row, index) => (painted?.[index] === row ? '' : `${to(index, 0)}${eraseLine}${row}`)).join('');
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

const to = (row: number, column: number): string => `\u001b[${row + 1};${column + 1}H`;
