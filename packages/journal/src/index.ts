/// <reference lib="esnext.disposable" preserve="true" />
/** Durable, ordered logs of session events. */
export type {
  Appended,
  AppendOptions,
  CreateOptions,
  Facts,
  FactsPatch,
  Fence,
  Head,
  HeadPage,
  Journal,
  JournalEntry,
  ListOptions,
  ReadOptions,
} from './journal.ts';
export { JournalError, type JournalErrorCode, type JournalErrorDetails } from './journal-error.ts';
export type { JournalLimits, JournalOptions } from './limits.ts';
export { memoryJournal } from './memory-journal.ts';
export { sqliteJournal, type SqliteJournalOptions } from './sqlite-journal.ts';
