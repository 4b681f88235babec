/**
 * The drafts of all sessions, kept in this browser, so that a reload and another session lose nothing.
 *
 * Attachments are kept for as long as the page is open: they are too large for the storage. A storage that is full or
 * forbidden is no error; then all drafts last as long as the page.
 */
import { emptyDraft, type Draft } from './draft.ts';

const prefix = 'acp-draft:';
/** The oldest drafts are dropped. */
const maxDrafts = 100;
const longestText = 200_000;

type Stored = Pick<Draft, 'text' | 'mentions'> & { readonly at: number };

export class DraftStorage {
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #inMemory = new Map<string, Draft>();

  constructor(storage: Storage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** The draft of a session; empty if there is none. */
  read(sessionId: string): Draft {
    const kept = this.#inMemory.get(sessionId);
    const stored = this.#stored(prefix + sessionId);
    if (stored === undefined) return kept ?? emptyDraft;
    // Another tab may have written since.
    return { text: stored.text, mentions: stored.mentions, attachments: kept?.attachments ?? [] };
  }

  write(sessionId: string, draft: Draft): void {
    const { text, mentions, attachments } = draft;
    if (text === '' && attachments.length === 0) {
      this.#inMemory.delete(sessionId);
      this.#storage.removeItem(prefix + sessionId);
      return;
    }
    this.#inMemory.set(sessionId, draft);
    if (text === '' || text.length > longestText) this.#storage.removeItem(prefix + sessionId);
    else this.#store(prefix + sessionId, { text, mentions, at: this.#now() });
  }

  #store(key: string, stored: Stored): void {
    try {
      const isNew = this.#storage.getItem(key) === null;
      this.#storage.setItem(key, JSON.stringify(stored));
      if (isNew) this.#dropOldest();
    } catch {
      // The storage is full: the draft is in memory.
    }
  }

  #dropOldest(): void {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
    const drafts = keys.filter((key) => key.startsWith(prefix));
    if (drafts.length <= maxDrafts) return;
    const byAge = drafts.toSorted((one, other) => (this.#stored(one)?.at ?? 0) - (this.#stored(other)?.at ?? 0));
    for (const key of byAge.slice(0, drafts.length - maxDrafts)) this.#storage.removeItem(key);
  }

  #stored(key: string): Stored | undefined {
    try {
      const stored = JSON.parse(this.#storage.getItem(key) ?? 'null') as Partial<Stored> | null;
      if (typeof stored?.text !== 'string') return undefined;
      const { text, mentions, at } = stored;
      return { text, mentions: Array.isArray(mentions) ? mentions : [], at: typeof at === 'number' ? at : 0 };
    } catch {
      return undefined;
    }
  }
}
