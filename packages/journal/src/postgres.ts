/// <reference lib="esnext.disposable" preserve="true" />
/** Journals in PostgreSQL, which several programs on several machines share. */
export { postgresJournal, type PostgresJournalOptions } from './postgres/postgres-journal.ts';
