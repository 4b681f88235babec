/**
 * Writes what is said in a session to its store, in order, whatever the store's speed.
 *
 * What is said while the store writes goes to it together afterwards, so that a store that makes everything durable pays for that once.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { PendingMessage } from '../../shared/pending-messages.ts';
import { ignoreRejection } from '../../shared/ignore-rejection.ts';
import type { SessionChanges, SessionStore } from './session-store.ts';

/** Not part of the conversation: states and notices are said once, and never again (NOTICE-02). */
const notKept = new Set<string>(['state_update', 'notice', 'usage_update', 'config_option_update']);

/** Hears that the store refused something; `isSaid` when that was part of the conversation. */
type OnUnkept = (error: unknown, isSaid: boolean) => void;

interface Entry {
  readonly content: { readonly update: SessionUpdate } | { readonly write: () => Promise<void> };
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class SessionHistory {
  readonly #store: SessionStore;
  readonly #sessionId: string;
  readonly #onError: OnUnkept;
  #waiting: Entry[] = [];
  /** Settles with what was entered last. */
  #last: Promise<void> | undefined;
  /** Pending while something is written. */
  #writing: Promise<void> | undefined;

  constructor(sessionId: string, store: SessionStore, onError: OnUnkept) {
    this.#sessionId = sessionId;
    this.#store = store;
    this.#onError = onError;
  }

  /** Keeps an update, if it is part of the conversation; resolves when the store has everything up to it. */
  add(update: SessionUpdate): Promise<void> {
    if (!notKept.has(update.sessionUpdate)) return this.#enter({ update });
    return this.#last?.catch(() => undefined) ?? Promise.resolve();
  }

  /** Changes what is known about the session, after everything that was said before. */
  patch(changes: SessionChanges): Promise<void> {
    return this.#enter({ write: () => this.#store.patch(this.#sessionId, changes) });
  }

  /** Keeps a message that waits to be delivered, as far as the store can. */
  keepPending(message: PendingMessage): Promise<void> {
    return this.#enter({ write: async () => this.#store.pending?.keep(this.#sessionId, message) });
  }

  forgetPending(messageId: string): Promise<void> {
    return this.#enter({ write: async () => this.#store.pending?.forget(this.#sessionId, messageId) });
  }

  /** Resolves when the store has everything that was said so far, or has refused it. */
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
      for (const group of groups(entries)) await this.#write(group);
    }
    this.#writing = undefined;
  }

  async #write(group: readonly Entry[]): Promise<void> {
    try {
      await this.#put(group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      const isSaid = group.some(({ content }) => 'update' in content);
      this.#onError(error, isSaid);
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

/** Neighbouring updates together, everything else alone. */
function groups(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const made: Entry[][] = [];
  for (const entry of entries) {
    const last = made.at(-1);
    const isUpdate = 'update' in entry.content;
    if (isUpdate && last?.[0] !== undefined && 'update' in last[0].content) last.push(entry);
    else made.push([entry]);
  }
  return made;
}
