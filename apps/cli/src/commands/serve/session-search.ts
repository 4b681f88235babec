/**
 * Finds sessions in the list of an agent, page by page.
 *
 * One search runs at a time, for all ids that were added before it started, so that a client that asks for many unknown
 * sessions costs the agent one list after another, and never many at once.
 */
import { randomUUID } from 'node:crypto';

import { fieldsOf } from './message-fields.ts';

export interface SessionSearchOptions {
  /** Asks the agent for a page, in a request with this id. */
  readonly ask: (requestId: string, cursor: string | undefined) => void;
  /** A session was found, as the agent lists it. */
  readonly found: (sessionId: string, session: unknown) => void;
  /** A session is not in the list. */
  readonly missed: (sessionId: string) => void;
  /** Some sessions were found or missed. */
  readonly decided: () => void;
}

/** Pages of one list; an agent that always has a next page never ends. */
const maxPages = 10_000;

interface Running {
  /** The ids that are still searched for. */
  readonly ids: Set<string>;
  readonly cursors: Set<string>;
  requestId: string;
}

export class SessionSearch {
  readonly #options: SessionSearchOptions;
  readonly #waiting = new Set<string>();
  #running: Running | undefined;
  /** No id of a client begins like this one. */
  readonly #prefix = `acp-serve-${randomUUID()}`;
  #requests = 0;

  constructor(options: SessionSearchOptions) {
    this.#options = options;
  }

  /** Adds an id to the next search. */
  add(id: string): void {
    if (this.#running?.ids.has(id) !== true) this.#waiting.add(id);
  }

  isSearching(id: string): boolean {
    return this.#waiting.has(id) || this.#running?.ids.has(id) === true;
  }

  /** Starts the next search, if none is running and there is something to search for. */
  start(): void {
    if (this.#running !== undefined || this.#waiting.size === 0) return;
    this.#running = { ids: new Set(this.#waiting), cursors: new Set(), requestId: '' };
    this.#waiting.clear();
    this.#ask(this.#running, undefined);
  }

  /** Decides without a search. */
  giveUp(): void {
    this.#miss(this.#waiting);
    this.#options.decided();
  }

  /** Handles a response of the agent; returns false if it is not to a request of the search. */
  responded(id: unknown, result: unknown): boolean {
    const running = this.#running;
    if (running === undefined || running.requestId !== id) return false;
    const { sessions, nextCursor } = fieldsOf(result);
    for (const session of Array.isArray(sessions) ? (sessions as readonly unknown[]) : []) {
      const { sessionId } = fieldsOf(session);
      if (typeof sessionId !== 'string' || !running.ids.delete(sessionId)) continue;
      this.#options.found(sessionId, session);
    }
    const isNew = typeof nextCursor === 'string' && !running.cursors.has(nextCursor);
    const goesOn = isNew && running.ids.size > 0 && running.cursors.size < maxPages;
    if (goesOn) {
      running.cursors.add(nextCursor);
      this.#ask(running, nextCursor);
    } else {
      this.#miss(running.ids);
      this.#running = undefined;
    }
    this.#options.decided();
    if (!goesOn) this.start();
    return true;
  }

  #ask(running: Running, cursor: string | undefined): void {
    this.#requests += 1;
    running.requestId = `${this.#prefix}-${this.#requests}`;
    this.#options.ask(running.requestId, cursor);
  }

  #miss(ids: Set<string>): void {
    const missed = [...ids];
    ids.clear();
    for (const id of missed) this.#options.missed(id);
  }
}
