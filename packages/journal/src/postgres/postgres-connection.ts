/**
 * One connection to PostgreSQL: it runs one statement at a time.
 *
 * A connection ends once, and then its statement is rejected with `LostConnection`. It keeps the process alive only
 * while a statement runs. The driver is loaded when the first connection is made.
 */
import type { Client } from 'pg';

import { JournalError } from '../contract/journal-error.ts';
import { isRefusal } from './postgres-errors.ts';
import type { PostgresSettings } from './postgres-settings.ts';

/** A value of a parameter; arrays of numbers are passed as strings such as `{1,2}`. */
export type Value = string | number | boolean | null | readonly string[];

export type Row = readonly (string | null)[];

/** A statement with a name is prepared once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The connection ended before the statement was answered: whether it was executed is unknown. */
export class LostConnection extends Error {
  static {
    this.prototype.name = 'LostConnection';
  }
}

/** The server is not the primary one; after a failover it may become it. */
export class StandbyServer extends Error {
  static {
    this.prototype.name = 'StandbyServer';
  }
}

/** The process of the server that runs the statements of a connection; ids of processes are reused. */
export interface Backend {
  readonly pid: string;
  readonly start: string;
}

/** What the driver has and its types do not mention. */
type DriverClient = Client & {
  ref(): void;
  unref(): void;
  readonly connection: { readonly stream: { destroy(): void } };
};

/** The maximum of milliseconds that the answer of a statement may take longer than its execution. */
const answerGrace = 2000;

/** Values as PostgreSQL writes them: numbers are bigint, and JavaScript would lose digits or time in parsing. */
const asText = {
  getTypeParser:
    () =>
    (value: unknown): unknown =>
      value,
};

export class PostgresConnection {
  readonly #client: DriverClient;
  readonly #answerTimeout: number;
  #backend: Backend = { pid: '', start: '' };
  #isOpen = true;
  /** The error that ended the connection, if one did. */
  #reason: Error | undefined;

  private constructor(client: DriverClient, { statementTimeout }: PostgresSettings) {
    this.#client = client;
    this.#answerTimeout = statementTimeout + Math.min(statementTimeout, answerGrace);
    client.on('error', (error) => {
      this.#reason ??= error;
      this.#isOpen = false;
    });
    client.once('end', () => (this.#isOpen = false));
  }

  /** Connects once; rejects with the error of the driver. */
  static async open(settings: PostgresSettings): Promise<PostgresConnection> {
    const { url, connectTimeout, statementTimeout } = settings;
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeout,
      statement_timeout: statementTimeout,
      // Ends a transaction whose program was paused; only a migration has several statements.
      idle_in_transaction_session_timeout: statementTimeout,
      keepAlive: true,
      application_name: 'acp-journal',
      types: asText,
    }) as DriverClient;
    const connection = new PostgresConnection(client, settings);
    try {
      await client.connect();
      await connection.#prepare();
    } catch (error) {
      connection.destroy();
      throw connection.#reason ?? error;
    }
    client.unref();
    return connection;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get backend(): Backend {
    return this.#backend;
  }

  /** Runs a statement; rejects with the error of PostgreSQL, or with `LostConnection`. */
  async query({ name, text }: Statement, values: readonly Value[] = []): Promise<readonly Row[]> {
    if (!this.#isOpen) throw new LostConnection(this.#reason?.message ?? 'the connection was closed');
    const timer = setTimeout(() => {
      this.#reason ??= new Error(`no answer within ${this.#answerTimeout} ms`);
      this.destroy();
    }, this.#answerTimeout);
    this.#client.ref();
    try {
      const { rows } = await this.#client.query<string[]>({ name, text, values: [...values], rowMode: 'array' });
      return rows;
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.destroy();
      throw new LostConnection((this.#reason ?? (error as Error)).message, { cause: error });
    } finally {
      clearTimeout(timer);
      this.#client.unref();
    }
  }

  /** Runs statements without parameters, in one transaction unless they have their own. */
  async execute(text: string): Promise<void> {
    await this.query({ name: '', text });
  }

  onNotification(listener: (payload: string) => void): void {
    this.#client.on('notification', ({ payload = '' }) => {
      listener(payload);
    });
  }

  onEnd(listener: () => void): void {
    this.#client.once('end', listener);
  }

  /** Ends the connection; the server is told. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const timer = setTimeout(() => {
      this.destroy();
    }, answerGrace);
    this.#client.ref();
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#isOpen = false;
    // `end()` would send a message first and wait for the server.
    this.#client.connection.stream.destroy();
  }

  /**
   * Learns which process serves the connection, asks for durability if the server does not do it by itself, and for
   * plans that use the indexes also while the tables are, or were, small.
   */
  async #prepare(): Promise<void> {
    const [row = []] = await this.query({
      name: '',
      text: `SELECT pid, extract(epoch FROM backend_start), pg_is_in_recovery(), current_setting('server_encoding'), current_setting('server_version_num'),
        CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
        set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
        set_config('enable_bitmapscan', 'off', false), set_config('jit', 'off', false)
        FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    });
    const [pid, start, isStandby, encoding, version] = row.map(String);
    if (isStandby === 't') throw new StandbyServer('it is a standby server, which can only be read');
    if (encoding !== 'UTF8') {
      throw new JournalError(
        'foreign',
        `The database must have the encoding UTF8, not ${encoding}; create another one.`,
      );
    }
    if (Number(version) < 150_000) {
      throw new JournalError('unavailable', `The journal needs PostgreSQL 15 or later, not ${version}.`);
    }
    this.#backend = { pid: pid ?? '', start: start ?? '' };
  }
}
