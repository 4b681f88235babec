/**
 * An append by one statement: it leaves no gap and uses no number twice, whatever has happened to the stream since it
 * was last written.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { SqliteConnection } from './sqlite-connection.ts';
import { openJournalFile } from './journal-file.ts';
import { sqliteOperations, type SqliteOperations } from './sqlite-operations.ts';
import type { AppendParams } from '../store/store.ts';

interface Program {
  readonly connection: SqliteConnection;
  readonly operations: SqliteOperations;
}

let folder = '';
let [left, right]: Program[] = [];

function start(): Program {
  const path = join(folder, 'journal.db');
  const connection = openJournalFile({ path, busyTimeout: 50, fileBytes: undefined, checkedBytes: 0 });
  return { connection, operations: sqliteOperations(connection, { metadataBytes: 1000 }) };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  [left, right] = [start(), start()];
  left.operations.create({ stream: 'one', at: 0, metadata: '{"updatedAt":0}', texts: ['0'] });
  left.operations.append(one('1'));
});

afterEach(() => {
  left?.connection.close();
  right?.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const one = (text: string, more: Partial<AppendParams> = {}): AppendParams => ({
  stream: 'one',
  at: 0,
  texts: [text],
  ...more,
});

const texts = (): readonly string[] | undefined =>
  right?.operations.read({ stream: 'one', after: undefined, streamId: undefined, count: 100, bytes: 1000 }).texts;

test('goes on behind what this program wrote last', () => {
  expect(left?.operations.appendAlone(one('2'))).toEqual({ first: 3, last: 3 });
  expect(left?.operations.appendAlone(one('3', { expectedLast: 3 }))).toEqual({ first: 4, last: 4 });
  expect(texts()).toEqual(['0', '1', '2', '3']);
  left?.operations.trim({ stream: 'one', through: 4 });
  expect(left?.operations.appendAlone(one('4'))).toEqual({ first: 5, last: 5 });
  expect(texts()).toEqual(['4']);
});

test.each<[string, () => void]>([
  ['another program has written', () => right?.operations.append(one('x'))],
  [
    'another program has written, and all of it was trimmed',
    () => {
      right?.operations.append(one('x'));
      right?.operations.trim({ stream: 'one', through: 3 });
    },
  ],
  ['another program owns the stream', () => right?.operations.fence({ stream: 'one' })],
  ['the stream was deleted', () => right?.operations.delete({ stream: 'one' })],
  [
    'the stream is another of the same name',
    () => {
      right?.operations.delete({ stream: 'one' });
      right?.operations.create({ stream: 'one', at: 0, metadata: '{"updatedAt":0}', texts: [] });
    },
  ],
  [
    'what was written last was taken back',
    () => {
      expect(() =>
        left?.connection.transaction(() => {
          left?.operations.append(one('x'));
          throw new Error('There is no space left.');
        }),
      ).toThrow('no space');
    },
  ],
])('does nothing when %s', (_, happen) => {
  happen();
  const before = right?.operations.get({ stream: 'one' });
  expect(left?.operations.appendAlone(one('2'))).toBeUndefined();
  expect(right?.operations.get({ stream: 'one' })).toEqual(before);
  // And again: what is not known is not tried.
  expect(left?.operations.appendAlone(one('2'))).toBeUndefined();
});

test('does nothing for more than one event, another end than expected, metadata, and a stream that it does not know', () => {
  expect(left?.operations.appendAlone(one('2', { texts: ['2', '3'] }))).toBeUndefined();
  expect(left?.operations.appendAlone(one('2', { texts: [] }))).toBeUndefined();
  expect(left?.operations.appendAlone(one('2', { expectedLast: 1 }))).toBeUndefined();
  expect(left?.operations.appendAlone(one('2', { patch: '{"title":"Roses"}' }))).toBeUndefined();
  expect(left?.operations.appendAlone(one('2', { token: 7 }))).toBeUndefined();
  expect(right?.operations.appendAlone(one('2'))).toBeUndefined();
  expect(texts()).toEqual(['0', '1']);
});
