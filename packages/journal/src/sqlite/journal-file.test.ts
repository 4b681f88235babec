/** Which files are opened as a journal, and that no other is changed. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { JournalError } from '../contract/journal-error.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { openJournalFile, type JournalFileSettings } from './journal-file.ts';
import { sqliteOperations } from './sqlite-operations.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  path = join(folder, 'journal.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (settings: Partial<JournalFileSettings> = {}): SqliteConnection =>
  openJournalFile({ path, busyTimeout: 50, fileBytes: undefined, checkedBytes: Infinity, ...settings });

/** What opening the file fails with. */
function failure(settings: Partial<JournalFileSettings> = {}): JournalError {
  try {
    open(settings).close();
  } catch (error) {
    expect(error).toBeInstanceOf(JournalError);
    return error as JournalError;
  }
  throw new Error('it was opened');
}

/** Leaves everything in the one file. */
function finish(connection: SqliteConnection): void {
  connection.value('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
}

/** A journal with a megabyte of events in the stream `long`, and the stream `short`. */
function fill(): void {
  const connection = open();
  const operations = sqliteOperations(connection, { metadataBytes: 1000 });
  const texts = Array.from({ length: 1000 }, (_, n) => JSON.stringify(`${n} ${'x'.repeat(1000)}`));
  connection.transaction(() => {
    operations.create({ stream: 'short', at: 1, metadata: '{}', texts: ['1'] });
    operations.create({ stream: 'long', at: 1, metadata: '{}', texts });
  });
  finish(connection);
}

/** Overwrites what is in the middle of the file. */
function damage(): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 20_000);
  writeFileSync(path, bytes);
}

const permissions = (file: string): string => (statSync(file).mode & 0o777).toString(8);

describe('a journal that is new', () => {
  test('is accessible to its owner only, and so are the files beside it and the folder', () => {
    path = join(folder, 'inner', 'journal.db');
    const connection = open();
    expect(permissions(join(folder, 'inner'))).toBe('700');
    const files = readdirSync(join(folder, 'inner'));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(permissions(join(folder, 'inner', file)), file).toBe('600');
    connection.close();
  });

  test('waits for the disk at every commit, and lets others read meanwhile', () => {
    const connection = open();
    expect(connection.value('PRAGMA synchronous')).toBe(2);
    expect(connection.value('PRAGMA journal_mode')).toBe('wal');
    connection.close();
  });

  test('may be a file in which nothing is yet', () => {
    writeFileSync(path, '');
    finish(open());
    rmSync(path);
    const begun = new SqliteConnection(path);
    begun.value('PRAGMA journal_mode = WAL');
    begun.close();
    finish(open());
  });

  test('needs a folder to be in', () => {
    path = join(folder, 'no', 'such', 'journal.db');
    expect(failure()).toMatchObject({
      code: 'unavailable',
      message: `The folder of the journal ${path} does not exist; create it first.`,
    });
  });

  test('is no folder itself', () => {
    mkdirSync(path);
    expect(failure().code).toBe('unavailable');
  });
});

describe('a file that is not ours', () => {
  test.each(['hello', 'x'.repeat(10_000), `SQLite format 3\0${'y'.repeat(5000)}`])(
    'is left as it is: %.20s',
    (text) => {
      writeFileSync(path, text);
      expect(failure().code).toMatch(/^(foreign|corrupt)$/u);
      expect(readFileSync(path, 'utf8')).toBe(text);
      expect(readdirSync(folder)).toEqual(['journal.db']);
    },
  );

  test('is left as it is when another program keeps its tables there', () => {
    const other = new SqliteConnection(path);
    other.execute('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    const before = readFileSync(path);
    expect(failure()).toMatchObject({ code: 'foreign', message: expect.stringContaining('another program') });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a journal of a later version', () => {
  test('is left as it is', () => {
    const connection = open();
    connection.execute('PRAGMA user_version = 99');
    finish(connection);
    const before = readFileSync(path);
    expect(failure()).toMatchObject({ code: 'newer', message: expect.stringContaining('update this program') });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a damaged journal', () => {
  test('is found out, and left as it is', () => {
    fill();
    damage();
    const before = readFileSync(path);
    expect(failure()).toMatchObject({ code: 'corrupt', message: expect.stringContaining('was not changed') });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('is found out when its end is missing', () => {
    fill();
    truncateSync(path, 100_000);
    expect(failure().code).toBe('corrupt');
    expect(statSync(path).size).toBe(100_000);
  });

  test('is used as far as it can be when it is too large to be checked', () => {
    fill();
    damage();
    const connection = open({ checkedBytes: 100_000 });
    const operations = sqliteOperations(connection, { metadataBytes: 1000 });
    const read = (stream: string): unknown =>
      operations.read({ stream, after: undefined, streamId: undefined, count: 1000, bytes: 1e9 });
    expect(read('short')).toMatchObject({ texts: ['1'] });
    expect(() => read('long')).toThrow(/malformed/u);
    connection.close();
  });
});

describe('a journal that may only be read', () => {
  test('is refused, also to its owner, who may write into its folder', () => {
    fill();
    chmodSync(folder, 0o755);
    chmodSync(path, 0o444);
    // Root may write everything, so another user tries.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(failure()).toMatchObject({ code: 'denied', message: expect.stringContaining('check the permissions') });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

describe('a journal that another program holds', () => {
  test('is refused when it takes too long', () => {
    const other = new SqliteConnection(path);
    other.execute('BEGIN EXCLUSIVE');
    expect(failure()).toMatchObject({ code: 'busy', message: expect.stringContaining('locked by another program') });
    other.execute('COMMIT');
    open().close();
    other.close();
  });
});

describe('the log of a journal', () => {
  const logBytes = (): number => statSync(`${path}-wal`).size;

  test('has its room beforehand, and does not grow while events come one by one', () => {
    const connection = open();
    const operations = sqliteOperations(connection, { metadataBytes: 1000 });
    const room = logBytes();
    // The size of the log does not depend on waiting for the disk.
    connection.execute('PRAGMA synchronous = OFF');
    expect(room).toBeGreaterThan(1_000_000);
    operations.create({ stream: 'one', at: 0, metadata: '{"updatedAt":0}', texts: [] });
    for (let n = 0; n < 600; n += 1)
      operations.append({ stream: 'one', at: 0, texts: [JSON.stringify('x'.repeat(200))] });
    expect(logBytes()).toBe(room);
    connection.close();
  });

  test('keeps what is in it when another program makes room, also after a crash', () => {
    const connection = open();
    const operations = sqliteOperations(connection, { metadataBytes: 1000 });
    operations.create({ stream: 'one', at: 0, metadata: '{"updatedAt":0}', texts: ['1', '2'] });
    truncateSync(`${path}-wal`, 32 + 20 * 4120);
    const other = open();
    expect(sqliteOperations(other, { metadataBytes: 1000 }).get({ stream: 'one' })).toMatchObject({ last: 2 });
    operations.append({ stream: 'one', at: 0, texts: ['3'] });
    // As a crash would leave it.
    for (const end of ['', '-wal']) writeFileSync(`${path}.copy${end}`, readFileSync(`${path}${end}`));
    const found = open({ path: `${path}.copy` });
    expect(sqliteOperations(found, { metadataBytes: 1000 }).get({ stream: 'one' })).toMatchObject({ last: 3 });
    for (const each of [connection, other, found]) each.close();
  });

  test('is used as it is while another program writes', () => {
    const connection = open();
    connection.execute('BEGIN IMMEDIATE');
    // If it waited for the writer, which never gets on, it would fail in the end.
    const other = open({ busyTimeout: 60_000 });
    expect(other.value('PRAGMA busy_timeout')).toBe(60_000);
    connection.execute('COMMIT');
    for (const each of [connection, other]) each.close();
  });
});
