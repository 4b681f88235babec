/**
 * The bits of a bzip2 stream, the highest of each byte first.
 *
 * Blocks are decoded without waiting, so a whole compressed block has to be in memory first: `fill` reads that much.
 */

import { truncated } from './byte-reader.ts';

/** More than the longest compressed block: 900,000 symbols of at most 20 bits, and their tables. */
const longestBlock = 3 * 1024 * 1024;

export class Bzip2Bits {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Buffer = Buffer.alloc(0);
  #position = 0;
  /** The bits that were taken from the bytes and not read yet, at most 32. */
  #bits = 0;
  #count = 0;
  #hasEnded = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Reads ahead, until a whole block is in memory or the input has ended. */
  async fill(): Promise<void> {
    const rest = this.#bytes.subarray(this.#position);
    if (this.#hasEnded || rest.length >= longestBlock) return;
    const parts: Uint8Array[] = [rest];
    let { length } = rest;
    while (length < longestBlock) {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) {
        this.#hasEnded = true;
        break;
      }
      parts.push(chunk.value);
      length += chunk.value.length;
    }
    this.#bytes = Buffer.concat(parts);
    this.#position = 0;
  }

  /** Returns the next `count` bits, at most 24, as a number. */
  read(count: number): number {
    this.#take(count);
    this.#count -= count;
    return (this.#bits >>> this.#count) & ((1 << count) - 1);
  }

  /** Returns the next bit. */
  bit(): number {
    if (this.#count === 0) this.#take(1);
    this.#count -= 1;
    return (this.#bits >>> this.#count) & 1;
  }

  /** Returns the next `count` bits, at most 24, without reading them. */
  peek(count: number): number {
    if (this.#count < count) this.#take(count);
    return (this.#bits >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** Reads `count` bits that `peek` has returned. */
  skip(count: number): void {
    this.#count -= count;
  }

  /** Returns 32 bits as an unsigned number. */
  word(): number {
    return ((this.read(16) << 16) | this.read(16)) >>> 0;
  }

  /** Skips to the next whole byte, and returns whether there is one. */
  alignToByte(): boolean {
    this.#count -= this.#count % 8;
    return this.#count > 0 || this.#position < this.#bytes.length;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(count: number): void {
    while (this.#count < count) {
      const byte = this.#bytes[this.#position];
      if (byte === undefined) throw truncated();
      this.#position += 1;
      this.#bits = (this.#bits << 8) | byte;
      this.#count += 8;
    }
  }
}
