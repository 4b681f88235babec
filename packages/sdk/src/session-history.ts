/** Writes what is said in a session to its store, in order, whatever the store's speed. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { SessionStore } from './session-store.ts';

/** Not part of the conversation: states and notices are said once, and never again (NOTICE-02). */
const notKept = new Set<string>(['state_update', 'notice', 'usage_update', 'config_option_update']);

export class SessionHistory {
  readonly #store: SessionStore;
  readonly #sessionId: string;
  readonly #onError: (error: unknown) => void;
  #written: Promise<void> = Promise.resolve();

  constructor(sessionId: string, store: SessionStore, onError: (error: unknown) => void) {
    this.#sessionId = sessionId;
    this.#store = store;
    this.#onError = onError;
  }

  /** Keeps an update, if it is part of the conversation. */
  add(update: SessionUpdate): void {
    if (notKept.has(update.sessionUpdate)) return;
    this.#written = this.#written.then(() => this.#store.append(this.#sessionId, update)).catch(this.#onError);
  }

  /** Resolves when the store has everything that was said so far. */
  flush(): Promise<void> {
    return this.#written;
  }
}
