/**
 * A connection to a SQLite file, with the few kinds of queries that the store needs.
 *
 * Only strings, numbers and null are bound: libsql aborts the process on anything else, including booleans. It also
 * aborts when it reads text that is not UTF-8, so values that may be damaged are selected as bytes (`CAST(… AS BLOB)`)
 * or as numbers.
 */
import Database from 'libsql';

export type Bound = string | number | null;
export type Row = readonly (Bound | Uint8Array)[];

/** A prepared statement. */
export interface Query {
  /** The first row. */
  row(...values: readonly Bound[]): Row | undefined;
  rows(...values: readonly Bound[]): Row[];
  /** Returns the number of changed rows. */
  run(...values: readonly Bound[]): number;
}

export class SqliteConnection {
  readonly #database: Database.Database;
  readonly #begin: Query;
  readonly #commit: Query;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#begin = this.query('BEGIN IMMEDIATE');
    this.#commit = this.query('COMMIT');
  }

  /** Prepares a statement when it is first used, because its tables may not exist yet. */
  query(sql: string): Query {
    let prepared: Database.Statement | undefined;
    const statement = (): Database.Statement => (prepared ??= this.#database.prepare(sql));
    let reading: Database.Statement | undefined;
    const reader = (): Database.Statement => (reading ??= this.#database.prepare(sql).raw());
    return {
      row: (...values) => reader().get(values) as Row | undefined,
      rows: (...values) => reader().all(values) as Row[],
      run: (...values) => {
        try {
          return statement().run(values).changes;
        } catch (error) {
          if (isBusy(error)) this.#reset(statement());
          throw error;
        }
      },
    };
  }

  /**
   * Ends a statement that found the file locked: SQLite keeps it for another attempt, and libsql does not reset it.
   * Until it is reset, no later read ends, so the connection would not see what others write, and the log would grow.
   */
  #reset(statement: Database.Statement): void {
    // Where nothing may be written, the statement fails for good, before it asks for the lock.
    this.execute('PRAGMA query_only = ON');
    try {
      statement.run([]);
    } catch {
      // As intended.
    } finally {
      this.execute('PRAGMA query_only = OFF');
    }
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** The first value of the first row. */
  value(sql: string): Row[number] | undefined {
    return this.query(sql).row()?.[0];
  }

  /** Runs `work` in a transaction that locks out other writers. */
  transaction<Result>(work: () => Result): Result {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      // Some errors, such as a full disk, have ended the transaction already.
      if (this.#database.inTransaction) this.execute('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

const isBusy = (error: unknown): boolean =>
  String((error as { readonly code?: unknown }).code).startsWith('SQLITE_BUSY');
