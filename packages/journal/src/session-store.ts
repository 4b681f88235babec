/// <reference lib="esnext.disposable" preserve="true" />
/** A durable session store for agents: `agent(info, { store: journalStore(path) })`. */
export { journalStore, type JournalStore, type JournalStoreOptions } from './sessions/journal-store.ts';
export type {
  SessionNotes,
  StoredPage,
  StoredPending,
  StoredQuery,
  StoredSession,
  WaitingMessage,
} from './sessions/stored-session.ts';
