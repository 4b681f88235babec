/** Cuts a stream of bytes into lines, also one that is too long; bytes that are not UTF-8 become U+FFFD. */

/** The length of a line in bytes that is waited for. */
const longest = 64 * 1024 * 1024;

export class LineSplitter {
  readonly #onLine: (line: string, isUtf8: boolean) => void;
  #rest: Uint8Array[] = [];
  #length = 0;

  /** `isUtf8` is false for a line with bytes that are not UTF-8. */
  constructor(onLine: (line: string, isUtf8: boolean) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      this.#emit([...this.#rest, bytes.subarray(start, end)]);
      this.#rest = [];
      this.#length = 0;
      start = end + 1;
    }
    if (start === bytes.length) return;
    this.#rest.push(bytes.subarray(start));
    this.#length += bytes.length - start;
    if (this.#length > longest) this.end();
  }

  /** Gives out a last line without a line break. */
  end(): void {
    const rest = this.#rest;
    this.#rest = [];
    this.#length = 0;
    if (rest.length > 0) this.#emit(rest);
  }

  #emit(parts: readonly Uint8Array[]): void {
    const [only] = parts;
    const line = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    try {
      this.#onLine(strict.decode(line), true);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#onLine(lenient.decode(line), false);
    }
  }
}

const lineFeed = 10;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
