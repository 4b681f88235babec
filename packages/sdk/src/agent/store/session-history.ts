/**
 * Writes the updates of a session to its store, in order.
 *
 * Updates that come while the store writes are written together afterwards, so that a store that flushes to disk does
 * so once for all of them.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { ignoreRejection } from '../../shared/ignore-rejection.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';
import type { SessionChanges, SessionStore } from './session-store.ts';

/** Not part of the conversation: these updates are never replayed (NOTICE-02). */
const notStored = new Set<string>(['state_update', 'notice', 'usage_update', 'config_option_update']);

/** Called with an error of the store; `isConversation` if an update was not stored. */
type OnStoreError = (error: unknown, isConversation: boolean) => void;

interface Entry {
  readonly content: { readonly update: SessionUpdate } | { readonly write: () => Promise<void> };
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class SessionHistory {
  readonly #store: SessionStore;
  readonly #sessionId: string;
  readonly #onError: OnStoreError;
  #waiting: Entry[] = [];
  /** Settles with the last entry. */
  #last: Promise<void> | undefined;
  /** Pending while entries are written. */
  #writing: Promise<void> | undefined;

  constructor(sessionId: string, store: SessionStore, onError: OnStoreError) {
    this.#sessionId = sessionId;
    this.#store = store;
    this.#onError = onError;
  }

  /**
   * Stores an update, if it is part of the conversation; resolves when all entries up to it are stored; for an update
   * that is not stored, also if they failed.
   */
  add(update: SessionUpdate): Promise<void> {
    if (!notStored.has(update.sessionUpdate)) return this.#enter({ update });
    return this.#last?.catch(() => undefined) ?? Promise.resolve();
  }

  /** Changes the record of the session, after all entries before. */
  patch(changes: SessionChanges): Promise<void> {
    return this.#enter({ write: () => this.#store.patch(this.#sessionId, changes) });
  }

  /** Stores a pending message, if the store supports it. */
  keepPending(message: PendingMessage): Promise<void> {
    return this.#enter({ write: async () => this.#store.pending?.keep(this.#sessionId, message) });
  }

  forgetPending(messageId: string): Promise<void> {
    return this.#enter({ write: async () => this.#store.pending?.forget(this.#sessionId, messageId) });
  }

  /** Resolves when all entries so far are stored, or have failed. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  #enter(content: Entry['content']): Promise<void> {
    const entered = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ content, resolve, reject });
    });
    this.#writing ??= this.#writeAll();
    this.#last = ignoreRejection(entered);
    return entered;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = this.#waiting;
      this.#waiting = [];
      for (const group of groupUpdates(entries)) await this.#write(group);
    }
    this.#writing = undefined;
  }

  async #write(group: readonly Entry[]): Promise<void> {
    try {
      await this.#put(group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      const isConversation = group.some(({ content }) => 'update' in content);
      this.#onError(error, isConversation);
      for (const { reject } of group) reject(error);
    }
  }

  async #put(group: readonly Entry[]): Promise<void> {
    const [first] = group;
    if (first !== undefined && 'write' in first.content) {
      await first.content.write();
      return;
    }
    const updates = group.flatMap(({ content }) => ('update' in content ? [content.update] : []));
    if (this.#store.appendAll !== undefined) await this.#store.appendAll(this.#sessionId, updates);
    else for (const update of updates) await this.#store.append(this.#sessionId, update);
  }
}

/** Groups consecutive updates; every other entry is a group of its own. */
function groupUpdates(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isUpdate = 'update' in entry.content;
    if (isUpdate && last?.[0] !== undefined && 'update' in last[0].content) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
