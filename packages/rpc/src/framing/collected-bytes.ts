/**
 * Bytes that arrive in parts and are used as a whole.
 *
 * Parts cost about their size, however small they are: a large part that fills at least half of its buffer is kept
 * without a copy, unless the last block has room for it; any other is copied into a block.
 */

/** Parts of this many bytes are worth keeping without a copy. */
const largePart = 4096;
/** Blocks grow with what was collected, between these sizes. */
const smallestBlock = 512;
const largestBlock = 64 * 1024;

/** Collects bytes; memory stays within a small multiple of their number. */
export class CollectedBytes {
  #parts: Uint8Array[] = [];
  #size = 0;
  /** The last part, if it has room for more. */
  #block: { readonly bytes: Uint8Array; used: number } | undefined;

  /** How many bytes were added. */
  get size(): number {
    return this.#size;
  }

  /** How many bytes of memory are kept for them. */
  get retainedBytes(): number {
    const blockBytes = this.#block?.bytes.length ?? 0;
    return this.#parts.reduce((sum, part) => sum + part.buffer.byteLength, blockBytes);
  }

  /** Adds the next bytes, which the caller must not change afterwards. */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const hasRoom = this.#block !== undefined && this.#block.bytes.length - this.#block.used >= bytes.length;
    const isWorthKeeping = bytes.length >= largePart && bytes.length * 2 >= bytes.buffer.byteLength;
    if (!hasRoom) this.#closeBlock();
    if (!hasRoom && isWorthKeeping) this.#parts.push(bytes);
    else this.#copy(bytes);
    this.#size += bytes.length;
  }

  /** Returns the first bytes, at most `count`. */
  first(count: number): Uint8Array {
    const found = new Uint8Array(Math.min(count, this.#size));
    let offset = 0;
    for (const part of this.#allParts()) {
      if (offset === found.length) break;
      const wanted = part.subarray(0, found.length - offset);
      found.set(wanted, offset);
      offset += wanted.length;
    }
    return found;
  }

  /** Returns all bytes and forgets them. */
  take(): Uint8Array {
    const parts = this.#allParts();
    const size = this.#size;
    this.clear();
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    const whole = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }

  /** Forgets all bytes. */
  clear(): void {
    this.#parts = [];
    this.#size = 0;
    this.#block = undefined;
  }

  #allParts(): readonly Uint8Array[] {
    this.#closeBlock();
    return this.#parts;
  }

  #copy(bytes: Uint8Array): void {
    const blockSize = Math.max(smallestBlock, Math.min(largestBlock, this.#size));
    this.#block ??= { bytes: new Uint8Array(Math.max(bytes.length, blockSize)), used: 0 };
    this.#block.bytes.set(bytes, this.#block.used);
    this.#block.used += bytes.length;
  }

  #closeBlock(): void {
    if (this.#block === undefined) return;
    this.#parts.push(this.#block.bytes.subarray(0, this.#block.used));
    this.#block = undefined;
  }
}
