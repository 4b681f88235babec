/**
 * The log of one session as the clients of this node read it.
 *
 * Readers ask for what follows a number that they choose, and wait if nothing does: there is no subscription that could
 * begin too late, and a slow reader costs nothing. The newest entries are kept in memory within limits: more while a
 * follower is at work on those before, few when all followers wait. Older ones are read from the store, once for all
 * readers that wait for the same entries.
 */
import type { LogEntry } from '../store/records.ts';

/** Where entries come from that are no longer, or not yet, in memory. */
export interface FeedSource {
  /** Reads at most about `limit` entries after a number; none if the log ends there. */
  read(after: number, limit: number): Promise<readonly LogEntry[]>;
}

export interface FeedLimits {
  /** How many entries are kept in memory when no follower is at work. */
  readonly entries: number;
  /** How many bytes of entries, as JSON, are kept in memory at any time. */
  readonly bytes: number;
  /** How many entries a reader is given at once. */
  readonly page: number;
}

/** Small, because a node has thousands of feeds: clients that keep up are only a few entries behind. */
export const defaultFeedLimits: FeedLimits = { entries: 32, bytes: 128 * 1024, page: 256 };

/** An entry in memory with its size. */
interface Kept {
  readonly entry: LogEntry;
  readonly bytes: number;
}

export class SessionFeed {
  readonly #source: FeedSource;
  readonly #limits: FeedLimits;
  /** The newest entries, without a gap. */
  #recent: Kept[] = [];
  #bytes = 0;
  #last: number;
  #waiting = new Set<() => void>();
  /**
   * The followers by their signals, and the number of the last entry that each was given; `Infinity` while it waits.
   */
  readonly #given = new Map<AbortSignal, number>();
  #error: Error | undefined;
  /** Reads of the store that have not ended, by the number they begin after. */
  readonly #reading = new Map<number, Promise<readonly LogEntry[]>>();

  /** `last` is the number of the newest entry that is known. */
  constructor(source: FeedSource, last: number, limits: FeedLimits = defaultFeedLimits) {
    this.#source = source;
    this.#last = last;
    this.#limits = limits;
  }

  /** The number of the newest entry that is known to be stored. */
  get last(): number {
    return this.#last;
  }

  /** How many readers wait for an entry. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Adds entries that are stored now; `bytes` is their size as JSON. Entries that are known already are ignored; after
   * a gap the store is read.
   */
  publish(entries: readonly LogEntry[], bytes = 0): void {
    const fresh = entries.filter(({ sequence }) => sequence > this.#last);
    const [first] = fresh;
    if (first === undefined) return;
    if (first.sequence !== this.#last + 1) this.#forget();
    const each = Math.ceil(bytes / entries.length);
    for (const entry of fresh) this.#recent.push({ entry, bytes: each });
    this.#bytes += each * fresh.length;
    this.#advance(fresh.at(-1)?.sequence ?? this.#last);
    this.#trim();
  }

  /** The log has grown up to `last`, written by another node. */
  grown(last: number): void {
    if (last <= this.#last) return;
    this.#forget();
    this.#advance(last);
  }

  /** The log is gone: readers that wait for more get this error. */
  end(error: Error): void {
    this.#error = error;
    this.#advance(this.#last);
  }

  /**
   * A reader follows the log with `next` and this signal, until it aborts: while it is at work on entries, those that
   * follow stay in memory for it, within the limit of bytes.
   */
  follow(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#given.set(signal, 0);
    signal.addEventListener('abort', () => this.#given.delete(signal), { once: true });
  }

  /** The entries after `after`; waits until there are some. Rejects when `signal` aborts. */
  async next(after: number, signal: AbortSignal): Promise<readonly LogEntry[]> {
    for (;;) {
      signal.throwIfAborted();
      if (after < this.#last) {
        const found = this.#inMemory(after) ?? (await this.#read(after));
        signal.throwIfAborted();
        if (found.length > 0) {
          this.#setGiven(signal, found.at(-1)?.sequence ?? after);
          return found;
        }
      }
      if (this.#error !== undefined) throw this.#error;
      await this.#growth(after, signal);
    }
  }

  #setGiven(signal: AbortSignal, last: number): void {
    if (this.#given.has(signal)) this.#given.set(signal, last);
  }

  #inMemory(after: number): readonly LogEntry[] | undefined {
    const first = this.#recent[0]?.entry;
    if (first === undefined || first.sequence > after + 1) return undefined;
    const begin = after + 1 - first.sequence;
    return this.#recent.slice(begin, begin + this.#limits.page).map(({ entry }) => entry);
  }

  #read(after: number): Promise<readonly LogEntry[]> {
    const before = this.#reading.get(after);
    if (before !== undefined) return before;
    const reading = this.#source.read(after, this.#limits.page).finally(() => this.#reading.delete(after));
    this.#reading.set(after, reading);
    return reading;
  }

  #forget(): void {
    this.#recent = [];
    this.#bytes = 0;
  }

  /**
   * Removes the oldest entries beyond the limits, in blocks: removing one from the front moves all others. What a
   * follower at work was not given yet stays, within the limit of bytes.
   */
  #trim(): void {
    const { bytes, entries } = this.#limits;
    const oldest = this.#recent[0]?.entry.sequence ?? 0;
    let begin = Math.min(this.#recent.length - entries, Math.min(...this.#given.values()) + 1 - oldest);
    if (begin < entries && this.#bytes <= bytes * 2) return;
    begin = Math.max(0, begin);
    let removed = this.#recent.slice(0, begin).reduce((sum, each) => sum + each.bytes, 0);
    while (this.#bytes - removed > bytes && begin < this.#recent.length) removed += this.#recent[begin++]?.bytes ?? 0;
    this.#recent = this.#recent.slice(begin);
    this.#bytes -= removed;
  }

  #advance(last: number): void {
    this.#last = last;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  #growth(after: number, signal: AbortSignal): Promise<void> {
    if (after < this.#last) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(wake);
        reject(signal.reason as Error);
      };
      const wake = (): void => {
        signal.removeEventListener('abort', stop);
        this.#setGiven(signal, after);
        resolve();
      };
      this.#waiting.add(wake);
      this.#setGiven(signal, Infinity);
      this.#trim();
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
