import type { JournalError } from '../contract/journal-error.ts';
import type { Journal } from '../contract/journal.ts';
import { defaultLimits, type JournalOptions } from '../contract/limits.ts';
import { SqliteStore } from './sqlite-store.ts';
import { startWorker } from './sqlite-thread.ts';
import { StoreBackedJournal } from '../store/store-backed-journal.ts';

/** Options of a journal in a file. */
export interface SqliteJournalOptions extends JournalOptions {
  /** Milliseconds to wait for another program that writes to the same file: 5,000. */
  readonly busyTimeout?: number;
  /** The maximum size of the file; appends beyond it fail with `full`. No limit by default. */
  readonly fileBytes?: number;
  /** Called when the journal is opened if committed events were lost with its log; what is left can be used. */
  readonly onLoss?: (error: JournalError) => void;
}

/** A journal in a SQLite file. */
export interface SqliteJournal extends Journal {
  /**
   * Copies the journal, as it is at one moment, to a new file, which is accessible to the user only.
   *
   * Fails with `exists` if a file has that name. Other calls of this journal wait until the copy is written.
   */
  backup(path: string): Promise<void>;
}

/** A file up to this size is checked completely when it is opened, which takes a fraction of a second. */
const checkedBytes = 64 * 1024 * 1024;

/**
 * Opens the journal in a SQLite file; creates the file, and its folder, if they do not exist.
 *
 * Rejects with a `JournalError`, and does not change the file, if it is damaged, of a later version, or not a journal.
 */
export async function sqliteJournal(path: string, options: SqliteJournalOptions = {}): Promise<SqliteJournal> {
  const { busyTimeout = 5000, fileBytes } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { metadataBytes, waitingBytes } = limits;
  const settings = { path, busyTimeout, fileBytes, checkedBytes, metadataBytes, waitingBytes };
  const store = await SqliteStore.open(settings, startWorker);
  if (store.loss !== undefined) options.onLoss?.(store.loss);
  const journal = new StoreBackedJournal(store, limits);
  return Object.assign(journal, {
    backup: async (copy: string): Promise<void> => {
      journal.assertOpen();
      await store.run('backup', { path: copy });
    },
  });
}
