/**
 * What happens to bytes on their way: chunks that end anywhere, lines nobody sent, a stream cut in the middle of a line.
 *
 * Pure: bytes in, chunks out. Nothing is lost that no fault takes away.
 */

/** What goes wrong in one direction. */
export interface ByteFaults {
  /** Sizes of the chunks that are delivered, used in turn; whole writes when absent. */
  readonly chunkSizes?: readonly number[];
  /** Joins everything that waits into one chunk, before it is cut. */
  readonly coalesce?: boolean;
  /** Lines that appear although nobody wrote them, for instance what a program printed by accident. */
  readonly garbage?: readonly GarbageLine[];
  /** Ends the stream after this many bytes, whatever was in the middle of being written. */
  readonly cutAfterBytes?: number;
  /** Delivers nothing after this many bytes, until the pipe is released. */
  readonly stallAfterBytes?: number;
}

/** One line that nobody wrote. */
export interface GarbageLine {
  /** The number of the written line that it comes before; the first is 1. */
  readonly beforeLine: number;
  /** Without its newline; bytes for what is no text. */
  readonly content: string | Uint8Array;
}

const newline = 10;
const encoder = new TextEncoder();

/** Puts chunks together. */
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

/** The faults of one direction, with what they have seen. */
export class ByteMangler {
  readonly #faults: ByteFaults;
  #chunks = 0;
  #line = 1;
  #isLineStart = true;

  constructor(faults: ByteFaults) {
    this.#faults = faults;
  }

  /** `bytes` with the lines that nobody wrote. */
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

  /** `bytes` in the pieces that are delivered. */
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
