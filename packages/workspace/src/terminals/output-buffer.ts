/**
 * The newest bytes that a command has printed, up to a limit.
 *
 * What is left out is always at the beginning, and what is kept begins neither in the middle of a character nor, as far as that can be seen, of an escape sequence. Positions are
 * counted from the first byte that was ever printed.
 */
import { isUtf8 } from 'node:buffer';

/** How far a sequence is followed, in both directions. */
const longestSequence = 256;
/** Small pieces are put together, so that there are never many. */
const pieceSize = 16 * 1024;

export class OutputBuffer {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  /** The position of the first byte that is held, and that behind the last. */
  #start = 0;
  #end = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many bytes were printed in all. */
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
    this.#forget();
  }

  /** The bytes from `position` on that are still kept, and where they begin. */
  read(position: number): { readonly bytes: Buffer; readonly start: number } {
    const start = Math.max(position, this.#end - this.#limit, this.#start);
    const wanted: Buffer[] = [];
    let size = 0;
    // From the end, since a reader that keeps up wants only the last piece.
    for (let index = this.#pieces.length - 1; index >= 0 && size < this.#end - start; index -= 1) {
      const piece = this.#pieces[index] ?? Buffer.alloc(0);
      wanted.unshift(piece);
      size += piece.length;
    }
    return { bytes: Buffer.concat(wanted).subarray(size - (this.#end - start)), start };
  }

  /** What is kept, as text of no more bytes than the limit; an unfinished character at the end waits for the rest unless `isFinal`. */
  text(isFinal: boolean): string {
    const held = Buffer.concat(this.#pieces);
    const cut = Math.max(0, this.#end - this.#limit - this.#start);
    const start = this.isTruncated ? cleanStart(held, cut) : cut;
    const end = isFinal ? held.length : Math.max(start, completeEnd(held));
    const bytes = held.subarray(start, end);
    const text = bytes.toString('utf8');
    return isUtf8(bytes) ? text : shortened(text, this.#limit);
  }

  /** A little more than the limit is held, to see what the first byte belongs to. */
  #forget(): void {
    for (;;) {
      const [first] = this.#pieces;
      if (first === undefined || this.#end - this.#start - first.length < this.#limit + longestSequence) return;
      this.#pieces.shift();
      this.#start += first.length;
    }
  }
}

/** The first byte from `cut` on that begins a character, outside of an escape sequence that began before. */
function cleanStart(bytes: Buffer, cut: number): number {
  let start = cut;
  // A character has at most three bytes behind its first.
  while (start < bytes.length && start < cut + 3 && isContinuation(bytes[start])) start += 1;
  const escape = bytes.lastIndexOf(0x1b, cut - 1);
  if (cut === 0 || escape === -1 || cut - escape > longestSequence) return start;
  const end = sequenceEnd(bytes, escape);
  return end !== undefined && end > cut ? Math.max(end, start) : start;
}

/** Where the escape sequence ends that begins at `escape`; undefined when it does not end soon. */
function sequenceEnd(bytes: Buffer, escape: number): number | undefined {
  const kind = bytes[escape + 1];
  if (kind === undefined) return undefined;
  const last = Math.min(bytes.length, escape + 2 * longestSequence);
  // `[` begins a control sequence, `]`, `P`, `^`, `_` and `X` a string that a bell or `ESC \` ends.
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

/** The end of the last character that is complete. */
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

/** Bytes that are no text are shown by a sign that takes more of them than they did. */
function shortened(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let start = bytes.length - limit;
  while (start < bytes.length && isContinuation(bytes[start])) start += 1;
  return bytes.toString('utf8', start);
}
