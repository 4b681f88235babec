/** The settings of a journal in PostgreSQL. */
import { JournalError } from '../contract/journal-error.ts';

export interface PostgresSettings {
  readonly url: string;
  readonly schema: string;
  /** The maximum number of connections besides the one for appends and the one for hints. */
  readonly connections: number;
  /** Milliseconds. */
  readonly connectTimeout: number;
  /** Milliseconds. */
  readonly statementTimeout: number;
  readonly metadataBytes: number;
  readonly waitingBytes: number;
}

/** Throws if a setting cannot be used; the message has no part of the address, because it may have a password. */
export function assertSettings({ url, schema, connections, connectTimeout, statementTimeout }: PostgresSettings): void {
  if (!/^postgres(?:ql)?:\/\//u.test(url) || !URL.canParse(url)) {
    throw invalid('The address of a PostgreSQL database must look like postgres://user:password@host:5432/database.');
  }
  // PostgreSQL cuts longer names off without an error.
  if (
    schema === '' ||
    Buffer.byteLength(schema) > 63 ||
    /[\0\p{Surrogate}]/u.test(schema) ||
    schema.startsWith('pg_')
  ) {
    throw invalid('schema must be a name of at most 63 bytes that does not start with pg_.');
  }
  for (const [name, value] of Object.entries({ connections, connectTimeout, statementTimeout })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw invalid(`${name} must be a positive integer, not ${value}.`);
  }
}

const invalid = (message: string): JournalError => new JournalError('invalid', message);

/** A name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
