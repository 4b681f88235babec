/**
 * What was sent and may have to be sent again.
 *
 * Messages are numbered from 1 in the order in which they were added. The oldest go first, and asking for one that is gone is
 * answered with undefined, never with a gap.
 */
import { PackedStrings } from './packed-strings.ts';

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
  /** Who the client is; empty without `authenticate`. */
  readonly principal: string;
  /** Unguessable, and the same after the client has come back. */
  readonly connectionId: string;
  /** Absent for what belongs to no session, and over WebSocket. */
  readonly sessionId?: string;
}

/** Makes the window of a stream, which keeps about `bytes` at hand. */
export type CreateWindow = (bytes: number, stream: ReplayStream) => ReplayWindow;

/** A window in memory that keeps about `bytes`; the newest message is kept whatever its size. */
export function memoryWindow(bytes: number): ReplayWindow {
  return new MemoryWindow(bytes);
}

/** Characters of the newest messages that stay as they came: those are still to be read, or soon forgotten. */
const loose = 384 * 1024;
/** Characters that are packed at once. */
const packSize = 64 * 1024;

class MemoryWindow implements ReplayWindow {
  readonly #limit: number;
  /** The oldest messages. */
  readonly #packs: PackedStrings[] = [];
  #packedCount = 0;
  /** The newest messages. Entries before `#start` are forgotten, or packed; they are cut off in bulk. */
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

  /** In characters, which is bytes for almost all of JSON and a little less for the rest. */
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
      // Dropped while it was read.
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

  /** The messages of the pack that message number `n` is in, from that one on. */
  #unpacked(n: number): readonly string[] {
    let skipped = n - this.first;
    for (const pack of this.#packs) {
      if (skipped < pack.count) return pack.texts(skipped);
      skipped -= pack.count;
    }
    return [];
  }

  /** Packs the oldest of what is loose. */
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
    // Cutting copies what is left, so it waits until that is no more than what goes.
    if (this.#start * 2 < this.#texts.length) return text;
    this.#texts = this.#texts.slice(this.#start);
    this.#start = 0;
    return text;
  }
}
