/** The last bytes of an output, up to a limit. */

/** Beyond this many, pieces are joined, so that many small ones need no more memory than their bytes. */
const maxPieces = 1024;

/** Bytes that continue a character in UTF-8. */
const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;

export class ByteTail {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #isTruncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the beginning is missing. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // A copy, because the caller may reuse its buffer; `slice` does not copy everywhere.
    const piece = new Uint8Array(bytes.subarray(Math.max(0, bytes.length - this.#limit)));
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > this.#limit || piece.length < bytes.length) this.#isTruncated = true;
    if (this.#length > 2 * this.#limit || this.#pieces.length > maxPieces) this.#join();
  }

  /** The bytes that are kept. */
  bytes(): Uint8Array {
    this.#join();
    return this.#pieces[0] ?? new Uint8Array();
  }

  /**
   * The kept bytes as text, without a character that is cut off at the beginning (TERM-03) or incomplete at the end.
   */
  text(): string {
    const bytes = this.bytes();
    let start = 0;
    if (this.#isTruncated) while (start < 3 && isContinuation(bytes[start])) start += 1;
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start), { stream: true });
  }

  #join(): void {
    if (this.#pieces.length < 2 && this.#length <= this.#limit) return;
    const all = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      all.set(piece, offset);
      offset += piece.length;
    }
    const kept = all.slice(Math.max(0, all.length - this.#limit));
    this.#pieces = [kept];
    this.#length = kept.length;
  }
}
