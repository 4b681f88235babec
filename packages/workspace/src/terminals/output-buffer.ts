/**
 * The last bytes of the output of a command, up to a limit.
 *
 * Bytes are dropped at the start only. The kept output does not start in the middle of a character or, if that can be
 * detected, of an escape sequence. Positions count from the first byte ever printed.
 */
import { isUtf8 } from 'node:buffer';

/** The maximum length of a sequence that is examined, in both directions. */
const maxSequenceLength = 256;
/** Small chunks are joined, so that there are never many. */
const pieceSize = 16 * 1024;

export class OutputBuffer {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  /** The position of the first byte that is kept, and the position after the last one. */
  #start = 0;
  #end = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of bytes printed in total. */
  get end(): number {
    return this.#end;
  }

  get isTruncated(): boolean {
    return this.#end > this.#limit;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length + bytes.length <= pieceSize) {
      this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, bytes]);
    } else this.#pieces.push(Buffer.from(bytes));
    this.#end += bytes.length;
    this.#dropOldest();
  }

  /** The bytes from `position` on that are still kept, and their start position. */
  read(position: number): { readonly bytes: Buffer; readonly start: number } {
    const start = Math.max(position, this.#end - this.#limit, this.#start);
    const wanted: Buffer[] = [];
    let size = 0;
    // From the end, because a reader that keeps up needs only the last chunk.
    for (let index = this.#pieces.length - 1; index >= 0 && size < this.#end - start; index -= 1) {
      const piece = this.#pieces[index] ?? Buffer.alloc(0);
      wanted.unshift(piece);
      size += piece.length;
    }
    return { bytes: Buffer.concat(wanted).subarray(size - (this.#end - start)), start };
  }

  /**
   * The kept output as text of at most `limit` bytes; an incomplete character at the end waits for the rest unless
   * `isFinal`.
   */
  text(isFinal: boolean): string {
    const kept = Buffer.concat(this.#pieces);
    const cut = Math.max(0, this.#end - this.#limit - this.#start);
    const start = this.isTruncated ? cleanStart(kept, cut) : cut;
    const end = isFinal ? kept.length : Math.max(start, completeEnd(kept));
    const bytes = kept.subarray(start, end);
    const text = bytes.toString('utf8');
    return isUtf8(bytes) ? text : withinLimit(text, this.#limit);
  }

  /** Drops bytes beyond the limit, but keeps a few before it, to see whether the first byte continues a sequence. */
  #dropOldest(): void {
    for (;;) {
      const [first] = this.#pieces;
      if (first === undefined || this.#end - this.#start - first.length < this.#limit + maxSequenceLength) return;
      this.#pieces.shift();
      this.#start += first.length;
    }
  }
}

/** The first byte from `cut` on that starts a character and is not inside an escape sequence. */
function cleanStart(bytes: Buffer, cut: number): number {
  let start = cut;
  // A character has at most three bytes after the first.
  while (start < bytes.length && start < cut + 3 && isContinuation(bytes[start])) start += 1;
  const escape = bytes.lastIndexOf(0x1b, cut - 1);
  if (cut === 0 || escape === -1 || cut - escape > maxSequenceLength) return start;
  const end = sequenceEnd(bytes, escape);
  return end !== undefined && end > cut ? Math.max(end, start) : start;
}

/** The end of the escape sequence at `escape`; undefined if it does not end soon. */
function sequenceEnd(bytes: Buffer, escape: number): number | undefined {
  const kind = bytes[escape + 1];
  if (kind === undefined) return undefined;
  const last = Math.min(bytes.length, escape + 2 * maxSequenceLength);
  // `[` starts a control sequence; `]`, `P`, `^`, `_` and `X` start a string that a bell or `ESC \` ends.
  if (kind === 0x5b) return endAfter(bytes, [escape + 2, last], (byte) => byte >= 0x40 && byte <= 0x7e);
  if ([0x5d, 0x50, 0x5e, 0x5f, 0x58].includes(kind)) {
    return endAfter(bytes, [escape + 2, last], (byte, index) => {
      return byte === 0x07 || (byte === 0x5c && bytes[index - 1] === 0x1b);
    });
  }
  return endAfter(bytes, [escape + 1, last], (byte) => byte >= 0x30 && byte <= 0x7e);
}

function endAfter(
  bytes: Buffer,
  [from, to]: readonly [number, number],
  isLast: (byte: number, index: number) => boolean,
): number | undefined {
  for (let index = from; index < to; index += 1) if (isLast(bytes[index] ?? 0, index)) return index + 1;
  return undefined;
}

/** The end of the last complete character. */
function completeEnd(bytes: Buffer): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return back < sizeOf(byte) ? length - back : length;
  }
  return length;
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

function sizeOf(first: number): number {
  if (first >= 0xf0 && first < 0xf8) return 4;
  if (first >= 0xe0) return first < 0xf0 ? 3 : 1;
  return first >= 0xc2 ? 2 : 1;
}

/** The end of the text within the limit: invalid bytes became replacement characters, which take more bytes. */
function withinLimit(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let start = bytes.length - limit;
  while (start < bytes.length && isContinuation(bytes[start])) start += 1;
  return bytes.toString('utf8', start);
}
