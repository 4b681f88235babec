/**
 * Strings that are kept for long, stored as bytes: the garbage collector copies thousands of strings, but leaves one
 * block of bytes in place.
 */

const encoder = new TextEncoder();
/** Keeps a byte order mark at the beginning of a string. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class PackedStrings {
  readonly #bytes: Uint8Array;
  /** The length of each string. */
  readonly #lengths: Uint32Array;
  /** The index of the first string that is not dropped. */
  #start = 0;

  constructor(texts: readonly string[]) {
    this.#bytes = encoder.encode(texts.join(''));
    // A plain loop is many times faster than `from`.
    const lengths = new Uint32Array(texts.length);
    for (let index = 0; index < lengths.length; index += 1) lengths[index] = texts[index]?.length ?? 0;
    this.#lengths = lengths;
  }

  /** How many strings are left. */
  get count(): number {
    return this.#lengths.length - this.#start;
  }

  /** Drops the first string; returns its length. */
  dropFirst(): number {
    const length = this.#lengths[this.#start] ?? 0;
    this.#start += 1;
    return length;
  }

  /** Returns the strings that are left, without the first `skipped`. */
  texts(skipped: number): string[] {
    const all = decoder.decode(this.#bytes);
    const texts: string[] = [];
    let end = 0;
    this.#lengths.forEach((length, index) => {
      end += length;
      if (index >= this.#start + skipped) texts.push(all.slice(end - length, end));
    });
    return texts;
  }
}
