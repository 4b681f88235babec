/** Files of every earlier version are brought up to date, at once or not at all. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openJournalFile } from './journal-file.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteOperations, type SqliteOperations } from './sqlite-operations.ts';
import { migrate, schemaVersion, versionOf } from './table-schema.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  path = join(folder, 'journal.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What the file of each version has, as the programs of that version wrote it. */
const versions: readonly string[] = [
  `
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
  INSERT INTO owners VALUES (7);
  `,
  'ALTER TABLE streams ADD COLUMN known INTEGER NOT NULL DEFAULT 0;',
  `CREATE TABLE released (
    stream INTEGER NOT NULL,
    token INTEGER NOT NULL,
    before INTEGER NOT NULL,
    PRIMARY KEY (stream, token)
  ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE events ADD COLUMN sum INTEGER;',
];

const damagedMetadata = '{"labels":["red"';

/** The metadata of the streams; the labels of the first one are labels today. */
const metadata: readonly string[] = [
  '{"cwd":"/garden","updatedAt":5,"labels":["red","green"]}',
  '{"updatedAt":6,"labels":["red","red",1,null,["red"]],"archived":true}',
  '{"updatedAt":7,"labels":"red"}',
  '{"updatedAt":8,"labels":{"0":"red"}}',
  '{"updatedAt":9}',
  damagedMetadata,
];

/** A file as a program of this version left it: one stream for each of `metadata`, with the events 1 and 2. */
function writeFile(version: number): void {
  const connection = new SqliteConnection(path);
  connection.value('PRAGMA journal_mode = WAL');
  connection.execute(versions.slice(0, version).join('\n'));
  connection.execute(`PRAGMA application_id = 0x4143504a; PRAGMA user_version = ${version}`);
  for (const [index, text] of metadata.entries()) {
    const {
      updatedAt,
      cwd = null,
      archived = false,
    } = text === damagedMetadata
      ? { updatedAt: 10 }
      : (JSON.parse(text) as { updatedAt: number; cwd?: string; archived?: boolean });
    const stream =
      'INSERT INTO streams (name, created, updated, cwd, archived, facts, floor) VALUES (?, 1, ?, ?, ?, ?, 0)';
    connection.query(stream).run(`s${index + 1}`, updatedAt, cwd, Number(archived), text);
    for (const sequence of [1, 2])
      connection
        .query('INSERT INTO events (stream, sequence, at, event) VALUES (?, ?, 1, ?)')
        .run(index + 1, sequence, String(sequence));
  }
  connection.close();
}

function open(file = path): { readonly connection: SqliteConnection; readonly operations: SqliteOperations } {
  const connection = openJournalFile({ path: file, busyTimeout: 50, fileBytes: undefined, checkedBytes: Infinity });
  return { connection, operations: sqliteOperations(connection, { metadataBytes: 1000 }) };
}

const listed = (
  operations: SqliteOperations,
  where: { readonly label: string; readonly cwd?: string; readonly archived?: boolean },
): string[] =>
  operations
    .list({ cwd: undefined, archived: undefined, behind: undefined, limit: 10, ...where })
    .map(({ stream }) => stream);

const isWhole = (operations: SqliteOperations): void => {
  for (const index of metadata.keys()) {
    const read = operations.read({
      stream: `s${index + 1}`,
      after: undefined,
      streamId: undefined,
      count: 9,
      bytes: 99,
    });
    expect(read.texts).toEqual(['1', '2']);
  }
};

test.each(versions.map((_, index) => index + 1))('a file of version %i is opened with everything in it', (version) => {
  writeFile(version);
  const { connection, operations } = open();
  expect(versionOf(connection)).toBe(schemaVersion);
  isWhole(operations);
  expect(operations.append({ stream: 's1', at: 2, texts: ['3'], patch: '{"title":"One"}' })).toEqual({
    first: 3,
    last: 3,
  });
  expect(operations.get({ stream: 's1' })).toMatchObject({
    metadata: '{"cwd":"/garden","updatedAt":5,"labels":["red","green"],"title":"One"}',
    first: 1,
    last: 3,
  });
  expect(operations.fence({ stream: 's1' })).toMatchObject({ token: 8 });
  connection.close();
});

test('a file from before there were labels is listed by those in its metadata', () => {
  writeFile(4);
  const { connection, operations } = open();
  expect(listed(operations, { label: 'red' })).toEqual(['s2', 's1']);
  expect(listed(operations, { label: 'green' })).toEqual(['s1']);
  expect(listed(operations, { label: 'red', cwd: '/garden' })).toEqual(['s1']);
  expect(listed(operations, { label: 'red', archived: true })).toEqual(['s2']);
  operations.patch({ stream: 's4', patch: '{"labels":["red"]}' });
  expect(listed(operations, { label: 'red' })).toEqual(['s4', 's2', 's1']);
  // A stream with damaged metadata can be deleted.
  expect(operations.delete({ stream: 's6' })).toBe(true);
  connection.close();
});

test('labels follow what a program of the earlier version still writes', () => {
  writeFile(4);
  const old = new SqliteConnection(path);
  const { connection, operations } = open();
  old.execute("UPDATE streams SET updated = 50, archived = 1 WHERE name = 's1'; DELETE FROM streams WHERE name = 's2'");
  expect(listed(operations, { label: 'red', archived: true })).toEqual(['s1']);
  expect(connection.value('SELECT count(*) FROM labels')).toBe(2);
  for (const each of [old, connection]) each.close();
});

test('a process that ends during the migration leaves the file as it was, and the next one migrates it', () => {
  writeFile(4);
  const connection = new SqliteConnection(path);
  // With so little memory, pages reach the log before the commit.
  connection.execute('PRAGMA cache_size = 1');
  const execute = connection.execute.bind(connection);
  const crashes: string[] = [];
  connection.execute = (sql) => {
    execute(sql);
    const copy = join(folder, `crash-${crashes.length}.db`);
    crashes.push(copy);
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
  };
  migrate(connection);
  connection.close();
  expect(crashes).toHaveLength(2);
  for (const copy of crashes) {
    const found = new SqliteConnection(copy);
    expect(versionOf(found)).toBe(4);
    expect(found.value("SELECT count(*) FROM sqlite_master WHERE name LIKE '%label%' OR type = 'trigger'")).toBe(0);
    expect(found.value('SELECT count(*) FROM events')).toBe(2 * metadata.length);
    found.close();
    const next = open(copy);
    isWhole(next.operations);
    expect(listed(next.operations, { label: 'red' })).toEqual(['s2', 's1']);
    next.connection.close();
  }
});
