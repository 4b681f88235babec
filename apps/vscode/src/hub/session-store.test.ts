import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { openSessionStore } from './session-store.ts';

let folder = '';
eachFolder((path) => {
  folder = join(path, 'workspace');
});

const wait = (): Promise<void> => Promise.resolve();

test('what was stored is there after a reload, and a second window has a store of its own meanwhile', async () => {
  const log: string[] = [];
  const options = { folder, log: (line: string) => void log.push(line), wait };
  const first = await openSessionStore(options);
  await first.journal.create('session');
  const second = await openSessionStore(options);
  expect(log).toEqual([expect.stringMatching(/^Sessions are kept in memory only.*already uses/su)]);
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  const again = await openSessionStore(options);
  expect(await again.journal.get('session')).toBeDefined();
  await again[Symbol.asyncDispose]();
  expect(log).toHaveLength(1);
});

test('a folder that cannot be used, and none at all, are a store in memory', async () => {
  writeFileSync(folder, 'a file is in the way');
  const log: string[] = [];
  const inTheWay = await openSessionStore({ folder, log: (line) => void log.push(line), wait });
  const none = await openSessionStore({ folder: undefined, log: (line) => void log.push(line), wait });
  await inTheWay[Symbol.asyncDispose]();
  await none[Symbol.asyncDispose]();
  expect(log).toHaveLength(1);
});
