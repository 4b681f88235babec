/**
 * Cuts a stream of bytes into lines; bytes that are not UTF-8 become U+FFFD.
 *
 * Of a line that is too long only the beginning is given out, so that a line without end takes no memory.
 */
export class LineSplitter {
  readonly #onLine: (line: string, isUtf8: boolean) => void;
  readonly #mostBytes: number;
  #rest: Uint8Array[] = [];
  #size = 0;
  /** Whether the rest of the line is dropped. */
  #isCut = false;

  /** `isUtf8` is false for a line with bytes that are not UTF-8. */
  constructor(onLine: (line: string, isUtf8: boolean) => void, mostBytes = 64_000_000) {
    this.#onLine = onLine;
    this.#mostBytes = mostBytes;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      if (!this.#isCut) this.#emit([...this.#rest, bytes.subarray(start, end)]);
      this.#forget();
      start = end + 1;
    }
    if (start < bytes.length && !this.#isCut) this.#keep(bytes.subarray(start));
  }

  /** Gives out a last line without a line break. */
  end(): void {
    const rest = this.#rest;
    this.#forget();
    if (rest.length > 0) this.#emit(rest);
  }

  #keep(bytes: Uint8Array): void {
    this.#rest.push(bytes);
    this.#size += bytes.length;
    if (this.#size <= this.#mostBytes) return;
    const [first = bytes] = this.#rest;
    this.#rest = [];
    this.#isCut = true;
    this.#emit([first.subarray(0, shownOfCut)]);
  }

  #forget(): void {
    this.#rest = [];
    this.#size = 0;
    this.#isCut = false;
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
/** The bytes that are given out of a line that is too long. */
const shownOfCut = 1000;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
