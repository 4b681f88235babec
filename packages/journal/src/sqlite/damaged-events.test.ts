/** A valid file with damaged events or metadata: the error says what is damaged, and the other streams stay usable. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { sqliteJournal } from '../index.ts';
import { entries, numbered } from '../journal-contract.test-support.ts';
import { SqliteConnection } from './sqlite-connection.ts';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
  path = join(folder, 'journal.db');
  await using journal = await sqliteJournal(path);
  for (const stream of ['one', 'two', 'three']) {
    await journal.create(stream, { metadata: { cwd: '/garden', updatedAt: 5 }, events: numbered(5) });
  }
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function damage(sql: string): void {
  const connection = new SqliteConnection(path);
  connection.execute(sql);
  connection.close();
}

const ofTwo = "stream = (SELECT id FROM streams WHERE name = 'two')";
const advice = 'restore the journal from a copy, or delete two.';

test.each([
  ['is cut off', `UPDATE events SET event = '{"a":' WHERE sequence = 3 AND ${ofTwo}`],
  ['is not UTF-8', `UPDATE events SET event = CAST(x'22ff22' AS TEXT) WHERE sequence = 3 AND ${ofTwo}`],
  ['has a line end', `UPDATE events SET event = '{"a":' || char(10) || '"b' WHERE sequence = 3 AND ${ofTwo}`],
  ['is missing', `DELETE FROM events WHERE sequence = 3 AND ${ofTwo}`],
])('an event that %s is named, and what is before it and beside it can be read', async (_, sql) => {
  damage(sql);
  await using journal = await sqliteJournal(path);
  await expect(entries(journal, 'two')).rejects.toMatchObject({
    name: 'JournalError',
    code: 'corrupt',
    sequence: 3,
    message: `Event 3 of two is damaged; ${advice}`,
  });
  expect(await entries(journal, 'one')).toHaveLength(5);
  const later: number[] = [];
  for await (const { sequence } of journal.read('two', { after: 3 })) later.push(sequence);
  expect(later).toEqual([4, 5]);
  await journal.append('one', [6]);
  await journal.delete('two');
  expect((await journal.list()).streams.map(({ stream }) => stream)).toEqual(['three', 'one']);
});

test.each([
  ['of its last events', `DELETE FROM events WHERE sequence > 3 AND ${ofTwo}`, 4],
  ['of all events', `DELETE FROM events WHERE ${ofTwo}`, 1],
])('the loss %s is found out, and no number is given twice', async (_, sql, lost) => {
  damage(sql);
  await using journal = await sqliteJournal(path);
  const read: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const { sequence } of journal.read('two')) read.push(sequence);
  };
  const words = { code: 'corrupt', sequence: lost, message: `Event ${lost} of two is damaged; ${advice}` };
  await expect(reading()).rejects.toMatchObject(words);
  expect(read).toHaveLength(lost - 1);
  await expect(journal.append('two', [6])).rejects.toMatchObject(words);
  expect(await journal.delete('two')).toBe(true);
});

test('what was appended since anything else was said about a stream may be lost unseen, and nothing before', async () => {
  {
    await using journal = await sqliteJournal(path);
    await journal.append('two', [6], { patch: { title: 'Two' } });
    await journal.append('two', [7]);
  }
  damage(`DELETE FROM events WHERE sequence > 6 AND ${ofTwo}`);
  {
    await using journal = await sqliteJournal(path);
    expect(await entries(journal, 'two')).toHaveLength(6);
  }
  damage(`DELETE FROM events WHERE sequence > 5 AND ${ofTwo}`);
  await using journal = await sqliteJournal(path);
  await expect(entries(journal, 'two')).rejects.toMatchObject({ code: 'corrupt', sequence: 6 });
});

test.each([
  ['cut off', `'{"cwd":'`],
  ['not UTF-8', `CAST(x'7b2261223a22ff227d' AS TEXT)`],
])('metadata that are %s are named, and leave the others in the list', async (_, metadata) => {
  damage(`UPDATE streams SET facts = ${metadata} WHERE name = 'two'`);
  await using journal = await sqliteJournal(path);
  const words = { code: 'corrupt', message: `The metadata of two are damaged; ${advice}` };
  await expect(journal.get('two')).rejects.toMatchObject(words);
  await expect(journal.patch('two', { title: 'Two' })).rejects.toMatchObject(words);
  await expect(journal.append('two', [6], { patch: { title: 'Two' } })).rejects.toMatchObject(words);
  const first = await journal.list({ limit: 2 });
  const second = await journal.list({ limit: 2, cursor: first.next ?? '' });
  expect([...first.streams, ...second.streams].map(({ stream }) => stream)).toEqual(['three', 'one']);
  await journal.append('one', [6], { patch: { title: 'One' } });
  expect(await journal.delete('two')).toBe(true);
});

test('a stream whose name is not UTF-8 is not in the list, and leaves the others there', async () => {
  damage("UPDATE streams SET name = CAST(x'74ff6f' AS TEXT) WHERE name = 'two'");
  await using journal = await sqliteJournal(path);
  expect((await journal.list()).streams.map(({ stream }) => stream)).toEqual(['three', 'one']);
  expect(await journal.get('two')).toBeUndefined();
  expect(await entries(journal, 'one')).toHaveLength(5);
});
