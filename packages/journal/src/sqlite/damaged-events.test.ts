/** A valid file with damaged events or metadata: the error says what is damaged, and the other streams stay usable. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  ['says something else', `UPDATE events SET event = '"other"' WHERE sequence = 3 AND ${ofTwo}`],
  ['has another time', `UPDATE events SET at = at + 1 WHERE sequence = 3 AND ${ofTwo}`],
  ['has another checksum', `UPDATE events SET sum = sum + 1 WHERE sequence = 3 AND ${ofTwo}`],
  [
    'is at the place of another',
    `UPDATE events SET event = (SELECT event FROM events WHERE sequence = 4 AND ${ofTwo}), sum = (SELECT sum FROM events WHERE sequence = 4 AND ${ofTwo}) WHERE sequence = 3 AND ${ofTwo}`,
  ],
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

test('an event from before there were checksums is read as it is', async () => {
  damage(`UPDATE events SET sum = NULL WHERE ${ofTwo}`);
  await using journal = await sqliteJournal(path);
  expect(await entries(journal, 'two')).toHaveLength(5);
  await journal.append('two', [6]);
  expect(await entries(journal, 'two')).toHaveLength(6);
});

test('a copied stream keeps its checksums', async () => {
  {
    await using journal = await sqliteJournal(path);
    await journal.copy('two', 'four');
    expect(await entries(journal, 'four')).toHaveLength(5);
  }
  damage("UPDATE events SET event = '7' WHERE sequence = 2 AND stream = (SELECT id FROM streams WHERE name = 'four')");
  await using journal = await sqliteJournal(path);
  await expect(entries(journal, 'four')).rejects.toMatchObject({ code: 'corrupt', sequence: 2 });
});

test('a flipped bit in the text of an event is found out, wherever it is', async () => {
  const text = 'A rose is a rose is a rose. '.repeat(20);
  {
    await using journal = await sqliteJournal(path);
    await journal.create('long', { events: [text, text, text] });
  }
  const bytes = readFileSync(path);
  const places = [...bytes.toString('latin1').matchAll(/A rose is a rose/gu)].map(({ index }) => index);
  expect(places.length).toBeGreaterThanOrEqual(60);
  for (const place of [0, 7, 20, 33, 59].map((index) => places[index] ?? 0)) {
    const damaged = Buffer.from(bytes);
    damaged[place + 2] = (damaged[place + 2] ?? 0) ^ 1;
    const copy = join(folder, `copy-${place}.db`);
    writeFileSync(copy, damaged);
    await using journal = await sqliteJournal(copy);
    await expect(entries(journal, 'long')).rejects.toMatchObject({ code: 'corrupt' });
    expect(await entries(journal, 'one')).toHaveLength(5);
  }
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
