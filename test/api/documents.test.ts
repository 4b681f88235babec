/** What the documents of the repository list is all that there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

test('ARCHITECTURE.md says what each folder of tests holds', () => {
  const [, table = ''] = read('ARCHITECTURE.md').split('Under `test/`:');
  const listed = [...table.matchAll(/^\| `([\w-]+)` +\| \w/gmu)].map(([, name]) => name);
  const folders = readdirSync(join(repository, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

test.each(['apps/cli/src', 'packages/workspace/src/client', 'packages/registry/src'])(
  'ARCHITECTURE.md says what each folder of %s holds',
  (path) => {
    const [, rest = ''] = read('ARCHITECTURE.md').split(new RegExp(`Under \`${path}\`[^\n]*:`, 'u'));
    const [table = ''] = rest.split(/^(?:Under|##) /mu);
    const cells = Array.from(table.matchAll(/^\| (`[^|]*?) *\|/gmu), ([, cell]) => cell ?? '');
    const listed = cells.flatMap((cell) => Array.from(cell.matchAll(/`([\w-]+)`/gu), ([, name]) => name));
    const entries = readdirSync(join(repository, path), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(folders.toSorted());
  },
);

test('every file that ARCHITECTURE.md names exists', () => {
  const files = Array.from(
    read('ARCHITECTURE.md').matchAll(/`((?:packages|apps)\/[^`\s]+)`/gu),
    ([, file]) => file ?? '',
  );
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});

test('every function and neighbour that a row of “Where is it?” names exists', () => {
  const [, rest = ''] = read('ARCHITECTURE.md').split('## Where is it?');
  const [section = ''] = rest.split('\nUnder `');
  const answers = Array.from(section.matchAll(/^\|[^|]+\|([^|]+)\|$/gmu), ([, answer = '']) => answer);
  expect(answers.length).toBeGreaterThan(40);
  const missing = answers.flatMap((answer) => {
    const named = Array.from(answer.matchAll(/`([^`]+)`/gu), ([, name = '']) => name);
    const files = named.filter((name) => name.includes('/'));
    const isThere = (name: string): boolean =>
      name.endsWith('.ts')
        ? files.some((file) => existsSync(join(repository, dirname(file), name)))
        : files.some((file) => new RegExp(`(?<![\\w#])${name}\\(`, 'u').test(read(file)));
    return named.filter((name) => !name.includes('/') && !isThere(name));
  });
  expect(missing).toEqual([]);
});

test('CONTRIBUTING.md mentions every script of package.json', () => {
  const contributing = read('CONTRIBUTING.md');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const names = Object.keys(scripts).map((name) => (name.startsWith('check:') ? 'check:types' : name));
  const silent = names.filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:])`, 'u').test(contributing));
  expect(silent).toEqual([]);
});
