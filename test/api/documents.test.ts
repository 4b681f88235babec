/** What the documents of the repository list is all that there is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

test('ARCHITECTURE.md says what each folder of tests holds', () => {
  const [, table = ''] = read('ARCHITECTURE.md').split('Under `test/`:');
  const listed = [...table.matchAll(/^\| `([\w-]+)` +\| \w/gmu)].map(([, name]) => name);
  const folders = readdirSync(join(repository, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

test('CONTRIBUTING.md mentions every script of package.json', () => {
  const contributing = read('CONTRIBUTING.md');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const names = Object.keys(scripts).map((name) => (name.startsWith('check:') ? 'check:types' : name));
  const silent = names.filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:])`, 'u').test(contributing));
  expect(silent).toEqual([]);
});
