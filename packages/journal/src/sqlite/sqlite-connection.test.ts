/** A connection whose statement found the file locked by another one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { sqliteJournal } from '../index.ts';
import { entries, numbered } from '../journal-contract.test-support.ts';
import { SqliteConnection } from './sqlite-connection.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `work` while another connection has the lock for writers. */
async function locked(other: SqliteConnection, work: () => unknown): Promise<void> {
  other.execute('BEGIN IMMEDIATE');
  try {
    await work();
  } finally {
    other.execute('COMMIT');
  }
}

test.each([
  [
    'a transaction',
    (connection: SqliteConnection): void => {
      connection.transaction(() => undefined);
    },
  ],
  [
    'a single statement',
    (connection: SqliteConnection): void => {
      connection.query('INSERT INTO numbers VALUES (?)').run(7);
    },
  ],
])('%s that could not begin does not hold back what is read later', async (_, write) => {
  const path = join(folder, 'numbers.db');
  const [connection, other] = [new SqliteConnection(path), new SqliteConnection(path)];
  connection.value('PRAGMA journal_mode = WAL');
  connection.execute('PRAGMA busy_timeout = 0; CREATE TABLE numbers (n INTEGER)');
  const count = (): unknown => connection.value('SELECT count(*) FROM numbers');

  await locked(other, () => {
    expect(() => write(connection)).toThrow('database is locked');
  });
  expect(count()).toBe(0);
  other.execute('INSERT INTO numbers VALUES (1), (2)');
  expect(count()).toBe(2);
  expect(other.value('PRAGMA wal_checkpoint(TRUNCATE)')).toBe(0);
  write(connection);
  for (const each of [connection, other]) each.close();
});

test('a journal that is opened while another program writes sees what is written later', async () => {
  const path = join(folder, 'garden.db');
  await using journal = await sqliteJournal(path);
  await journal.create('one', { events: numbered(3) });
  const other = new SqliteConnection(path);
  let opened: Awaited<ReturnType<typeof sqliteJournal>> | undefined;

  await locked(other, async () => (opened = await sqliteJournal(path)));
  await using reader = opened;
  expect(reader && (await entries(reader, 'one'))).toHaveLength(3);
  await journal.append('one', [4, 5]);
  expect(reader && (await entries(reader, 'one'))).toHaveLength(5);
  other.close();
});
