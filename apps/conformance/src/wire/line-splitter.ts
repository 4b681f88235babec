/** Cuts a stream of bytes into lines; bytes that are not UTF-8 become U+FFFD. */
export class LineSplitter {
  readonly #onLine: (line: string, isUtf8: boolean) => void;
  #rest: Uint8Array[] = [];

  /** `isUtf8` is false for a line with bytes that are not UTF-8. */
  constructor(onLine: (line: string, isUtf8: boolean) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      this.#emit([...this.#rest, bytes.subarray(start, end)]);
      this.#rest = [];
      start = end + 1;
    }
    if (start < bytes.length) this.#rest.push(bytes.subarray(start));
  }

  /** Gives out a last line without a line break. */
  end(): void {
    const rest = this.#rest;
    this.#rest = [];
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
