/**
 * A store in a SQLite file, kept by a thread of its own.
 *
 * When the thread breaks down, those who wait are told and the next one to ask gets a new thread: the file is as sound as before.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { StoreSettings } from './thread-messages.ts';
import { SqliteThread, type StartWorker } from './sqlite-thread.ts';
import type { OperationName, Operations, Store } from '../store/store.ts';

export interface SqliteStoreSettings extends StoreSettings {
  /** The most that may wait to be written. */
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

  run<Name extends OperationName>(
    name: Name,
    params: Operations[Name]['params'],
    bytes = 0,
  ): Promise<Operations[Name]['result']> {
    const { waitingBytes } = this.#settings;
    if (this.#waitingBytes + bytes > waitingBytes) {
      const words = `${this.#waitingBytes} bytes are waiting to be written to the journal; ${waitingBytes} are the most.`;
      return Promise.reject(new JournalError('overloaded', words));
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
