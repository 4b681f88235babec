/** Lists by label read an index and nothing else, and appends cost what they did. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ListParams } from '../store/store.ts';
import { openJournalFile } from './journal-file.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteOperations, type SqliteOperations } from './sqlite-operations.ts';

let folder = '';
let connection: SqliteConnection;
let operations: SqliteOperations;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  connection = openJournalFile({
    path: join(folder, 'journal.db'),
    busyTimeout: 50,
    fileBytes: undefined,
    checkedBytes: 0,
  });
  operations = sqliteOperations(connection, { metadataBytes: 1000 });
});

afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const everything: ListParams = { cwd: undefined, archived: undefined, label: undefined, behind: undefined, limit: 5 };

/** How SQLite runs the statement of this list. */
function planOf(params: Partial<ListParams>): string[] {
  const query = vi.spyOn(connection, 'query');
  operations.list({ ...everything, ...params });
  const sql = query.mock.calls[0]?.[0] ?? '';
  query.mockRestore();
  const values = Array.from(sql.matchAll(/\?/gu), () => 1);
  return connection
    .query(`EXPLAIN QUERY PLAN ${sql}`)
    .rows(...values)
    .map((row) => String(row.at(-1)));
}

const behind = { updatedAt: 1, streamId: 1 };

test.each<[Partial<ListParams>, string]>([
  [{ label: 'a' }, 'labels_by_time (label=?)'],
  [{ label: 'a', behind }, 'labels_by_time (label=? AND (updated,stream)<(?,?))'],
  [{ label: 'a', archived: true, behind }, 'labels_by_time (label=? AND (updated,stream)<(?,?))'],
  [{ label: 'a', cwd: '/x' }, 'labels_by_folder (label=? AND cwd=?)'],
  [
    { label: 'a', cwd: '/x', archived: false, behind },
    'labels_by_folder (label=? AND cwd=? AND (updated,stream)<(?,?))',
  ],
])('a list of %j reads the entries of %s in order, and the rows of its streams', (params, index) => {
  const [first, second, ...rest] = planOf(params);
  expect(first).toBe(`SEARCH labels USING COVERING INDEX ${index}`);
  expect(second).toBe('SEARCH streams USING INTEGER PRIMARY KEY (rowid=?)');
  expect(rest.filter((step) => /SCAN|TEMP B-TREE/u.test(step))).toEqual([]);
});

/** The number of pages that `work` writes: the log starts anew after everything in it was copied to the file. */
function pagesWritten(work: () => void): number {
  const checkpoint = connection.query('PRAGMA wal_checkpoint(PASSIVE)');
  checkpoint.row();
  work();
  return Number(checkpoint.row()?.[1]);
}

test('an append writes one page, also to a stream with labels', () => {
  const append = { stream: 'one', at: 0, texts: [JSON.stringify('x'.repeat(50))] };
  operations.create({ ...append, metadata: '{"updatedAt":0,"labels":["a","b"]}' });
  for (let n = 0; n < 10; n += 1) expect(pagesWritten(() => operations.append(append))).toBe(1);
});

test('a patch of a stream without labels writes its row and the two indexes of that, nothing about labels', () => {
  operations.create({ stream: 'one', at: 0, metadata: '{"updatedAt":0}', texts: [] });
  expect(pagesWritten(() => operations.patch({ stream: 'one', patch: '{"title":"b"}' }))).toBe(3);
});

test('a deleted stream leaves no label behind', () => {
  operations.create({ stream: 'one', at: 0, metadata: '{"updatedAt":0,"labels":["a","b"]}', texts: [] });
  expect(connection.value('SELECT count(*) FROM labels')).toBe(2);
  operations.delete({ stream: 'one' });
  expect(connection.value('SELECT count(*) FROM labels')).toBe(0);
});
