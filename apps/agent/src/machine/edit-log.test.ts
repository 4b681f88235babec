import { expect, test } from 'vitest';

import { EditLog } from './edit-log.ts';

const change = (size: number, path = '/rose.md'): Parameters<EditLog['add']>[0] => [
  { path, before: undefined, after: 'x'.repeat(size) },
];

test('has the newest change first, until there is none', () => {
  const log = new EditLog();
  log.add(change(1, '/a'));
  log.add(change(1, '/b'));
  expect(log.newest?.[0]?.path).toBe('/b');
  log.drop();
  expect(log.newest?.[0]?.path).toBe('/a');
  log.drop();
  log.drop();
  expect(log.newest).toBeUndefined();
});

test('forgets the oldest changes beyond its limit of text, and never the newest', () => {
  const log = new EditLog();
  const mebibyte = 1024 * 1024;
  for (let count = 0; count < 5; count += 1) log.add(change(30 * mebibyte, `/${count}`));
  const kept: string[] = [];
  for (; log.newest !== undefined; log.drop()) kept.push(log.newest[0]?.path ?? '');
  expect(kept).toEqual(['/4', '/3']);
  const huge = change(100 * mebibyte, '/huge');
  log.add(huge);
  expect(log.newest).toBe(huge);
});
