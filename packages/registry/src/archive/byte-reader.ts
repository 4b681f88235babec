/** Reads a stream of chunks by exact lengths. */

import { refusal } from './refusal.ts';

export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next bytes, at most `most` of them; undefined at the end. */
  async next(most: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) return undefined;
      this.#rest = chunk.value;
    }
    const bytes = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** Returns exactly `length` bytes; undefined if the stream has ended before the first of them. */
  async exactly(length: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      const part = await this.next(missing);
      if (part === undefined && missing === length) return undefined;
      if (part === undefined) throw truncated();
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }

  /** Passes exactly `length` bytes on, in chunks. */
  async pass(length: number, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
    let missing = length;
    while (missing > 0) {
      const part = await this.next(missing);
      if (part === undefined) throw truncated();
      missing -= part.length;
      await write(part);
    }
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

/** The error of an archive that ends too early. */
export function truncated(cause?: unknown): Error {
  return refusal('it ends too early', cause);
}
