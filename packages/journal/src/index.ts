/// <reference lib="esnext.disposable" preserve="true" />
/** Durable, ordered logs of session events. */
export type {
  Appended,
  AppendOptions,
  CreateOptions,
  Metadata,
  MetadataPatch,
  Fence,
  StreamInfo,
  StreamPage,
  StreamSize,
  Journal,
  JournalEntry,
  ListOptions,
  ReadOptions,
  ReserveOptions,
} from './contract/journal.ts';
export { JournalError, type JournalErrorCode, type JournalErrorDetails } from './contract/journal-error.ts';
export type { JournalLimits, JournalOptions } from './contract/limits.ts';
export { EventText } from './store/event-text.ts';
export { memoryJournal } from './memory/memory-journal.ts';
export { sqliteJournal, type SqliteJournal, type SqliteJournalOptions } from './sqlite/sqlite-journal.ts';
