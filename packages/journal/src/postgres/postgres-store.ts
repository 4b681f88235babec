/**
 * A store in a PostgreSQL database, which several programs on several machines may use at once.
 *
 * Appends are written in batches on a connection of their own; everything else uses a pool. If a connection is lost,
 * its pending change fails with `interrupted`, and the next operation connects again. A reserved store has connections,
 * an order and lost changes of its own, and shares only the hints.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { ReserveOptions } from '../contract/journal.ts';
import type { OperationName, Operations, Store } from '../store/store.ts';
import { AppendQueue } from './append-queue.ts';
import { ChangeHints } from './change-hints.ts';
import { ConnectionPool } from './connection-pool.ts';
import { openTables } from './open-tables.ts';
import { patchWithin, postgresOperations, type PostgresOperations } from './postgres-operations.ts';
import { toJournalError } from './postgres-errors.ts';
import { assertSettings, type PostgresSettings } from './postgres-settings.ts';
import { powerLossRisk } from './power-loss-risk.ts';
import { ServerAccess } from './server-access.ts';
import { statementsOf } from './statements.ts';
import { StreamOrder } from './stream-order.ts';

const reads: ReadonlySet<OperationName> = new Set(['read', 'get', 'size', 'list']);

/** Stands for all streams that are created; no stream has this name. */
const creation = '';

interface StoreParts {
  readonly server: ServerAccess;
  readonly pool: ConnectionPool;
  /** Those of another store, which closes them; by default the store has its own. */
  readonly hints?: ChangeHints;
  readonly risk: JournalError | undefined;
}

export class PostgresStore implements Store {
  readonly #settings: PostgresSettings;
  readonly #order = new StreamOrder();
  readonly #appends: AppendQueue;
  readonly #hints: ChangeHints;
  /** What is closed with this store. */
  readonly #own: readonly { close(): Promise<void> }[];
  readonly #operations: PostgresOperations;
  readonly #pending = new Set<Promise<unknown>>();
  /** The error that says that a loss of power may lose committed events. */
  readonly risk: JournalError | undefined;
  #waitingBytes = 0;

  private constructor(settings: PostgresSettings, { server, pool, hints, risk }: StoreParts) {
    this.risk = risk;
    const forAppends = new ConnectionPool(server, 1);
    const statements = statementsOf(settings.schema);
    const patched = patchWithin(settings.metadataBytes);
    this.#settings = settings;
    this.#operations = postgresOperations(pool, statements, patched);
    this.#hints = hints ?? new ChangeHints(server, settings.schema);
    this.#own = [pool, forAppends, ...(hints === undefined ? [this.#hints] : [])];
    this.#appends = new AppendQueue({
      pool: forAppends,
      statements,
      patched,
      onWritten: (streams) => {
        this.#hints.send(streams);
      },
    });
  }

  static async open(settings: PostgresSettings): Promise<PostgresStore> {
    assertSettings(settings);
    const server = new ServerAccess(settings);
    const connection = await server.connect(0);
    let risk: JournalError | undefined;
    try {
      risk = await powerLossRisk(connection, server.place);
      await openTables(connection, settings.schema);
    } catch (error) {
      await connection.close();
      throw toJournalError(error, server.place);
    }
    const pool = new ConnectionPool(server, settings.connections);
    pool.add(connection);
    return new PostgresStore(settings, { server, pool, risk });
  }

  run<Name extends OperationName>(
    name: Name,
    params: Operations[Name]['params'],
    bytes = 0,
  ): Promise<Operations[Name]['result']> {
    const { waitingBytes } = this.#settings;
    if (this.#waitingBytes + bytes > waitingBytes) {
      const message = `${this.#waitingBytes} bytes are waiting to be written to the journal; the limit is ${waitingBytes}.`;
      return Promise.reject(new JournalError('overloaded', message));
    }
    this.#waitingBytes += bytes;
    const result = this.#start(name, params);
    this.#pending.add(result);
    const settled = (): void => {
      this.#waitingBytes -= bytes;
      this.#pending.delete(result);
    };
    result.then(settled, settled);
    return result;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    await Promise.all(this.#own.map((each) => each.close()));
  }

  watch(listener: (streams: readonly string[]) => void): Disposable {
    return this.#hints.watch(listener);
  }

  /** Beside a call that hangs in a connection that was cut off there is one more. */
  reserve({ timeout }: ReserveOptions): PostgresStore {
    const { connectTimeout, statementTimeout } = this.#settings;
    const settings = {
      ...this.#settings,
      connections: 2,
      connectTimeout: Math.min(connectTimeout, timeout ?? connectTimeout),
      statementTimeout: Math.min(statementTimeout, timeout ?? statementTimeout),
    };
    assertSettings(settings);
    const server = new ServerAccess(settings);
    const pool = new ConnectionPool(server, settings.connections);
    return new PostgresStore(settings, { server, pool, hints: this.#hints, risk: this.risk });
  }

  #start<Name extends OperationName>(
    name: Name,
    params: Operations[Name]['params'],
  ): Promise<Operations[Name]['result']> {
    if (name === 'append') {
      const append = params as Operations['append']['params'];
      return this.#order.append(append.stream, () => this.#appends.add(append));
    }
    // The table has an operation with the parameters of each name, which the compiler cannot infer.
    const operations: Readonly<Record<string, unknown>> = this.#operations;
    const operation = operations[name] as (given: unknown) => Promise<Operations[Name]['result']>;
    const start = (): Promise<Operations[Name]['result']> => operation(params);
    const { stream, from, to } = params as { stream?: string; from?: string; to?: string };
    if (reads.has(name)) return this.#order.read(stream, start);
    const streams = [stream, from, to].filter((each) => each !== undefined);
    // Streams are created in the order of the calls, by which lists are ordered too.
    if (name === 'create' || name === 'copy') streams.push(creation);
    const changed = [stream ?? to ?? ''];
    return this.#order.change(streams, async () => {
      const result = await start();
      this.#hints.send(changed);
      return result;
    });
  }
}
