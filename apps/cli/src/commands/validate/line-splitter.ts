/**
 * Splits a stream of bytes into lines.
 *
 * At most one line is kept in memory. A line longer than the limit is reported but not kept, and the next line is read
 * normally.
 */

export interface Line {
  /** Counted from 1, empty lines included. */
  readonly number: number;
  /** The bytes without the line end; undefined if there were too many. */
  readonly bytes: Uint8Array | undefined;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export class LineSplitter {
  readonly #longest: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  #number = 0;

  /** Lines of more than `longest` bytes are not kept. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Yields the lines that end in `chunk`. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  /** Yields the last line if it has no line end. */
  *end(): Generator<Line> {
    if (this.#length > 0) yield this.#take();
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#longest) this.#parts = [];
    else this.#parts.push(part);
  }

  #take(): Line {
    const isTooLong = this.#length > this.#longest;
    const [first] = this.#parts;
    const whole = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#number += 1;
    const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
    return { number: this.#number, bytes: isTooLong ? undefined : bytes };
  }
}
