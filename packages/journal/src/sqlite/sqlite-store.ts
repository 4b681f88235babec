/**
 * A store in a SQLite file, which a thread of its own reads and writes.
 *
 * If the thread ends unexpectedly, its pending operations are rejected and the next operation starts a new thread. The
 * file stays consistent.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { StoreSettings, ThreadOperationName, ThreadOperations } from './thread-messages.ts';
import { SqliteThread, type StartWorker } from './sqlite-thread.ts';
import type { Store } from '../store/store.ts';

export interface SqliteStoreSettings extends StoreSettings {
  /** The maximum size of the operations that are not written yet. */
  readonly waitingBytes: number;
}

export class SqliteStore implements Store {
  readonly #settings: SqliteStoreSettings;
  readonly #start: StartWorker;
  #thread: SqliteThread;
  #starting: Promise<SqliteThread> | undefined;
  #waitingBytes = 0;

  private constructor(settings: SqliteStoreSettings, start: StartWorker, thread: SqliteThread) {
    this.#settings = settings;
    this.#start = start;
    this.#thread = thread;
  }

  static async open(settings: SqliteStoreSettings, start: StartWorker): Promise<SqliteStore> {
    return new SqliteStore(settings, start, await SqliteThread.start(settings, start));
  }

  /** The error that says what the file had lost when it was opened. */
  get loss(): JournalError | undefined {
    return this.#thread.loss;
  }

  run<Name extends ThreadOperationName>(
    name: Name,
    params: ThreadOperations[Name]['params'],
    bytes = 0,
  ): Promise<ThreadOperations[Name]['result']> {
    const { waitingBytes } = this.#settings;
    if (this.#waitingBytes + bytes > waitingBytes) {
      const message = `${this.#waitingBytes} bytes are waiting to be written to the journal; the limit is ${waitingBytes}.`;
      return Promise.reject(new JournalError('overloaded', message));
    }
    this.#waitingBytes += bytes;
    const result = this.#thread.isOpen
      ? this.#thread.run(name, params)
      : this.#restart().then((thread) => thread.run(name, params));
    const release = (): void => {
      this.#waitingBytes -= bytes;
    };
    result.then(release, release);
    return result;
  }

  async close(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    await this.#thread.end();
  }

  #restart(): Promise<SqliteThread> {
    this.#starting ??= SqliteThread.start(this.#settings, this.#start)
      .then((thread) => (this.#thread = thread))
      .finally(() => (this.#starting = undefined));
    return this.#starting;
  }
}
