import type { Journal } from '../contract/journal.ts';
import { defaultLimits, type JournalOptions } from '../contract/limits.ts';
import { SqliteStore } from './sqlite-store.ts';
import { startWorker } from './sqlite-thread.ts';
import { StoreBackedJournal } from '../store/store-backed-journal.ts';

/** How a journal in a file is opened, and how long and how large it may get. */
export interface SqliteJournalOptions extends JournalOptions {
  /** Milliseconds that an append waits for another program that writes to the same file: 5,000. */
  readonly busyTimeout?: number;
  /** The most that the file may grow to, for appends then fail with `full`; without a limit when absent. */
  readonly fileBytes?: number;
}

/** A check reads the file: so much in a fraction of a second. */
const checkedBytes = 64 * 1024 * 1024;

/**
 * Opens the journal that is kept in a SQLite file; creates the file, and the folder that it is in, when they are missing.
 *
 * Rejects with a `JournalError`, and leaves the file as it is, when that is damaged, of a later version or something else.
 */
export async function sqliteJournal(path: string, options: SqliteJournalOptions = {}): Promise<Journal> {
  const { busyTimeout = 5000, fileBytes } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { metadataBytes, waitingBytes } = limits;
  const settings = { path, busyTimeout, fileBytes, checkedBytes, metadataBytes, waitingBytes };
  const store = await SqliteStore.open(settings, startWorker);
  return new StoreBackedJournal(store, limits);
}
