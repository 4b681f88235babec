/**
 * The feeds of a node: one for each session that clients of this node read.
 *
 * A session without readers has none. What the owner of a session on this node stores is published at once. Sessions
 * that other nodes own are looked at when the journal hints at a change, and once a second, because a hint may be lost.
 */
import { JournalError } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

import type { HubCounters } from '../observe/counters.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { LogEntry } from '../store/records.ts';
import { defaultFeedLimits, SessionFeed, type FeedLimits } from './session-feed.ts';

/** A feed that a reader uses, until it is disposed. */
export interface FeedLease extends Disposable {
  readonly feed: SessionFeed;
}

export interface FeedTableOptions {
  readonly store: HubStore;
  readonly clock: Clock;
  readonly counters?: Pick<HubCounters, 'feedReads'>;
  readonly limits?: FeedLimits;
  /** How often sessions that are owned elsewhere are looked at, in milliseconds; 1,000 by default. */
  readonly pollEvery?: number;
  /** Called with errors of looking; one sentence. */
  readonly log?: (line: string) => void;
}

interface Shared {
  readonly feed: SessionFeed;
  readers: number;
  /** Whether the store was asked for the end of the log. */
  isKnown: boolean;
}

/** How many bytes of JSON are read from the store at once, about. */
const pageBytes = 1024 * 1024;
/** How many sessions are looked at at once. */
const looksAtOnce = 16;

export class FeedTable implements Disposable {
  readonly #options: FeedTableOptions;
  readonly #feeds = new Map<string, Shared>();
  /** How many owners of a session are on this node: for a moment two, while one replaces the other. */
  readonly #owned = new Map<string, number>();
  readonly #watching: Disposable;
  #stopPolling: (() => void) | undefined;
  #isClosed = false;

  constructor(options: FeedTableOptions) {
    this.#options = options;
    this.#watching = options.store.watch(({ logs, isAll }) => {
      const hinted = isAll ? [...this.#feeds.keys()] : logs.filter((each) => this.#feeds.has(each));
      void this.#look(hinted);
    });
  }

  /** How many feeds are in memory. */
  get size(): number {
    return this.#feeds.size;
  }

  /** How many readers a session has on this node. */
  readers(sessionId: string): number {
    return this.#feeds.get(sessionId)?.readers ?? 0;
  }

  /** The feed of a session for one reader. It knows the end of the log once the store was asked. */
  open(sessionId: string): FeedLease {
    const shared = this.#feeds.get(sessionId) ?? this.#add(sessionId);
    shared.readers += 1;
    let isOpen = true;
    return {
      feed: shared.feed,
      [Symbol.dispose]: () => {
        if (!isOpen) return;
        isOpen = false;
        shared.readers -= 1;
        if (shared.readers === 0 && this.#feeds.get(sessionId) === shared) this.#feeds.delete(sessionId);
      },
    };
  }

  /**
   * This node owns the session, whose log ends with `last`, until the returned function is called: it is not polled.
   */
  own(sessionId: string, last = 0): () => void {
    this.#feeds.get(sessionId)?.feed.grown(last);
    this.#owned.set(sessionId, (this.#owned.get(sessionId) ?? 0) + 1);
    let isOwned = true;
    return () => {
      if (!isOwned) return;
      isOwned = false;
      const rest = (this.#owned.get(sessionId) ?? 1) - 1;
      if (rest > 0) {
        this.#owned.set(sessionId, rest);
        return;
      }
      this.#owned.delete(sessionId);
      if (this.#feeds.has(sessionId)) this.#poll();
    };
  }

  /** Adds what the owner has stored; `bytes` is its size as JSON. */
  publish(sessionId: string, entries: readonly LogEntry[], bytes: number): void {
    this.#feeds.get(sessionId)?.feed.publish(entries, bytes);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#watching[Symbol.dispose]();
    this.#stopPolling?.();
  }

  #add(sessionId: string): Shared {
    const { store, limits = defaultFeedLimits, counters } = this.#options;
    const read = async (after: number, limit: number): Promise<readonly LogEntry[]> => {
      counters?.feedReads.add();
      const entries: LogEntry[] = [];
      let bytes = 0;
      for await (const entry of store.read(sessionId, after, limit)) {
        entries.push(entry);
        bytes += JSON.stringify(entry.record).length;
        if (bytes > pageBytes) break;
      }
      return entries;
    };
    const shared = { feed: new SessionFeed({ read }, 0, limits), readers: 0, isKnown: false };
    this.#feeds.set(sessionId, shared);
    void this.#look([sessionId]);
    if (!this.#owned.has(sessionId)) this.#poll();
    return shared;
  }

  /** Looks after a while at the sessions that are owned elsewhere, or that could not be looked at yet. */
  #poll(): void {
    const { clock, pollEvery = 1000 } = this.#options;
    if (this.#isClosed || this.#stopPolling !== undefined) return;
    this.#stopPolling = clock.schedule(pollEvery, () => {
      const elsewhere = [...this.#feeds].flatMap(([sessionId, { isKnown }]) =>
        isKnown && this.#owned.has(sessionId) ? [] : [sessionId],
      );
      void this.#look(elsewhere).finally(() => {
        this.#stopPolling = undefined;
        if (elsewhere.length > 0) this.#poll();
      });
    });
  }

  async #look(sessionIds: readonly string[]): Promise<void> {
    for (let begin = 0; begin < sessionIds.length && !this.#isClosed; begin += looksAtOnce)
      await Promise.all(sessionIds.slice(begin, begin + looksAtOnce).map((sessionId) => this.#lookAt(sessionId)));
  }

  async #lookAt(sessionId: string): Promise<void> {
    try {
      const summary = await this.#options.store.get(sessionId);
      const shared = this.#feeds.get(sessionId);
      if (shared === undefined) return;
      shared.isKnown = true;
      if (summary !== undefined) shared.feed.grown(summary.last);
      else shared.feed.end(new JournalError('missing', `The session ${sessionId} was deleted.`));
    } catch (error) {
      this.#options.log?.(`The log of session ${sessionId} could not be looked at: ${(error as Error).message}`);
      this.#poll();
    }
  }
}
