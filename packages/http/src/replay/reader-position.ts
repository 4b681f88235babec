/**
 * The position of one reader in a replay window, and the size of what it has not received yet.
 *
 * A window in memory responds at once. A durable log is awaited in two cases: until a message is stored, and to read
 * messages that are no longer in memory.
 */
import type { ReplayWindow } from './replay-window.ts';

/** Consecutive messages; `number` is that of the first. */
export interface Batch {
  readonly kind: 'batch';
  readonly number: number;
  readonly texts: readonly string[];
  /** Characters in them. */
  readonly size: number;
}

/** The next messages, or why there are none; a promise if the caller should try again once it has settled. */
export type Taken = Batch | { readonly kind: 'nothing' } | { readonly kind: 'gone' } | Promise<void>;

const nothing: Taken = { kind: 'nothing' };
const gone: Taken = { kind: 'gone' };

export class ReaderPosition {
  readonly window: ReplayWindow;
  /** The number of the last message that was taken. */
  #cursor = 0;
  /** Characters of the messages after it, as far as they are in memory. */
  #size = 0;
  /** Messages after the cursor that were read from the archive. */
  #recalled: readonly string[] = [];
  /** The number of the last message that is stored and may be sent. */
  #stored = 0;
  /** The archive does not have the next messages. */
  #isGone = false;

  constructor(window: ReplayWindow) {
    this.window = window;
  }

  get size(): number {
    return this.#size;
  }

  get cursor(): number {
    return this.#cursor;
  }

  get isEmpty(): boolean {
    return this.#cursor === this.window.last;
  }

  /** Adds a message to the window. With `isRead` there is a reader, and unread messages stay in memory. */
  append(text: string, isRead: boolean): void {
    this.window.append(text, isRead ? this.#cursor : undefined);
    this.#size += text.length;
  }

  /** Returns the next messages, of about `size` characters. */
  take(size: number): Taken {
    if (this.#isGone) return gone;
    const { archive, last } = this.window;
    if (this.#cursor === last) return nothing;
    if (archive !== undefined && this.#cursor >= this.#stored) {
      return this.#await(archive.stored(last), () => {
        this.#stored = Math.max(this.#stored, last);
      });
    }
    if (this.#recalled.length > 0) return this.#batch(this.#recalled, Infinity);
    const texts = this.window.after(this.#cursor);
    if (texts !== undefined) return this.#batch(texts, archive === undefined ? Infinity : this.#stored, size);
    return archive === undefined ? gone : this.#recall();
  }

  /**
   * Moves the cursor past message `n`; returns false if the next messages are gone, or a promise if they have to be
   * read from the archive.
   */
  moveTo(n: number): boolean | Promise<boolean> {
    const texts = this.window.after(n);
    if (texts === undefined && (this.window.archive === undefined || n < 0 || n > this.window.last)) return false;
    this.#cursor = n;
    this.#recalled = [];
    this.#isGone = false;
    this.#size = sizeOf(texts ?? []);
    return texts === undefined ? this.#recall().then(() => !this.#isGone) : true;
  }

  /** Moves the cursor to the end. */
  skip(): void {
    this.#cursor = this.window.last;
    this.#recalled = [];
    this.#isGone = false;
    this.#size = 0;
  }

  /** Removes the oldest messages from memory: `bytes` or a little more, or all of them. */
  shrink(bytes: number): void {
    let left = bytes;
    let number = this.window.first - 1;
    for (const text of this.window.after(number) ?? []) {
      if (left <= 0) break;
      left -= text.length;
      number += 1;
    }
    this.window.trim(number);
  }

  /** Whether the next messages are gone for good. */
  get isLost(): boolean {
    return this.window.archive === undefined && this.#cursor < this.window.first - 1;
  }

  #batch(texts: Iterable<string>, lastNumber: number, size = Infinity): Batch {
    const number = this.#cursor + 1;
    const taken: string[] = [];
    let sum = 0;
    for (const text of texts) {
      if (sum >= size || number + taken.length > lastNumber) break;
      taken.push(text);
      sum += text.length;
    }
    this.#cursor += taken.length;
    this.#size -= sum;
    this.#recalled = [];
    return { kind: 'batch', number, texts: taken, size: sum };
  }

  /** Reads the next messages from the archive. */
  #recall(): Promise<void> {
    const from = this.#cursor;
    const reading = this.window.archive?.read(from) ?? Promise.resolve(undefined);
    return this.#await(reading, (texts) => {
      // The cursor was moved meanwhile.
      if (this.#cursor !== from) return;
      if (texts === undefined || texts.length === 0) this.#isGone = true;
      else {
        // Messages that are in memory are taken from there.
        const { first } = this.window;
        this.#recalled = texts.slice(0, first - 1 - from);
        this.#size = sizeOf(this.#recalled) + sizeOf(this.window.after(first - 1) ?? []);
      }
    });
  }

  async #await<T>(promise: Promise<T>, then: (value: T) => void): Promise<void> {
    try {
      then(await promise);
    } catch {
      this.#isGone = true;
    }
  }
}

const sizeOf = (texts: Iterable<string>): number => {
  let size = 0;
  for (const text of texts) size += text.length;
  return size;
};
