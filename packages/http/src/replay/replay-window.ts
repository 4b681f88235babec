/**
 * The window of sent messages that may have to be sent again.
 *
 * Messages are numbered from 1. The oldest are dropped first; reading after a dropped message returns undefined, never
 * a gap.
 */
import { PackedStrings } from './packed-strings.ts';

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

/** Characters of the newest messages that stay strings, because they are read or dropped soon. */
const loose = 384 * 1024;
/** Characters that are packed together. */
const packSize = 64 * 1024;

class MemoryWindow implements ReplayWindow {
  readonly #limit: number;
  /** The oldest messages. */
  readonly #packs: PackedStrings[] = [];
  #packedCount = 0;
  /** The newest messages. Entries before `#start` are dropped or packed; they are removed in bulk. */
  #texts: string[] = [];
  #start = 0;
  #looseBytes = 0;
  #packedBytes = 0;
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get last(): number {
    return this.#last;
  }

  get first(): number {
    return this.#firstLoose - this.#packedCount;
  }

  /** In UTF-16 code units, which is close to bytes for JSON. */
  get bytes(): number {
    return this.#looseBytes + this.#packedBytes;
  }

  append(text: string, unread: number = Infinity): number {
    this.#texts.push(text);
    this.#looseBytes += text.length;
    this.#last += 1;
    if (this.#looseBytes > loose) this.#pack();
    while (this.bytes > this.#limit && this.first < this.#last && this.first <= unread) this.#dropFirst();
    return this.#last;
  }

  after(n: number): Iterable<string> | undefined {
    if (n > this.#last || n < this.first - 1) return undefined;
    return this.#from(n + 1);
  }

  trim(n: number): void {
    while (this.first <= Math.min(n, this.#last)) this.#dropFirst();
  }

  get #firstLoose(): number {
    return this.#last - (this.#texts.length - this.#start) + 1;
  }

  *#from(n: number): Iterable<string> {
    let next = n;
    let unpacked: readonly string[] = [];
    let isAt = 0;
    while (next <= this.#last) {
      // Dropped while the caller was reading.
      if (next < this.first) return;
      if (isAt === unpacked.length && next < this.#firstLoose) {
        unpacked = this.#unpacked(next);
        isAt = 0;
      }
      const isPacked = isAt < unpacked.length;
      const text = isPacked ? unpacked[isAt] : this.#texts[this.#start + next - this.#firstLoose];
      if (text === undefined) return;
      if (isPacked) isAt += 1;
      next += 1;
      yield text;
    }
  }

  /** Returns the messages of the pack that contains message number `n`, from that one on. */
  #unpacked(n: number): readonly string[] {
    let skipped = n - this.first;
    for (const pack of this.#packs) {
      if (skipped < pack.count) return pack.texts(skipped);
      skipped -= pack.count;
    }
    return [];
  }

  /** Packs the oldest strings. */
  #pack(): void {
    const texts: string[] = [];
    let size = 0;
    while (size < packSize) {
      const text = this.#takeLoose();
      texts.push(text);
      size += text.length;
    }
    this.#packs.push(new PackedStrings(texts));
    this.#packedCount += texts.length;
    this.#packedBytes += size;
  }

  #dropFirst(): void {
    const [oldest] = this.#packs;
    if (oldest === undefined) {
      this.#takeLoose();
      return;
    }
    this.#packedBytes -= oldest.dropFirst();
    this.#packedCount -= 1;
    if (oldest.count === 0) this.#packs.shift();
  }

  #takeLoose(): string {
    const text = this.#texts[this.#start] ?? '';
    this.#looseBytes -= text.length;
    this.#texts[this.#start] = '';
    this.#start += 1;
    // `slice` copies what is left, so it waits until that is no more than half.
    if (this.#start * 2 < this.#texts.length) return text;
    this.#texts = this.#texts.slice(this.#start);
    this.#start = 0;
    return text;
  }
}
