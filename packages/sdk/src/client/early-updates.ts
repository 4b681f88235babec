/**
 * Updates of sessions that are still being opened.
 *
 * An agent may send updates of a session before the response that opens it. Which session a `session/new` opens is not
 * known until then, so while one is under way every update of an unknown session is kept, by its id and in order. What
 * no session claims is handed back when no request that could claim it is left.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { Fifo } from '../shared/fifo.ts';

/** A request that opens a session. */
export interface Opening {
  /** Known in advance when a session is resumed. */
  readonly sessionId: string | undefined;
}

export interface EarlyUpdatesOptions {
  /** How many updates are kept, of all sessions together. */
  readonly limit: number;
  /** Called with the session that lost an update, each time the limit is reached anew. */
  onDropped(sessionId: string): void;
}

export class EarlyUpdates {
  readonly #options: EarlyUpdatesOptions;
  /** There while a session is being opened. */
  #openings: Set<Opening> | undefined;
  /** There while updates are kept. */
  #kept: Map<string, Fifo<SessionUpdate>> | undefined;
  #count = 0;
  #hasDropped = false;

  constructor(options: EarlyUpdatesOptions) {
    this.#options = options;
  }

  /** A session is being opened, until `end` is called. */
  begin(sessionId?: string): Opening {
    const opening = { sessionId };
    this.#openings ??= new Set();
    this.#openings.add(opening);
    return opening;
  }

  /** Keeps an update if its session may be one that is being opened; returns false otherwise. */
  keep(sessionId: string, update: SessionUpdate): boolean {
    if (!this.#isExpected(sessionId)) return false;
    const kept = this.#kept?.get(sessionId) ?? new Fifo();
    if (this.#count >= this.#options.limit) {
      if (!this.#hasDropped) this.#options.onDropped(sessionId);
      this.#hasDropped = true;
      // Only older updates of the same session make room.
      if (kept.drop(1) === 0) return true;
      this.#count -= 1;
    }
    kept.push(update);
    this.#count += 1;
    this.#kept ??= new Map();
    this.#kept.set(sessionId, kept);
    return true;
  }

  /** Removes and returns the updates of a session, in order. */
  take(sessionId: string): SessionUpdate[] {
    const updates = this.#kept?.get(sessionId)?.takeAll() ?? [];
    this.#kept?.delete(sessionId);
    if (this.#kept?.size === 0) this.#kept = undefined;
    this.#count -= updates.length;
    if (this.#count < this.#options.limit) this.#hasDropped = false;
    return updates;
  }

  /** Removes and returns the updates that no session can claim now that `opening` is over. */
  end(opening: Opening): [sessionId: string, updates: SessionUpdate[]][] {
    this.#openings?.delete(opening);
    if (this.#openings?.size === 0) this.#openings = undefined;
    return [...(this.#kept?.keys() ?? [])]
      .filter((sessionId) => !this.#isExpected(sessionId))
      .map((sessionId) => [sessionId, this.take(sessionId)]);
  }

  #isExpected(sessionId: string): boolean {
    for (const opening of this.#openings ?? []) {
      if (opening.sessionId === undefined || opening.sessionId === sessionId) return true;
    }
    return false;
  }
}
