/** An append by one statement: it leaves no gap and takes no number twice, whatever has happened to the stream since it was last written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { SqliteConnection } from './sqlite-connection.ts';
import { openSqliteFile } from './journal-file.ts';
import { sqliteSteps, type SqliteSteps } from './sqlite-operations.ts';
import type { AppendStep } from '../store/store.ts';

interface Program {
  readonly connection: SqliteConnection;
  readonly steps: SqliteSteps;
}

let folder = '';
let [left, right]: Program[] = [];

function start(): Program {
  const path = join(folder, 'journal.db');
  const connection = openSqliteFile({ path, busyTimeout: 50, fileBytes: undefined, checkedBytes: 0 });
  return { connection, steps: sqliteSteps(connection, { factsBytes: 1000 }) };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  [left, right] = [start(), start()];
  left.steps.create({ stream: 'one', at: 0, facts: '{"updatedAt":0}', texts: ['0'] });
  left.steps.append(one('1'));
});

afterEach(() => {
  left?.connection.close();
  right?.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const one = (text: string, more: Partial<AppendStep> = {}): AppendStep => ({
  stream: 'one',
  at: 0,
  texts: [text],
  ...more,
});

const texts = (): readonly string[] | undefined =>
  right?.steps.read({ stream: 'one', after: undefined, life: undefined, count: 100, bytes: 1000 }).texts;

test('goes on behind what this program wrote last', () => {
  expect(left?.steps.appendAlone(one('2'))).toEqual({ first: 3, last: 3 });
  expect(left?.steps.appendAlone(one('3', { expectedLast: 3 }))).toEqual({ first: 4, last: 4 });
  expect(texts()).toEqual(['0', '1', '2', '3']);
  left?.steps.trim({ stream: 'one', through: 4 });
  expect(left?.steps.appendAlone(one('4'))).toEqual({ first: 5, last: 5 });
  expect(texts()).toEqual(['4']);
});

test.each<[string, () => void]>([
  ['somebody else has written', () => right?.steps.append(one('x'))],
  [
    'somebody else has written, and all of it was trimmed',
    () => {
      right?.steps.append(one('x'));
      right?.steps.trim({ stream: 'one', through: 3 });
    },
  ],
  ['somebody else owns the stream', () => right?.steps.fence({ stream: 'one' })],
  ['the stream was deleted', () => right?.steps.delete({ stream: 'one' })],
  [
    'the stream is another of the same name',
    () => {
      right?.steps.delete({ stream: 'one' });
      right?.steps.create({ stream: 'one', at: 0, facts: '{"updatedAt":0}', texts: [] });
    },
  ],
  [
    'what was written last was taken back',
    () => {
      expect(() =>
        left?.connection.transaction(() => {
          left?.steps.append(one('x'));
          throw new Error('There is no space left.');
        }),
      ).toThrow('no space');
    },
  ],
])('does nothing when %s', (_, happen) => {
  happen();
  const before = right?.steps.get({ stream: 'one' });
  expect(left?.steps.appendAlone(one('2'))).toBeUndefined();
  expect(right?.steps.get({ stream: 'one' })).toEqual(before);
  // And again: what is not known is not tried.
  expect(left?.steps.appendAlone(one('2'))).toBeUndefined();
});

test('does nothing for more than one event, another end than expected, facts, and a stream that it does not know', () => {
  expect(left?.steps.appendAlone(one('2', { texts: ['2', '3'] }))).toBeUndefined();
  expect(left?.steps.appendAlone(one('2', { texts: [] }))).toBeUndefined();
  expect(left?.steps.appendAlone(one('2', { expectedLast: 1 }))).toBeUndefined();
  expect(left?.steps.appendAlone(one('2', { patch: '{"title":"Roses"}' }))).toBeUndefined();
  expect(left?.steps.appendAlone(one('2', { token: 7 }))).toBeUndefined();
  expect(right?.steps.appendAlone(one('2'))).toBeUndefined();
  expect(texts()).toEqual(['0', '1']);
});
