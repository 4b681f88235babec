/**
 * The tables of a journal, as migrations from each version to the next.
 *
 * A published migration never changes, because files of every earlier version must open. Metadata are in the column
 * `facts`.
 */
import type { SqliteConnection } from './sqlite-connection.ts';

/** Marks a SQLite file as a journal: "ACPJ". */
export const applicationId = 0x4143504a;

/**
 * The last number of a stream is that of its newest event or, if all were trimmed, `floor`, so an append does not write
 * the row of its stream. The indexes hold the fields by which lists are filtered, so only the rows of the page are
 * read. Ids of streams (`AUTOINCREMENT`) and tokens of owners are never used twice.
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

/** The number of events when the row of the stream was last written: a damaged file that has fewer is detected. */
const second = 'ALTER TABLE streams ADD COLUMN known INTEGER NOT NULL DEFAULT 0;';

/** Tokens that were released after a newer owner had fenced the stream, with the token of the owner before each. */
const third = `
CREATE TABLE released (
  stream INTEGER NOT NULL,
  token INTEGER NOT NULL,
  before INTEGER NOT NULL,
  PRIMARY KEY (stream, token)
) STRICT, WITHOUT ROWID;
`;

/** A checksum of each event; null for events that were written before there was one. */
const fourth = 'ALTER TABLE events ADD COLUMN sum INTEGER;';

/** Inserts the labels of rows of `streams` that are called `new`; `from` names their table, if it is not a trigger. */
const insertLabels = (from = ''): string => `
  INSERT OR IGNORE INTO labels SELECT new.id, value, new.updated, new.cwd, new.archived
  FROM ${from} json_each(iif(json_valid(new.facts), new.facts, '{}'), '$.labels')
  WHERE type = 'text' AND typeof(key) = 'integer';`;

/**
 * The labels of each stream, with the fields by which lists are ordered and filtered, so that a list by label reads
 * only the rows of its page. Triggers copy them from the row of the stream, so they change with it in every program. A
 * file of an earlier version may have any JSON value as `labels`: only the strings of an array are labels.
 */
const fifth = `
CREATE TABLE labels (
  stream INTEGER NOT NULL,
  label TEXT NOT NULL,
  updated INTEGER NOT NULL,
  cwd TEXT,
  archived INTEGER NOT NULL,
  PRIMARY KEY (stream, label)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_by_time ON labels (label, updated, stream, archived);
CREATE INDEX labels_by_folder ON labels (label, cwd, updated, stream, archived);
CREATE TRIGGER stream_created AFTER INSERT ON streams BEGIN ${insertLabels()}
END;
CREATE TRIGGER stream_patched AFTER UPDATE OF updated, cwd, archived, facts ON streams BEGIN
  DELETE FROM labels WHERE stream = new.id; ${insertLabels()}
END;
CREATE TRIGGER stream_deleted AFTER DELETE ON streams BEGIN
  DELETE FROM labels WHERE stream = old.id;
END;
${insertLabels('streams AS new,')}
`;

const migrations: readonly string[] = [first, second, third, fourth, fifth];

/** The version that this code reads and writes. */
export const schemaVersion: number = migrations.length;

/** Migrates the tables to the current version; several processes may try at once. */
export function migrate(connection: SqliteConnection): void {
  if (versionOf(connection) === schemaVersion) return;
  connection.transaction(() => {
    for (const migration of migrations.slice(versionOf(connection))) connection.execute(migration);
    connection.execute(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  });
}

export function versionOf(connection: SqliteConnection): number {
  return Number(connection.value('PRAGMA user_version'));
}
