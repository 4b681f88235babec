/**
 * A connection to a SQLite file with the few ways of asking that the store needs.
 *
 * Only strings, numbers and null are bound: libsql ends the whole process on anything else, also on booleans. It does so too when it is to give a text that
 * is not UTF-8: what a damaged file can say is asked for as bytes (`CAST(… AS BLOB)`) or as a number.
 */
import Database from 'libsql';

export type Bound = string | number | null;
export type Row = readonly (Bound | Uint8Array)[];

/** A prepared statement. */
export interface Query {
  /** The first row. */
  row(...values: readonly Bound[]): Row | undefined;
  rows(...values: readonly Bound[]): Row[];
  /** How many rows it changed. */
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

  /** Prepares a statement when it is first used, since it may speak of tables that are not there yet. */
  query(sql: string): Query {
    let prepared: Database.Statement | undefined;
    const statement = (): Database.Statement => (prepared ??= this.#database.prepare(sql));
    let reading: Database.Statement | undefined;
    const reader = (): Database.Statement => (reading ??= this.#database.prepare(sql).raw());
    return {
      row: (...values) => reader().get(values) as Row | undefined,
      rows: (...values) => reader().all(values) as Row[],
      run: (...values) => statement().run(values).changes,
    };
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** The first value that a statement gives. */
  value(sql: string): Row[number] | undefined {
    return this.query(sql).row()?.[0];
  }

  /** Does `work` completely or not at all; nobody else writes meanwhile. */
  transaction<Result>(work: () => Result): Result {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      // A full disk, for instance, has ended it already.
      if (this.#database.inTransaction) this.execute('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}
