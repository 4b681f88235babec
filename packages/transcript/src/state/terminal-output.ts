/**
 * The output of a terminal as bytes, of which only the last ones are kept.
 *
 * It is immutable: more output returns a new object that shares the old blocks. Positions count from the first byte
 * ever printed, even if it was dropped, so a reader that prints along can continue from its last position.
 */
import { List } from '../collections/list.ts';

/**
 * Small chunks are joined up to this length, so that a terminal that prints byte by byte does not need an object for
 * each.
 */
const blockLength = 4096;

interface Parts {
  readonly blocks: List<Uint8Array>;
  /** The first block that is kept, and its start position. */
  readonly first: number;
  readonly start: number;
}

const released = new Uint8Array();
const nothing: Parts = { blocks: List.empty(), first: 0, start: 0 };

/** The last bytes of a terminal's output, up to a limit. */
export class TerminalOutput {
  /** The output of a terminal that has printed nothing. */
  static readonly empty: TerminalOutput = new TerminalOutput(0, 0, nothing);

  /** The number of bytes printed in total. */
  readonly total: number;
  /** The number of bytes dropped from the start. */
  readonly dropped: number;
  readonly #parts: Parts;
  #text: string | undefined;

  private constructor(total: number, dropped: number, parts: Parts) {
    this.total = total;
    this.dropped = dropped;
    this.#parts = parts;
  }

  /** Creates output from `bytes`, after `dropped` earlier ones; the last `limit` bytes are kept. */
  static of(bytes: Uint8Array, limit: number, dropped = 0): TerminalOutput {
    return new TerminalOutput(dropped, dropped, { ...nothing, start: dropped }).append(bytes, limit);
  }

  /** Returns the output with `bytes` at its end; the last `limit` bytes of all are kept. */
  append(bytes: Uint8Array, limit: number): TerminalOutput {
    if (bytes.length === 0) return this;
    const total = this.total + bytes.length;
    const dropped = Math.max(this.dropped, total - limit);
    if (bytes.length >= limit) {
      const kept = bytes.slice(bytes.length - (total - dropped));
      return new TerminalOutput(total, dropped, { blocks: List.from([kept]), first: 0, start: dropped });
    }
    return new TerminalOutput(total, dropped, trimmed(grown(this.#parts, bytes), dropped));
  }

  /** The bytes that are kept. */
  get bytes(): Uint8Array {
    return this.since(0);
  }

  /** The bytes from this position on, without those that were dropped. */
  since(position: number): Uint8Array {
    const from = Math.min(Math.max(position, this.dropped), this.total);
    const bytes = new Uint8Array(this.total - from);
    const { blocks, first } = this.#parts;
    let end = this.total;
    // From the end, because new bytes are there.
    for (let index = blocks.length - 1; index >= first && end > from; index -= 1) {
      const block = blocks.at(index) ?? released;
      const begin = end - block.length;
      bytes.set(begin < from ? block.subarray(from - begin) : block, Math.max(begin - from, 0));
      end = begin;
    }
    return bytes;
  }

  /** Whether the kept bytes are the same. */
  isSame(other: TerminalOutput): boolean {
    if (this === other) return true;
    if (this.total !== other.total || this.dropped !== other.dropped) return false;
    const { bytes } = other;
    return this.bytes.every((byte, index) => byte === bytes[index]);
  }

  /** The bytes as UTF-8; an incomplete character at either end is left out. */
  get text(): string {
    this.#text ??= new TextDecoder().decode(this.#wholeCharacters(), { stream: true });
    return this.#text;
  }

  #wholeCharacters(): Uint8Array {
    const { bytes } = this;
    if (this.dropped === 0) return bytes;
    let start = 0;
    while (start < 3 && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
    return bytes.subarray(start);
  }
}

function grown(parts: Parts, bytes: Uint8Array): Parts {
  const { blocks } = parts;
  const last = blocks.length > parts.first ? blocks.at(-1) : undefined;
  if (last === undefined || last.length + bytes.length > blockLength) return { ...parts, blocks: blocks.push(bytes) };
  const block = new Uint8Array(last.length + bytes.length);
  block.set(last);
  block.set(bytes, last.length);
  return { ...parts, blocks: blocks.set(blocks.length - 1, block) };
}

/** Drops the blocks that end before `dropped`. */
function trimmed(parts: Parts, dropped: number): Parts {
  let { blocks, first, start } = parts;
  for (let block = blocks.at(first); block !== undefined && start + block.length <= dropped; block = blocks.at(first)) {
    start += block.length;
    blocks = blocks.set(first, released);
    first += 1;
  }
  const kept = blocks.length - first;
  if (first <= Math.max(kept, 32)) return { blocks, first, start };
  const rest = Array.from({ length: kept }, (_, index) => blocks.at(first + index) ?? released);
  return { blocks: List.from(rest), first: 0, start };
}
