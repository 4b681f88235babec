/**
 * What one reader of a window has not been given yet: a place in the window, and how much comes after it.
 *
 * From memory everything is taken at once. A durable log is waited for, in two cases: until what comes next is stored, and to get back
 * what is not at hand any more.
 */
import type { ReplayWindow } from './replay-window.ts';

/** Messages that were taken: their number is that of the first one. */
export interface Batch {
  readonly kind: 'batch';
  readonly number: number;
  readonly texts: readonly string[];
  /** Characters in them. */
  readonly size: number;
}

/** The next messages, or why there are none; a promise when it is worth to ask again once it has settled. */
export type Taken = Batch | { readonly kind: 'nothing' } | { readonly kind: 'gone' } | Promise<void>;

const nothing: Taken = { kind: 'nothing' };
const gone: Taken = { kind: 'gone' };

export class Backlog {
  readonly window: ReplayWindow;
  /** The number of the last message that was taken. */
  #cursor = 0;
  /** Characters of what comes after it, as far as it is at hand. */
  #size = 0;
  /** What the archive gave back: the messages after the cursor. */
  #recalled: readonly string[] = [];
  /** The number of the last message that may be shown. */
  #stored = 0;
  /** The archive could not help. */
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

  /** Adds a message. `isRead`: somebody is reading, so that nothing goes that he was not given yet. */
  append(text: string, isRead: boolean): void {
    this.window.append(text, isRead ? this.#cursor : undefined);
    this.#size += text.length;
  }

  /** The next messages, of about `size` characters. */
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

  /** Goes back, or forward, to behind message `n`; false when what comes next is gone, a promise when that has to be found out. */
  moveTo(n: number): boolean | Promise<boolean> {
    const texts = this.window.after(n);
    if (texts === undefined && (this.window.archive === undefined || n < 0 || n > this.window.last)) return false;
    this.#cursor = n;
    this.#recalled = [];
    this.#isGone = false;
    this.#size = sizeOf(texts ?? []);
    return texts === undefined ? this.#recall().then(() => !this.#isGone) : true;
  }

  /** Nothing that was added so far is wanted any more. */
  skip(): void {
    this.#cursor = this.window.last;
    this.#recalled = [];
    this.#isGone = false;
    this.#size = 0;
  }

  /** Has the oldest messages at hand no longer, at least `bytes` of them where there are so many. */
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

  /** Whether what comes next has gone for good. */
  get isLost(): boolean {
    return this.window.archive === undefined && this.#cursor < this.window.first - 1;
  }

  #batch(texts: Iterable<string>, most: number, size = Infinity): Batch {
    const number = this.#cursor + 1;
    const taken: string[] = [];
    let sum = 0;
    for (const text of texts) {
      if (sum >= size || number + taken.length > most) break;
      taken.push(text);
      sum += text.length;
    }
    this.#cursor += taken.length;
    this.#size -= sum;
    this.#recalled = [];
    return { kind: 'batch', number, texts: taken, size: sum };
  }

  /** Gets back what comes next. */
  #recall(): Promise<void> {
    const from = this.#cursor;
    const reading = this.window.archive?.read(from) ?? Promise.resolve(undefined);
    return this.#await(reading, (texts) => {
      // Somebody has moved on meanwhile.
      if (this.#cursor !== from) return;
      if (texts === undefined || texts.length === 0) this.#isGone = true;
      else {
        // What is at hand is taken from there.
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
