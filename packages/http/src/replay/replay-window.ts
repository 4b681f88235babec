/**
 * The window of sent messages that may have to be sent again.
 *
 * Messages are numbered from 1. The oldest are dropped first; reading after a dropped message returns undefined, never
 * a gap.
 */
/**
 * A log of sent messages; `memoryWindow` keeps them in memory.
 *
 * Its methods return at once, from memory. A durable log also has an `archive`, which is asynchronous.
 */
export interface ReplayWindow {
  /** The number of the newest message; 0 if there is none. */
  readonly last: number;
  /** The number of the oldest message in memory; `last + 1` if there is none. */
  readonly first: number;
  /** The size of the messages in memory. */
  readonly bytes: number;
  /**
   * Adds the next message; returns its number. Messages after number `unread` stay in memory, because a reader waits
   * for them.
   */
  append(text: string, unread?: number): number;
  /** Returns the messages after number `n`, oldest first; undefined if some are not in memory, or `n` is too high. */
  after(n: number): Iterable<string> | undefined;
  /** Allows to drop the messages up to and including number `n` from memory. */
  trim(n: number): void;
  /** The durable part of the log, if there is one. */
  readonly archive?: ReplayArchive;
}

/** The durable part of a log. If it fails, the client is cut off, and may resume. */
export interface ReplayArchive {
  /** Resolves when everything up to message `n` is stored; a message is not sent before. */
  stored(n: number): Promise<void>;
  /**
   * Resolves with the messages after number `n`, or the first of them, oldest first and at least one; undefined if they
   * are gone for good.
   */
  read(n: number): Promise<readonly string[] | undefined>;
}

/**
 * The stream that a window belongs to: of a session, or of the connection; over WebSocket there is one for everything.
 */
export interface ReplayStream {
  /** The principal of the client; empty without `authenticate`. */
  readonly principal: string;
  /** Cannot be guessed; the same after the client has resumed. */
  readonly connectionId: string;
  /** Absent for the connection's stream, and over WebSocket. */
  readonly sessionId?: string;
}

/** Creates the window of a stream; it keeps about `bytes` in memory. */
export type CreateWindow = (bytes: number, stream: ReplayStream) => ReplayWindow;

/** Creates a window that keeps about `bytes` in memory; the newest message is kept whatever its size. */
export function memoryWindow(bytes: number): ReplayWindow {
  return new MemoryWindow(bytes);
}

class MemoryWindow implements ReplayWindow {
  readonly #limit: number;
  /** Entries before `#start` are dropped; they are removed in bulk. */
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

  /** In UTF-16 code units, which is close to bytes for JSON. */
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
      // Dropped while the caller was reading.
      if (next < this.first) return;
      yield this.#texts[this.#start + next - this.first] ?? '';
    }
  }

  #dropFirst(): void {
    this.#bytes -= this.#texts[this.#start]?.length ?? 0;
    this.#texts[this.#start] = '';
    this.#start += 1;
    // `slice` copies what is left, so it waits until that is no more than half.
    if (this.#start * 2 < this.#texts.length) return;
    this.#texts = this.#texts.slice(this.#start);
    this.#start = 0;
  }
}
