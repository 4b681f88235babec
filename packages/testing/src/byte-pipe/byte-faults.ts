/**
 * Faults of a byte stream: chunks that end anywhere, extra lines, a stream that is cut in the middle of a line.
 *
 * Pure: bytes in, chunks out. Only a fault drops bytes.
 */

/** The faults of one direction. */
export interface ByteFaults {
  /** Sizes of the delivered chunks, used in rotation; each write is one chunk when absent. */
  readonly chunkSizes?: readonly number[];
  /** Joins all waiting writes into one chunk before it is split. */
  readonly coalesce?: boolean;
  /** Extra lines that appear in the stream, such as output that a program printed by accident. */
  readonly garbage?: readonly GarbageLine[];
  /** Ends the stream after this many bytes, even in the middle of a line. */
  readonly cutAfterBytes?: number;
  /** Delivers nothing after this many bytes until the pipe is released. */
  readonly stallAfterBytes?: number;
}

/** A line that neither side wrote. */
export interface GarbageLine {
  /** The number of the written line that it precedes, from 1. */
  readonly beforeLine: number;
  /** Without the newline; a byte array for invalid UTF-8. */
  readonly content: string | Uint8Array;
}

const newline = 10;
const encoder = new TextEncoder();

/** Joins chunks. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Applies the faults of one direction and counts lines and chunks. */
export class ByteMangler {
  readonly #faults: ByteFaults;
  #chunks = 0;
  #line = 1;
  #isLineStart = true;

  constructor(faults: ByteFaults) {
    this.#faults = faults;
  }

  /** `bytes` with the extra lines inserted. */
  withGarbage(bytes: Uint8Array): Uint8Array {
    const { garbage = [] } = this.#faults;
    if (garbage.length === 0) return bytes;
    const parts: Uint8Array[] = [];
    for (let start = 0; start < bytes.length;) {
      if (this.#isLineStart) parts.push(...this.#garbageHere());
      const found = bytes.indexOf(newline, start);
      const end = found === -1 ? bytes.length : found + 1;
      parts.push(bytes.slice(start, end));
      this.#isLineStart = found !== -1;
      if (this.#isLineStart) this.#line += 1;
      start = end;
    }
    return joined(parts);
  }

  /** `bytes` split into the delivered chunks. */
  cut(bytes: Uint8Array): Uint8Array[] {
    const { chunkSizes = [] } = this.#faults;
    if (chunkSizes.length === 0) return [bytes];
    const pieces: Uint8Array[] = [];
    for (let offset = 0; offset < bytes.length;) {
      const size = Math.max(1, chunkSizes[this.#chunks % chunkSizes.length] ?? bytes.length);
      this.#chunks += 1;
      pieces.push(bytes.slice(offset, offset + size));
      offset += size;
    }
    return pieces;
  }

  #garbageHere(): Uint8Array[] {
    return (this.#faults.garbage ?? [])
      .filter(({ beforeLine }) => beforeLine === this.#line)
      .map(({ content }) =>
        joined([typeof content === 'string' ? encoder.encode(content) : content, Uint8Array.of(newline)]),
      );
  }
}
