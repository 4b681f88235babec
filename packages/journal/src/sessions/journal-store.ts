/**
 * Stores the sessions of an agent in a journal: one stream per session, whose events are the session updates.
 *
 * Each event has a type, so that a later version can add others, which this version skips.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { JournalError } from '../contract/journal-error.ts';
import type { Appended, AppendOptions, Fence, Journal } from '../contract/journal.ts';
import type { SqliteJournalOptions } from '../sqlite/sqlite-journal.ts';
import { pendingEvents, pendingMessagesOf } from './pending-messages.ts';
import { openingError, readableError, withReadableErrors } from './readable-error.ts';
import { metadataOf, recordOf } from './session-metadata.ts';
import type { SessionNotes, StoredPage, StoredPending, StoredQuery, StoredSession } from './stored-session.ts';

/** Options of a store in a file. */
export type JournalStoreOptions = SqliteJournalOptions;

/** A durable session store, for the option `store` of `agent`; its methods are those of a `SessionStore`. */
export interface JournalStore extends AsyncDisposable {
  /** An update is sent only after it is on disk. */
  readonly persistBeforeSend: true;
  /** Adds a new session. */
  create(record: StoredSession): Promise<void>;
  /** The record of a session; undefined if there is none. */
  get(sessionId: string): Promise<StoredSession | undefined>;
  /** Changes the record of a session. */
  patch(sessionId: string, changes: Partial<Omit<StoredSession, 'sessionId'>>): Promise<void>;
  /** Lists sessions; throws a `RangeError` for an unknown cursor. */
  list(query: StoredQuery): Promise<StoredPage>;
  /** Appends an update to the history. */
  append(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Appends several updates of one session, in order. */
  appendAll(sessionId: string, updates: readonly SessionUpdate[]): Promise<void>;
  /** The updates of the session, oldest first. */
  history(sessionId: string): AsyncIterable<SessionUpdate>;
  /** Makes this program the writer of a session. */
  claim(sessionId: string): Promise<void>;
  /** Releases a session that was claimed and could not be opened. */
  release(sessionId: string): Promise<void>;
  /** Whether no other program has claimed the session since it was opened here. */
  holds(sessionId: string): Promise<boolean>;
  /** The store for one connection; it has claims of its own, and closing it closes nothing. */
  view(connection?: object): JournalStore;
  /** Stores the messages that wait to be delivered. */
  readonly pending: StoredPending;
  /** What the agent stores about a session for itself. */
  notes(sessionId: string): SessionNotes;
  /** Deletes a session; succeeds if there is none. */
  delete(sessionId: string): Promise<void>;
  /** Waits for pending writes, and closes the file that the store has opened. */
  close(): Promise<void>;
}

interface UpdateEvent {
  readonly type: 'update';
  readonly update: SessionUpdate;
}

const pageSize = 50;
/** How many updates are appended at once; the limit of the journal. */
const maxEventsPerAppend = 1000;

/**
 * Stores sessions in a SQLite file, which is created with its folder if it does not exist, or in a journal that is open
 * or being opened.
 *
 * The methods wait until the journal is open; if it cannot be opened, every method fails with the reason. If several
 * programs or connections open a session, the last one to open it owns it and may write.
 */
export function journalStore(
  place: string | Journal | Promise<Journal>,
  options: JournalStoreOptions = {},
): JournalStore {
  const opening = typeof place === 'string' ? openFile(place, options) : Promise.resolve(place);
  const opened = opening.catch((error: unknown) => {
    throw openingError(error);
  });
  // Each method fails with the reason, so it is not lost here.
  opened.catch(() => undefined);
  const close = async (): Promise<void> => {
    if (typeof place !== 'string') return;
    const journal = await opening.catch(() => undefined);
    await journal?.close();
  };
  return storeIn(opened, close);
}

/** Loaded when it is needed: a store of an open journal has no file. */
async function openFile(path: string, options: JournalStoreOptions): Promise<Journal> {
  const { sqliteJournal } = await import('../sqlite/sqlite-journal.ts');
  return sqliteJournal(path, options);
}

function storeIn(opened: Promise<Journal>, close: () => Promise<void>): JournalStore {
  /**
   * The sessions that were opened here, with the proof of ownership; a new session needs none until another program
   * opens it.
   */
  const own = new Map<string, Fence | undefined>();
  const tokenOf = (sessionId: string): Pick<AppendOptions, 'token'> => {
    const fence = own.get(sessionId);
    return fence === undefined ? {} : { token: fence.token };
  };
  const ask = <T>(sessionId: string, work: (journal: Journal) => Promise<T>): Promise<T> =>
    withReadableErrors(sessionId, async () => work(await opened));
  const add = (sessionId: string, events: readonly unknown[], more: AppendOptions = {}): Promise<Appended> =>
    ask(sessionId, (journal) => journal.append(sessionId, events, { ...tokenOf(sessionId), ...more }));

  /** Appends in parts: what is too large together may fit in two. */
  const addAll = async (
    sessionId: string,
    events: readonly unknown[],
    batchSize = maxEventsPerAppend,
  ): Promise<void> => {
    for (let start = 0; start < events.length; start += batchSize) {
      const batch = events.slice(start, start + batchSize);
      try {
        await add(sessionId, batch);
      } catch (error) {
        const { cause } = error as Error;
        if (batch.length === 1 || !(cause instanceof JournalError) || cause.code !== 'too-large') throw error;
        await addAll(sessionId, batch, Math.ceil(batch.length / 2));
      }
    }
  };

  async function* storedEvents(sessionId: string): AsyncIterable<unknown> {
    const journal = await opened;
    try {
      for await (const { event } of journal.read(sessionId)) yield event;
    } catch (error) {
      throw readableError(sessionId, error);
    }
  }

  return {
    persistBeforeSend: true,
    view: () => storeIn(opened, () => Promise.resolve()),
    create: async (record) => {
      const { sessionId } = record;
      await ask(sessionId, (journal) => journal.create(sessionId, { metadata: metadataOf(record) }));
      own.set(sessionId, undefined);
    },
    get: async (sessionId) => {
      const info = await ask(sessionId, (journal) => ifStorable(() => journal.get(sessionId)));
      return info === undefined ? undefined : recordOf(info);
    },
    patch: async (sessionId, changes) => {
      const patch = metadataOf(changes);
      // Only the owner of a session sets its state; its title and whether it is archived can be set from anywhere.
      const isOurs = own.has(sessionId) && Object.keys(patch).some((name) => !unownedFields.has(name));
      if (isOurs) await add(sessionId, [], { patch });
      else await ask(sessionId, (journal) => journal.patch(sessionId, patch));
    },
    list: async ({ cwd, cursor, archived }) => {
      const where = {
        ...(typeof cwd === 'string' ? { cwd } : {}),
        ...(archived === 'include' ? {} : { archived: archived === 'only' }),
      };
      const journal = await opened;
      try {
        const page = await journal.list({ where, limit: pageSize, ...(typeof cursor === 'string' ? { cursor } : {}) });
        const sessions = page.streams.map(recordOf);
        return page.next === undefined ? { sessions } : { sessions, nextCursor: page.next };
      } catch (error) {
        // The SDK refuses an unknown cursor with the right error.
        if (error instanceof JournalError && error.code === 'invalid')
          throw new RangeError(error.message, { cause: error });
        throw error;
      }
    },
    append: (sessionId, update) => addAll(sessionId, [updateEvent(update)]),
    appendAll: (sessionId, updates) => addAll(sessionId, updates.map(updateEvent)),
    async *history(sessionId) {
      for await (const event of storedEvents(sessionId)) if (isUpdate(event)) yield event.update;
    },
    notes: (sessionId) => ({
      add: (note) => addAll(sessionId, [note]),
      async *read() {
        for await (const event of storedEvents(sessionId)) if (isNote(event)) yield event;
      },
    }),
    pending: pendingMessagesOf({
      add,
      events: storedEvents,
      fact: async (sessionId, name) => (await ask(sessionId, (journal) => journal.get(sessionId)))?.metadata[name],
    }),
    claim: async (sessionId) => {
      own.set(sessionId, await ask(sessionId, (journal) => journal.fence(sessionId)));
    },
    release: async (sessionId) => {
      const fence = own.get(sessionId);
      own.delete(sessionId);
      if (fence !== undefined) await ask(sessionId, (journal) => journal.release(sessionId, fence));
    },
    holds: async (sessionId) => {
      const journal = await opened;
      try {
        await journal.append(sessionId, [], tokenOf(sessionId));
        return true;
      } catch (error) {
        if (error instanceof JournalError && error.code === 'fenced') return false;
        throw readableError(sessionId, error);
      }
    },
    delete: async (sessionId) => {
      own.delete(sessionId);
      await ask(sessionId, (journal) => ifStorable(() => journal.delete(sessionId)));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What `ask` resolves with; undefined for an id that cannot be the name of a stream, so that there is no session. */
async function ifStorable<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof JournalError && (error.code === 'invalid' || error.code === 'too-large')) return undefined;
    throw error;
  }
}

/** Metadata that a program may change without owning the session. */
const unownedFields: ReadonlySet<string> = new Set(['title', 'archived']);

const updateEvent = (update: SessionUpdate): UpdateEvent => ({ type: 'update', update });

const isUpdate = (event: unknown): event is UpdateEvent => {
  const { type, update } = Object(event) as { readonly type?: unknown; readonly update?: unknown };
  const { sessionUpdate } = Object(update) as { readonly sessionUpdate?: unknown };
  return type === 'update' && typeof sessionUpdate === 'string';
};

/** Later versions of the store may have other events; their notes begin with a type that the agent does not know. */
const isNote = (event: unknown): boolean => {
  const { type } = Object(event) as { readonly type?: unknown };
  return typeof type === 'string' && type !== 'update' && !pendingEvents.has(type);
};
