/** What the documents of the repository list is all that there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readWorkspace } from '../../scripts/workspace.mjs';
import { repository } from '../support/checkout.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

test('ARCHITECTURE.md says what each folder of tests holds', () => {
  const [, table = ''] = read('ARCHITECTURE.md').split('Under `test/`:');
  const listed = [...table.matchAll(/^\| `([\w-]+)` +\| \w/gmu)].map(([, name]) => name);
  const folders = readdirSync(join(repository, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

/** The items of a list, with the lines that belong to each: ``- `folder`, `folder`: text`` or `- Words: text`. */
interface Item {
  readonly folders: readonly string[];
  readonly text: string;
}

/** The lists of “Where is it?”, by the path in their heading. */
function listsOfArchitecture(): ReadonlyMap<string, readonly Item[]> {
  const [, rest = ''] = read('ARCHITECTURE.md').split('## Where is it?');
  const [page = ''] = rest.split(/^## /mu);
  const sections = page.split(/^### /mu).slice(1);
  return new Map(
    sections.flatMap((section): (readonly [string, readonly Item[]])[] => {
      const path = /^`(?<path>[^`]+)`/u.exec(section)?.groups?.['path'];
      return path === undefined ? [] : [[path, section.split(/^- /mu).slice(1).map(itemOf)]];
    }),
  );
}

function itemOf(lines: string): Item {
  const [names = ''] = /^(?:`[\w-]+`(?:, )?)*(?=:)/u.exec(lines) ?? [];
  return { folders: namesIn(names), text: lines.slice(names.length) };
}

const namesIn = (text: string): readonly string[] => Array.from(text.matchAll(/`([^`]+)`/gu), ([, name]) => name ?? '');

/** Names of modules; `…` stands for any. */
const modulesIn = (text: string): readonly string[] =>
  namesIn(text).filter((name) => /\.tsx?$/u.test(name) && !name.includes('…') && !name.startsWith('scripts/'));

const topOf = (file: string): string => file.split('/')[0] ?? '';

const lists = listsOfArchitecture();

test('ARCHITECTURE.md has a list of folders for every package and app', () => {
  const members = readWorkspace(repository).map(({ home }) => `${home}/src`);
  expect([...lists.keys()].toSorted()).toEqual(members.toSorted());
});

describe.each([...lists])('the list of %s in ARCHITECTURE.md', (path, items) => {
  const files = readdirSync(join(repository, path), { recursive: true, encoding: 'utf8' });
  /** The files in the folders of an item, or in any folder if it has none, that a name such as `post/order.ts` fits. */
  const filesNamed = (name: string, { folders }: Item): readonly string[] =>
    files.filter(
      (file) => `/${file}`.endsWith(`/${name}`) && (folders[0] === undefined || folders.includes(topOf(file))),
    );

  test('says what each folder holds', () => {
    const entries = readdirSync(join(repository, path), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(items.flatMap((item) => item.folders).toSorted()).toEqual(folders.toSorted());
  });

  test('names modules that are in the folders of their item', () => {
    const missing = items.flatMap((item) => modulesIn(item.text).filter((name) => filesNamed(name, item).length === 0));
    expect(missing).toEqual([]);
  });

  test('names functions that are in the modules of their item', () => {
    const missing = items.flatMap((item) => {
      const source = modulesIn(item.text)
        .flatMap((name) => filesNamed(name, item))
        .map((file) => read(join(path, file)))
        .join('\n');
      const functions = namesIn(item.text).filter((name) => name.endsWith('()'));
      return functions.filter((name) => !new RegExp(`(?<![\\w#])${name.slice(0, -2)}\\(`, 'u').test(source));
    });
    expect(missing).toEqual([]);
  });
});

test('every file that ARCHITECTURE.md names by its whole path exists', () => {
  const files = Array.from(
    read('ARCHITECTURE.md').matchAll(/`((?:packages|apps|scripts|test)\/[^`\s]+)`/gu),
    ([, file]) => file ?? '',
  );
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});

test('CONTRIBUTING.md mentions every script of package.json', () => {
  const contributing = read('CONTRIBUTING.md');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const names = Object.keys(scripts).map((name) => (name.startsWith('check:') ? 'check:types' : name));
  const silent = names.filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:])`, 'u').test(contributing));
  expect(silent).toEqual([]);
});
