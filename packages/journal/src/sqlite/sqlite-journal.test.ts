/** What a journal in SQLite does beyond the contract: it is durable, can be shared, and survives failures around it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';

import { settled } from '@acp-stack/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sqliteJournal, type Journal } from '../index.ts';
import { entries, numbered, refusal } from '../journal-contract.test-support.ts';
import { defaultLimits } from '../contract/limits.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteStore } from './sqlite-store.ts';
import { startWorker } from './sqlite-thread.ts';
import { StoreBackedJournal } from '../store/store-backed-journal.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  path = join(folder, 'journal.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const contents = async (journal: Journal, stream: string): Promise<unknown[]> =>
  (await entries(journal, stream)).map(({ event }) => event);

/** Numbers from 1 without a gap. */
const contiguous = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('a journal in SQLite', () => {
  test('is there again when it is opened again', async () => {
    {
      await using journal = await sqliteJournal(path);
      await journal.create('one', { metadata: { cwd: '/garden', updatedAt: 5 }, events: numbered(1000) });
      await journal.trim('one', { through: 10 });
      await journal.fence('one');
    }
    await using journal = await sqliteJournal(path);
    expect(await journal.get('one')).toMatchObject({
      metadata: { cwd: '/garden', updatedAt: 5 },
      first: 11,
      last: 1000,
    });
    expect(await refusal(journal.append('one', [1]))).toBe('fenced');
    expect(await contents(journal, 'one')).toEqual(numbered(1000).slice(10));
  });

  test('says in one sentence why it cannot be opened', async () => {
    path = join(folder, 'no', 'such', 'journal.db');
    await expect(sqliteJournal(path)).rejects.toMatchObject({
      name: 'JournalError',
      code: 'unavailable',
      message: `The folder of the journal ${path} does not exist; create it first.`,
    });
  });

  test('has room for so much that waits', async () => {
    await using journal = await sqliteJournal(path, { limits: { waitingBytes: 1000 } });
    await journal.create('one');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refusal(journal.append('one', ['x'.repeat(98)]))),
    );
    expect(outcomes).toEqual([...Array<string>(10).fill('none'), ...Array<string>(10).fill('overloaded')]);
    await journal.append('one', ['x'.repeat(98)]);
    expect(await journal.get('one')).toMatchObject({ last: 11 });
  });
});

describe('two journals on one file', () => {
  test('give contiguous numbers to all their writers, and see what the other wrote', async () => {
    await using left = await sqliteJournal(path);
    await using right = await sqliteJournal(path);
    await left.create('one');
    const journals = [left, right];
    const appended = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => journals[n % 2]?.append('one', [n, n])),
    );
    const firsts = appended.map((each) => each?.first ?? 0).toSorted((one, other) => one - other);
    expect(firsts).toEqual(Array.from({ length: 200 }, (_, n) => 2 * n + 1));
    expect((await entries(left, 'one')).map(({ sequence }) => sequence)).toEqual(contiguous(400));
    expect(await entries(right, 'one')).toEqual(await entries(left, 'one'));
  });

  test('may both be the first to open it', async () => {
    const journals = await Promise.all(Array.from({ length: 4 }, () => sqliteJournal(path)));
    await Promise.all(journals.map((journal, n) => journal.create(`s${n}`)));
    expect((await journals[0]?.list())?.streams).toHaveLength(4);
    await Promise.all(journals.map((journal) => journal.close()));
  });

  test('know each other’s owners', async () => {
    await using left = await sqliteJournal(path);
    await using right = await sqliteJournal(path);
    await left.create('one');
    const older = await left.fence('one');
    const newer = await right.fence('one');
    expect(await refusal(left.append('one', [1], { token: older.token }))).toBe('fenced');
    await right.append('one', [1], { token: newer.token });
  });
});

describe('while another program writes', () => {
  test('an append waits, and the event loop does not', async () => {
    await using journal = await sqliteJournal(path);
    await journal.create('one');
    const other = new SqliteConnection(path);
    // Waiting for this lock in the thread that holds it would never end.
    other.execute('BEGIN IMMEDIATE');
    const appended = journal.append('one', [1]);
    await settled();
    other.execute('COMMIT');
    expect(await appended).toEqual({ first: 1, last: 1 });
    other.close();
  });

  test('an append is refused when that takes too long, and later ones are taken', async () => {
    await using journal = await sqliteJournal(path, { busyTimeout: 20 });
    await journal.create('one');
    const other = new SqliteConnection(path);
    other.execute('BEGIN IMMEDIATE');
    const outcomes = await Promise.all([1, 2, 3].map((n) => refusal(journal.append('one', [n]))));
    expect(outcomes).toEqual(['busy', 'busy', 'busy']);
    expect(await journal.get('one')).toMatchObject({ last: 0 });
    other.execute('COMMIT');
    other.close();
    expect(await journal.append('one', [4])).toEqual({ first: 1, last: 1 });
  });
});

describe('when there is no space left', () => {
  test('an append is refused whole, small ones beside it are taken, and all are again when there is space', async () => {
    await using journal = await sqliteJournal(path, { fileBytes: 1024 * 1024 });
    await journal.create('large', { events: ['x'.repeat(500_000)] });
    await journal.create('one');
    const large = Array.from({ length: 100 }, () => 'y'.repeat(10_000));
    const outcomes = await Promise.all([
      refusal(journal.append('one', ['a'])),
      refusal(journal.append('one', large)),
      refusal(journal.append('one', ['b'])),
    ]);
    expect(outcomes).toEqual(['none', 'full', 'none']);
    expect(await contents(journal, 'one')).toEqual(['a', 'b']);
    await journal.delete('large');
    expect(await journal.append('one', large.slice(0, 50))).toEqual({ first: 3, last: 52 });
  });

  test('an append that is refused leaves the labels that it would have changed', async () => {
    await using journal = await sqliteJournal(path, { fileBytes: 256 * 1024 });
    await journal.create('one', { metadata: { labels: ['old'] } });
    const patch = { labels: ['new'] };
    expect(await refusal(journal.append('one', ['x'.repeat(500_000)], { patch }))).toBe('full');
    const listed = async (label: string): Promise<number> => (await journal.list({ where: { label } })).streams.length;
    expect([await listed('old'), await listed('new')]).toEqual([1, 0]);
    await journal.append('one', ['x'], { patch });
    expect([await listed('old'), await listed('new')]).toEqual([0, 1]);
  });
});

describe('when the thread ends unexpectedly', () => {
  test('pending requests fail, and the next request finds everything that was acknowledged', async () => {
    const workers: Worker[] = [];
    const settings = { path, busyTimeout: 1000, fileBytes: undefined, checkedBytes: Infinity, ...defaultLimits };
    const store = await SqliteStore.open(settings, async (params) => {
      const worker = await startWorker(params);
      workers.push(worker);
      return worker;
    });
    await using journal = new StoreBackedJournal(store, defaultLimits);
    await journal.create('one');
    for (let round = 1; round <= 5; round += 1) {
      const { last } = await journal.append('one', [round]);
      const waiting = Array.from({ length: 50 }, (_, n) => refusal(journal.append('one', [n])));
      await workers.at(-1)?.terminate();
      const outcomes = new Set(await Promise.all(waiting));
      expect([...outcomes].filter((each) => each !== 'none' && each !== 'interrupted')).toEqual([]);
      const read = await entries(journal, 'one');
      expect(read.length).toBeGreaterThanOrEqual(last);
      expect(read.map(({ sequence }) => sequence)).toEqual(contiguous(read.length));
    }
    expect(workers).toHaveLength(6);
  });
});
