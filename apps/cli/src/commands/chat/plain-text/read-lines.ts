/** Lines that are read out in parts: the first ones, how many are left, and the last ones, which matter as much. */
import { lineCount } from '../../../text/line-count.ts';

/** The most lines that are read out at once. */
const pageLines = 60;
const lastLines = 10;

export class ReadLines {
  readonly #lines: readonly string[];
  /** The number of lines that were read out from the start. */
  #read: number;
  readonly #last: number;

  constructor(lines: readonly string[], { isWhole }: { readonly isWhole: boolean }) {
    this.#lines = lines;
    const fits = isWhole || lines.length <= pageLines;
    this.#last = fits ? 0 : lastLines;
    this.#read = fits ? lines.length : pageLines - lastLines;
  }

  /** What is read out at first. */
  get first(): readonly string[] {
    const end = this.#lines.length - this.#last;
    return this.rest === 0
      ? this.#lines
      : [
          ...this.#lines.slice(0, this.#read),
          `${lineCount(this.rest)} ${this.rest === 1 ? 'is' : 'are'} not read out yet. The last lines:`,
          ...this.#lines.slice(end),
        ];
  }

  /** The number of lines that were not read out yet. */
  get rest(): number {
    return this.#lines.length - this.#last - this.#read;
  }

  /** Reads on. */
  more(): readonly string[] {
    const from = this.#read;
    this.#read = Math.min(from + pageLines, this.#lines.length - this.#last);
    const words = this.rest === 0 ? 'Everything was read out.' : `${lineCount(this.rest, 'more')}.`;
    return [...this.#lines.slice(from, this.#read), words];
  }
}
