import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { openSessionStore } from './session-store.ts';

let folder = '';
eachFolder((path) => {
  folder = join(path, 'workspace');
});

test('what was stored is there after a reload, and a second window has a store of its own meanwhile, of which the user is told', async () => {
  const warnings: string[] = [];
  const options = { folder, log: () => undefined, warn: (line: string) => void warnings.push(line), patience: 0 };
  const first = await openSessionStore(options);
  await first.journal.create('session');
  const second = await openSessionStore(options);
  expect(warnings).toEqual([expect.stringMatching(/^Sessions are kept in memory only.*already uses/su)]);
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  const again = await openSessionStore(options);
  expect(await again.journal.get('session')).toBeDefined();
  await again[Symbol.asyncDispose]();
  expect(warnings).toHaveLength(1);
});

test('a folder that cannot be used, and none at all, are a store in memory', async () => {
  writeFileSync(folder, 'a file is in the way');
  const warnings: string[] = [];
  const warn = (line: string): void => void warnings.push(line);
  const inTheWay = await openSessionStore({ folder, log: () => undefined, warn, patience: 0 });
  const none = await openSessionStore({ folder: undefined, log: () => undefined, warn, patience: 0 });
  await inTheWay[Symbol.asyncDispose]();
  await none[Symbol.asyncDispose]();
  expect(warnings).toHaveLength(1);
});
