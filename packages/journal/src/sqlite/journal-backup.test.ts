/** A copy of an open journal is complete, opens as a journal, and replaces nothing. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { sqliteJournal, type JournalError } from '../index.ts';
import { entries, numbered, refusal } from '../journal-contract.test-support.ts';
import { backupJournal } from './journal-backup.ts';
import { openJournalFile } from './journal-file.ts';
import { SqliteConnection } from './sqlite-connection.ts';

let folder = '';
let path = '';
let copy = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  path = join(folder, 'journal.db');
  copy = join(folder, 'copy.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('has everything up to the moment it was asked for, and both go their own ways', async () => {
  await using journal = await sqliteJournal(path);
  await journal.create('one', { metadata: { labels: ['a'], cwd: '/garden', updatedAt: 5 }, events: numbered(1000) });
  await journal.trim('one', { through: 10 });
  const { token } = await journal.fence('one');
  const before = journal.append('one', ['before'], { token });
  const copied = journal.backup(copy);
  const after = journal.append('one', ['after'], { token });
  await Promise.all([before, copied, after]);
  const losses: JournalError[] = [];
  await using other = await sqliteJournal(copy, { onLoss: (loss) => losses.push(loss) });
  expect(losses).toEqual([]);
  expect(await entries(other, 'one')).toEqual((await entries(journal, 'one')).slice(0, -1));
  expect(await other.get('one')).toEqual({ ...(await journal.get('one')), last: 1001 });
  expect((await other.list({ where: { label: 'a' } })).streams).toHaveLength(1);
  expect(await refusal(other.append('one', [1]))).toBe('fenced');
  expect(await other.append('one', ['elsewhere'], { token })).toEqual({ first: 1002, last: 1002 });
  expect((await entries(journal, 'one')).at(-1)?.event).toBe('after');
});

test('is accessible to the user only, and leaves no other file', async () => {
  await using journal = await sqliteJournal(path);
  const before = readdirSync(folder);
  await journal.backup(copy);
  expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
  expect(readdirSync(folder).toSorted()).toEqual([...before, 'copy.db'].toSorted());
});

test.each(['', '-wal', '-shm', '-journal', '-last'])(
  'is refused if there is a file of its name that ends in “%s”',
  async (ending) => {
    await using journal = await sqliteJournal(path);
    writeFileSync(`${copy}${ending}`, 'mine');
    await expect(journal.backup(copy)).rejects.toMatchObject({
      name: 'JournalError',
      code: 'exists',
      message: `${copy}${ending} already exists; choose another name for the copy of the journal.`,
    });
    expect(readFileSync(`${copy}${ending}`, 'utf8')).toBe('mine');
    expect(readdirSync(folder).filter((file) => file.startsWith('copy'))).toEqual([`copy.db${ending}`]);
    expect(await refusal(journal.backup(path))).toBe('exists');
  },
);

test('needs a folder to be in, and the journal works on', async () => {
  await using journal = await sqliteJournal(path);
  copy = join(folder, 'none', 'copy.db');
  await expect(journal.backup(copy)).rejects.toMatchObject({
    code: 'unavailable',
    message: `The folder of the journal ${copy} does not exist; create it first.`,
  });
  await journal.create('one');
  await journal.close();
  expect(await refusal(journal.backup(copy))).toBe('closed');
});

test('of a damaged journal is refused, names that journal, and leaves nothing', () => {
  const settings = { path, busyTimeout: 50, fileBytes: undefined };
  const connection = openJournalFile({ ...settings, checkedBytes: Infinity });
  for (let n = 1; n < 100; n += 1)
    connection.query('INSERT INTO events VALUES (1, ?, 0, ?, 0)').run(n, 'x'.repeat(900));
  connection.value('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, bytes.length - 20_000, bytes.length - 10_000));
  const damaged = openJournalFile({ ...settings, checkedBytes: 0 });
  expect(() => {
    backupJournal(damaged, copy);
  }).toThrow(expect.objectContaining({ code: expect.stringMatching(/^SQLITE_CORRUPT/u) }));
  damaged.close();
  expect(existsSync(copy)).toBe(false);
  expect(readdirSync(folder).filter((file) => file.startsWith('copy'))).toEqual([]);
});

test('is taken while another program writes', () => {
  const connection = openJournalFile({ path, busyTimeout: 50, fileBytes: undefined, checkedBytes: 0 });
  const other = new SqliteConnection(path);
  other.execute("BEGIN IMMEDIATE; INSERT INTO events VALUES (1, 1, 0, '1', 0)");
  backupJournal(connection, copy);
  other.execute('COMMIT');
  const found = new SqliteConnection(copy);
  expect(found.value('SELECT count(*) FROM events')).toBe(0);
  for (const each of [connection, other, found]) each.close();
});
