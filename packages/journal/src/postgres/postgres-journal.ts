import type { JournalError } from '../contract/journal-error.ts';
import type { Journal } from '../contract/journal.ts';
import { defaultLimits, type JournalOptions } from '../contract/limits.ts';
import { StoreBackedJournal } from '../store/store-backed-journal.ts';
import { PostgresStore } from './postgres-store.ts';

/** Options of a journal in PostgreSQL. */
export interface PostgresJournalOptions extends JournalOptions {
  /** The schema that has the tables; it is created if it does not exist. `acp` by default. */
  readonly schema?: string;
  /** The maximum number of connections for everything but appends and hints, which have one each: 4. */
  readonly connections?: number;
  /** Milliseconds to wait for a connection, also after the server was restarted: 5,000. */
  readonly connectTimeout?: number;
  /** Milliseconds that one statement may take: 30,000. */
  readonly statementTimeout?: number;
  /**
   * Called when the journal is opened if a loss of power may lose committed events, because the server runs with
   * `fsync = off` or `full_page_writes = off`. By default the process emits a warning, which Node prints on stderr.
   */
  readonly onRisk?: (error: JournalError) => void;
}

/**
 * Opens the journal in a PostgreSQL database (version 15 or later), such as `postgres://user:password@host:5432/name`.
 *
 * Creates the tables if they do not exist. Rejects with a `JournalError`, and changes nothing, if the schema has other
 * tables, or those of a later version. Several programs may open the same journal.
 */
export async function postgresJournal(url: string, options: PostgresJournalOptions = {}): Promise<Journal> {
  const { schema = 'acp', connections = 4, connectTimeout = 5000, statementTimeout = 30_000 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { metadataBytes, waitingBytes } = limits;
  const settings = { url, schema, connections, connectTimeout, statementTimeout, metadataBytes, waitingBytes };
  const store = await PostgresStore.open(settings);
  if (store.risk !== undefined) (options.onRisk ?? warn)(store.risk);
  return new StoreBackedJournal(store, limits);
}

function warn({ message }: JournalError): void {
  process.emitWarning(message, 'JournalWarning');
}
