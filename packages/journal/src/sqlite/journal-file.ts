/**
 * Opens the file of a journal.
 *
 * A file that is not a journal, was written by a later version, or is damaged is refused before anything is written.
 */
import { accessSync, closeSync, constants, mkdirSync, openSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import { JournalError } from '../contract/journal-error.ts';
import { draftNameOf, linkNew } from './draft-file.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { toJournalError } from './sqlite-errors.ts';
import { preallocateLog } from './write-ahead-log.ts';
import { applicationId, migrate, schemaVersion, versionOf } from './table-schema.ts';
import { decodeText } from './text-decoding.ts';

export interface JournalFileSettings {
  readonly path: string;
  /** Milliseconds to wait for another program that writes. */
  readonly busyTimeout: number;
  /** The maximum size of the file. */
  readonly fileBytes: number | undefined;
  /** A file up to this size is checked completely when it is opened; in a larger one only the table of streams. */
  readonly checkedBytes: number;
}

export function openJournalFile(file: JournalFileSettings): SqliteConnection {
  const { path, busyTimeout, fileBytes } = file;
  try {
    prepareFile(path);
    const connection = new SqliteConnection(path);
    try {
      connection.execute(`PRAGMA busy_timeout = ${Math.round(busyTimeout)}`);
      requireOurs(connection, path);
      requireSound(connection, file);
      useWriteAheadLog(connection, busyTimeout);
      connection.execute('PRAGMA synchronous = FULL');
      migrate(connection);
      preallocateLog(connection, path, busyTimeout);
      if (fileBytes !== undefined) limitSize(connection, fileBytes);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    throw toJournalError(error, path);
  }
}

/** Creates the file and its folder, accessible to the user only, if they do not exist. */
function prepareFile(path: string): void {
  try {
    mkdirSync(dirname(path), { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return createFile(path);
  if (!found.isFile())
    throw new JournalError('unavailable', `${path} is not a file; choose another name for the journal.`);
  // SQLite would open a file that may only be read, and fail at the first event.
  accessSync(path, constants.R_OK | constants.W_OK);
}

/**
 * Creates the file under another name and links it: closing a file drops all POSIX locks that this process holds on it,
 * also those of another thread.
 */
function createFile(path: string): void {
  const draft = draftNameOf(path);
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    linkNew(draft, path);
  } finally {
    unlinkSync(draft);
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function requireOurs(connection: SqliteConnection, path: string): void {
  const isEmpty = connection.value('SELECT count(*) FROM sqlite_master') === 0;
  if (isEmpty) return;
  if (connection.value('PRAGMA application_id') !== applicationId) {
    throw new JournalError(
      'foreign',
      `${path} is a database of another program and was not changed; choose another name for the journal.`,
    );
  }
  const version = versionOf(connection);
  if (version <= schemaVersion) return;
  throw new JournalError(
    'newer',
    `${path} was written by a later version of this program (${version}, this one supports ${schemaVersion}) and was not changed; update this program.`,
  );
}

function requireSound(connection: SqliteConnection, { path, checkedBytes }: JournalFileSettings): void {
  const bytes = Number(connection.value('PRAGMA page_count')) * Number(connection.value('PRAGMA page_size'));
  // All tables until the first error, or only `streams` if the file is large.
  const scope = bytes <= checkedBytes ? '1' : "'streams'";
  const verdict = connection.value(`SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(${scope})`);
  const words = decodeText(verdict ?? null);
  if (words === 'ok') return;
  throw toJournalError({ code: 'SQLITE_CORRUPT', message: words }, path);
}

/** Switches to write-ahead logging, which needs exclusive access once; SQLite does not wait for that by itself. */
function useWriteAheadLog(connection: SqliteConnection, busyTimeout: number): void {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + busyTimeout;
  for (;;) {
    try {
      connection.value('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true || performance.now() > deadline) throw error;
    }
    Atomics.wait(neverNotified, 0, 0, 10);
  }
}

function limitSize(connection: SqliteConnection, fileBytes: number): void {
  const pages = Math.max(1, Math.floor(fileBytes / Number(connection.value('PRAGMA page_size'))));
  connection.value(`PRAGMA max_page_count = ${pages}`);
}
