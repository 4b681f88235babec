/**
 * The tables of a journal, as the steps that lead from each version of them to the next.
 *
 * A step that has been published is never changed: files of every earlier version are there to be opened.
 */
import type { SqliteConnection } from './sqlite-connection.ts';

/** Marks a SQLite file as a journal: "ACPJ". */
export const applicationId = 0x4143504a;

/**
 * A stream ends with its newest event or, when all are trimmed, with `floor`: an append need not write the row of its
 * stream. The indexes hold what a list is narrowed by, so that only the rows of the page are read. Numbers of streams
 * (`AUTOINCREMENT`) and of owners are never given twice.
 */
const first = `
CREATE TABLE streams (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  cwd TEXT,
  archived INTEGER NOT NULL,
  facts TEXT NOT NULL,
  floor INTEGER NOT NULL,
  owner INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX streams_by_time ON streams (updated, id, archived);
CREATE INDEX streams_by_folder ON streams (cwd, updated, id, archived);
CREATE TABLE events (
  stream INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  PRIMARY KEY (stream, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE owners (newest INTEGER NOT NULL) STRICT;
INSERT INTO owners VALUES (0);
`;

/** Events that there are at least, by what was last written to the row of the stream: a damaged file that says less is found out. */
const second = 'ALTER TABLE streams ADD COLUMN known INTEGER NOT NULL DEFAULT 0;';

/** Who has given a stream back while somebody else owned it, with the owner before. */
const third = `
CREATE TABLE released (
  stream INTEGER NOT NULL,
  token INTEGER NOT NULL,
  before INTEGER NOT NULL,
  PRIMARY KEY (stream, token)
) STRICT, WITHOUT ROWID;
`;

const steps: readonly string[] = [first, second, third];

/** The version that this code reads and writes. */
export const schemaVersion: number = steps.length;

/** Brings the tables up to date; several processes may try at once. */
export function migrate(connection: SqliteConnection): void {
  if (versionOf(connection) === schemaVersion) return;
  connection.transaction(() => {
    for (const step of steps.slice(versionOf(connection))) connection.execute(step);
    connection.execute(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  });
}

export function versionOf(connection: SqliteConnection): number {
  return Number(connection.value('PRAGMA user_version'));
}
