/**
 * What was sent and may have to be sent again.
 *
 * Messages are numbered from 1 in the order in which they were added. The oldest go first, and asking for one that is gone is
 * answered with undefined, never with a gap.
 */

/** A log of sent messages; the one in memory is `memoryWindow`, a durable one can take its place. */
export interface ReplayWindow {
  /** The number of the newest message; 0 when there was none. */
  readonly last: number;
  /** The number of the oldest message that is kept; one more than `last` when none is. */
  readonly first: number;
  /** The size of what is kept. */
  readonly bytes: number;
  /** Adds the next message; the answer is its number. */
  append(text: string): number;
  /** The messages after number `n`, oldest first; undefined when some of them are gone, or `n` was never reached. */
  after(n: number): Iterable<string> | undefined;
  /** Forgets the messages up to and including number `n`. */
  trim(n: number): void;
}

/** A window in memory that keeps about `bytes`; the newest message is kept whatever its size. */
export function memoryWindow(bytes: number): ReplayWindow {
  return new MemoryWindow(bytes);
}

class MemoryWindow implements ReplayWindow {
  readonly #limit: number;
  /** Entries before `#start` are forgotten; they are cut off in bulk. */
  #texts: string[] = [];
  #start = 0;
  #bytes = 0;
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get last(): number {
    return this.#last;
  }

  get first(): number {
    return this.#last - (this.#texts.length - this.#start) + 1;
  }

  /** In characters, which is bytes for almost all of JSON and a little less for the rest. */
  get bytes(): number {
    return this.#bytes;
  }

  append(text: string): number {
    this.#texts.push(text);
    this.#bytes += text.length;
    this.#last += 1;
    while (this.#bytes > this.#limit && this.first < this.#last) this.#dropFirst();
    return this.#last;
  }

  after(n: number): Iterable<string> | undefined {
    if (n > this.#last || n < this.first - 1) return undefined;
    return this.#from(n + 1);
  }

  trim(n: number): void {
    while (this.first <= Math.min(n, this.#last)) this.#dropFirst();
  }

  *#from(n: number): Iterable<string> {
    for (let next = n; next <= this.#last; next += 1) {
      const text = this.#texts[this.#start + next - this.first];
      if (text === undefined) return;
      yield text;
    }
  }

  #dropFirst(): void {
    this.#bytes -= this.#texts[this.#start]?.length ?? 0;
    this.#texts[this.#start] = '';
    this.#start += 1;
    if (this.#start < 1024 && this.#start < this.#texts.length) return;
    this.#texts = this.#texts.slice(this.#start);
    this.#start = 0;
  }
}
