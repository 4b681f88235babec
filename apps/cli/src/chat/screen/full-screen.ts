/**
 * A picture that fills the terminal and leaves nothing behind: what stood there before comes back when it is closed.
 *
 * Only the rows that have changed are written, and one frame at a time is on its way.
 */
import { paint, truncate, type Line } from '../text/line.ts';
import type { CursorPlace, ScreenOutput } from './screen.ts';
import { sizeOf } from './terminal-size.ts';

/** The other screen of a terminal, which has no scrollback. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const [enter, leave] = ['\u001b[?1049h\u001b[?25l\u001b[H\u001b[2J', '\u001b[?1049l\u001b[?25h'];
const [beginFrame, endFrame] = ['\u001b[?2026h', '\u001b[?2026l'];

interface Frame {
  readonly lines: readonly Line[];
  readonly cursor: CursorPlace | undefined;
}

export class FullScreen {
  readonly #output: ScreenOutput;
  readonly #hasColours: boolean;
  #frame: Frame | undefined;
  #painted: readonly string[] = [];
  #size = '';
  #writing: Promise<void> | undefined;
  #isOpen = false;

  constructor(output: ScreenOutput, { hasColours }: { readonly hasColours: boolean }) {
    this.#output = output;
    this.#hasColours = hasColours;
  }

  get width(): number {
    return Math.max(1, sizeOf(this.#output).columns - 1);
  }

  get rows(): number {
    return sizeOf(this.#output).rows;
  }

  open(): void {
    this.#isOpen = true;
    this.#painted = [];
    this.#size = this.#sizeNow;
    process.on('exit', this.#leaveNow);
    this.#write(enter);
  }

  draw(lines: readonly Line[], cursor?: CursorPlace): void {
    this.#frame = { lines, cursor };
    this.#flush();
  }

  /** Resolves when the terminal is as it was. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#frame = undefined;
    process.off('exit', this.#leaveNow);
    await this.#writing;
    await this.#output.write(leave).catch(() => undefined);
  }

  /** A terminal takes what is written at once, also when the process is about to end. */
  readonly #leaveNow = (): void => {
    void this.#output.write(leave).catch(() => undefined);
  };

  get #sizeNow(): string {
    const { columns, rows } = sizeOf(this.#output);
    return `${columns} ${rows}`;
  }

  #flush(): void {
    if (this.#writing !== undefined || this.#frame === undefined) return;
    const text = this.#compose(this.#frame);
    this.#frame = undefined;
    this.#write(text);
  }

  #write(text: string): void {
    this.#writing = this.#output
      .write(text)
      .catch(() => undefined)
      .then(() => {
        this.#writing = undefined;
        this.#flush();
      });
  }

  #compose({ lines, cursor }: Frame): string {
    const isOther = this.#size !== this.#sizeNow;
    const texts = lines.slice(0, this.rows).map((each) => paint(truncate(each, this.width), this.#hasColours));
    const rows = texts.flatMap((text, row) =>
      !isOther && text === this.#painted[row] ? [] : [`\u001b[${row + 1};1H${text}\u001b[K`],
    );
    this.#painted = texts;
    this.#size = this.#sizeNow;
    const place = cursor === undefined ? '' : `\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h`;
    return `${beginFrame}\u001b[?25l${isOther ? '\u001b[2J' : ''}${rows.join('')}${place}${endFrame}`;
  }
}
