/**
 * What was sent and may have to be sent again.
 *
 * Messages are numbered from 1 in the order in which they were added. The oldest go first, and asking for one that is gone is
 * answered with undefined, never with a gap.
 */

/**
 * A log of sent messages; the one in memory is `memoryWindow`.
 *
 * It answers at once, from what it has at hand. A durable log has an `archive` besides, which may take its time; a window without one
 * costs nothing for it.
 */
export interface ReplayWindow {
  /** The number of the newest message; 0 when there was none. */
  readonly last: number;
  /** The number of the oldest message that is at hand; one more than `last` when none is. */
  readonly first: number;
  /** The size of what is at hand. */
  readonly bytes: number;
  /** Adds the next message; the answer is its number. Messages after number `unread` stay at hand: a reader is waiting for them. */
  append(text: string, unread?: number): number;
  /** The messages after number `n`, oldest first; undefined when some of them are not at hand, or `n` was never reached. */
  after(n: number): Iterable<string> | undefined;
  /** Need not have the messages up to and including number `n` at hand any more. */
  trim(n: number): void;
  /** What a durable log has besides. */
  readonly archive?: ReplayArchive;
}

/** The part of a durable log that is not at hand. When it fails, the client is cut off, and may come back. */
export interface ReplayArchive {
  /** Resolves when everything up to message `n` is kept safely; no client is shown a message before. */
  stored(n: number): Promise<void>;
  /** The messages after number `n`, or the first of them, oldest first and at least one; undefined when they are gone for good. */
  read(n: number): Promise<readonly string[] | undefined>;
}

/** Whose messages a window keeps: a stream of a connection, and of a session where it has one; over WebSocket everything is one stream. */
export interface ReplayStream {
  readonly principal: string;
  readonly connectionId: string;
  readonly sessionId?: string;
}

/** Makes the window of a stream, which keeps about `bytes` at hand. */
export type CreateWindow = (bytes: number, stream: ReplayStream) => ReplayWindow;

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

  append(text: string, unread: number = Infinity): number {
    this.#texts.push(text);
    this.#bytes += text.length;
    this.#last += 1;
    while (this.#bytes > this.#limit && this.first < this.#last && this.first <= unread) this.#dropFirst();
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
      // Dropped while it was read.
      if (text === undefined || next < this.first) return;
      yield text;
    }
  }

  #dropFirst(): void {
    this.#bytes -= this.#texts[this.#start]?.length ?? 0;
    this.#texts[this.#start] = '';
    this.#start += 1;
    // Cutting copies what is left, so it waits until that is no more than what goes.
    if (this.#start * 2 < this.#texts.length) return;
    this.#texts = this.#texts.slice(this.#start);
    this.#start = 0;
  }
}
