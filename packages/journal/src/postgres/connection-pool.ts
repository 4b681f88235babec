/**
 * A bounded number of connections, each for one statement at a time.
 *
 * If the server does not answer, every statement that waits for a connection fails, not one after the other, and idle
 * connections are not trusted any more: each could cost the same time again.
 */
import {
  LostConnection,
  type PostgresConnection,
  type Row,
  type Statement,
  type Value,
} from './postgres-connection.ts';
import { interrupted, isReadOnly, isTransient, noAnswer, toJournalError } from './postgres-errors.ts';
import type { ServerAccess } from './server-access.ts';

/** What a statement may do: a lost read is repeated, a lost change fails with `interrupted`. */
export type Effect = 'reads' | 'changes';

interface Waiter {
  readonly resolve: (connection: PostgresConnection | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** How often a statement is repeated that another transaction was in the way of, or whose connection was lost. */
const maxRepetitions = 5;

export class ConnectionPool {
  readonly #server: ServerAccess;
  readonly #size: number;
  readonly #idle: PostgresConnection[] = [];
  #waiting: Waiter[] = [];
  #used = 0;

  constructor(server: ServerAccess, size: number) {
    this.#server = server;
    this.#size = size;
  }

  /** Runs one statement, which is a transaction; rejects with a `JournalError`. */
  async run(effect: Effect, statement: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    const { place } = this.#server;
    for (let repetitions = 0; ; repetitions += 1) {
      const connection = await this.#take();
      try {
        return await connection.query(statement, values);
      } catch (error) {
        const isLost = error instanceof LostConnection;
        if (isReadOnly(error)) connection.destroy();
        if (isLost) this.#dropIdle();
        if (isLost && effect === 'changes') {
          this.#server.addLost(connection.backend);
          throw interrupted(place, error);
        }
        if (repetitions === maxRepetitions) throw isLost ? noAnswer(place, error) : toJournalError(error, place);
        if (!isLost && !isTransient(error)) throw toJournalError(error, place);
      } finally {
        this.#give(connection);
      }
    }
  }

  /** Adds a connection that was opened elsewhere. */
  add(connection: PostgresConnection): void {
    this.#idle.push(connection);
  }

  /** Closes the connections; no statement may run any more. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  async #take(): Promise<PostgresConnection> {
    let handed: PostgresConnection | undefined;
    if (this.#used < this.#size) this.#used += 1;
    else
      handed = await new Promise<PostgresConnection | undefined>((resolve, reject) =>
        this.#waiting.push({ resolve, reject }),
      );
    try {
      const connection = handed ?? this.#takeIdle() ?? (await this.#server.connect());
      await this.#settle(connection);
      return connection;
    } catch (error) {
      this.#used -= 1;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      throw error;
    }
  }

  #takeIdle(): PostgresConnection | undefined {
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) if (found.isOpen) return found;
    return undefined;
  }

  #dropIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  async #settle(connection: PostgresConnection): Promise<void> {
    try {
      await this.#server.settle(connection);
    } catch (error) {
      const isLost = error instanceof LostConnection;
      if (isLost) this.#dropIdle();
      else this.add(connection);
      throw isLost ? noAnswer(this.#server.place, error) : toJournalError(error, this.#server.place);
    }
  }

  /** Passes a connection, or the right to make one, to the next statement. */
  #give(connection: PostgresConnection): void {
    const usable = connection.isOpen ? connection : undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) next.resolve(usable);
    else {
      this.#used -= 1;
      if (usable !== undefined) this.#idle.push(usable);
    }
  }
}
