import { expect, test } from 'vitest';

import { memoryNotes } from './session-notes.ts';
import { EditLog } from './edit-log.ts';
import { textBefore } from './reversible-change.ts';

const change = (size: number, path = '/rose.md'): Parameters<EditLog['add']>[0] => [
  { path, before: 'x'.repeat(size), after: '' },
];

async function pathsOf(log: EditLog): Promise<readonly (string | undefined)[]> {
  const paths: (string | undefined)[] = [];
  for (let newest = await log.newest(); newest !== undefined; newest = await log.newest()) {
    paths.push(newest[0]?.path);
    await log.drop();
  }
  return paths;
}

test('has the newest change first, until there is none', async () => {
  const log = new EditLog();
  await log.add(change(1, '/a'));
  await log.add(change(1, '/b'));
  expect(await pathsOf(log)).toEqual(['/b', '/a']);
  await log.drop();
  expect(await log.newest()).toBeUndefined();
});

test('forgets the oldest changes beyond its limit of text, and never the newest', async () => {
  const log = new EditLog(undefined, { held: 64, count: 4 });
  for (let count = 0; count < 5; count += 1) await log.add(change(30, `/${count}`));
  expect(await pathsOf(log)).toEqual(['/4', '/3']);
  await log.add(change(100, '/huge'));
  expect(await log.newest()).toMatchObject([{ path: '/huge' }]);
  for (let count = 0; count < 9; count += 1) await log.add(change(1, `/${count}`));
  expect(await pathsOf(log)).toEqual(['/8', '/7', '/6', '/5']);
});

test('is known to a later process, without what was undone', async () => {
  const notes = memoryNotes();
  const log = new EditLog(notes('one'));
  for (const path of ['/a', '/b', '/c']) await log.add(change(1, path));
  await log.drop();
  const later = new EditLog(notes('one'));
  await later.add(change(1, '/d'));
  expect(await pathsOf(new EditLog(notes('one')))).toEqual(['/d', '/b', '/a']);
  expect(await new EditLog(notes('two')).newest()).toBeUndefined();
});

test('takes out the changes of one file, for a later process too', async () => {
  const notes = memoryNotes();
  const log = new EditLog(notes('one'));
  for (const path of ['/a', '/b', '/a', '/c']) await log.add(change(1, path));
  expect(await log.paths()).toEqual(['/c', '/a', '/b']);
  await log.drop(await log.newest('/a'));
  await log.drop(await log.newest('/b'));
  expect(await log.newest('/b')).toBeUndefined();
  expect(await pathsOf(new EditLog(notes('one')))).toEqual(['/c', '/a']);
  expect(await log.paths()).toEqual(['/c', '/a']);
});

test('keeps of what is too large that it was there', async () => {
  const notes = memoryNotes();
  const log = new EditLog(notes('one'), { kept: 1000 });
  const large = 'x'.repeat(2000);
  expect(await log.add([{ path: '/a', before: `a${large}`, after: `b${large}` }])).toBe(true);
  expect(await log.add([{ path: '/a', before: large, after: undefined }])).toBe(false);
  const [held] = (await log.newest()) ?? [];
  expect(held === undefined ? undefined : textBefore(held)).toBe(large);
  const later = new EditLog(notes('one'));
  const [lost] = (await later.newest()) ?? [];
  expect(lost).toMatchObject({ path: '/a' });
  expect(lost?.text).toBeUndefined();
});
