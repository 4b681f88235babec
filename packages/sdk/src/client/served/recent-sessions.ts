/**
 * The sessions that stay open for the next request. Beyond a limit those that were used least recently are closed,
 * unless they are busy; the agent may still have them stored.
 */
import type { ClientSession } from '../session/client-session.ts';

/** How sessions are kept. */
export interface RecentSessionsOptions<Entry> {
  /** How many stay open; busy ones may be more. */
  readonly limit: number;
  /** Whether a session must stay open. */
  readonly isBusy: (entry: Entry) => boolean;
  /** Called before a session is closed for another. */
  readonly onClosing?: (entry: Entry) => void;
}

/** Sessions, each with what the program knows of it. */
export class RecentSessions<Entry extends { readonly session: ClientSession }> {
  readonly #options: RecentSessionsOptions<Entry>;
  /** The least recently used first. */
  readonly #entries = new Set<Entry>();

  /** Nothing is open yet. */
  constructor(options: RecentSessionsOptions<Entry>) {
    this.#options = options;
  }

  /** The sessions, the least recently used first; some may have been closed by the agent. */
  get all(): readonly Entry[] {
    return [...this.#entries];
  }

  /** Adds a session, or marks it as used now. */
  use(used: Entry): void {
    const { limit, isBusy, onClosing } = this.#options;
    this.#entries.delete(used);
    this.#entries.add(used);
    for (const entry of this.#entries) {
      if (entry.session.isClosed) this.#entries.delete(entry);
      else if (this.#entries.size > limit && !isBusy(entry)) {
        this.#entries.delete(entry);
        onClosing?.(entry);
        entry.session.close().catch(() => undefined);
      }
    }
  }
}
