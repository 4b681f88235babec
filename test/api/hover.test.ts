/** What an editor shows about a name that a program imports is our documentation, so every such name has a sentence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

/** The names that a door hands out from files beside it, by file. */
function exported(source: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [, names = '', file = ''] of source.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/gmu)) {
    const plain = names.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /u, '')
        .replace(/ as .*$/u, ''),
    );
    files.set(file, [...(files.get(file) ?? []), ...plain.filter((name) => name !== '')]);
  }
  return files;
}

/** Whether the declaration of `name` comes right after a comment. */
function isDocumented(source: string, name: string): boolean {
  const declaration = new RegExp(`^export (?:async )?(?:class|function|const|interface|type) ${name}\\b`, 'mu');
  const at = source.search(declaration);
  return at === -1 || source.slice(0, at).trimEnd().endsWith('*/');
}

test.each(['rpc', 'sdk', 'testing'])('every export of %s says what it is', (name) => {
  const folder = join(repository, 'packages', name, 'src');
  expect(readdirSync(folder)).toContain('index.ts');
  const missing = [...exported(readFileSync(join(folder, 'index.ts'), 'utf8'))].flatMap(([file, names]) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return names.filter((each) => !isDocumented(source, each)).map((each) => `${file}: ${each}`);
  });
  expect(missing).toEqual([]);
});
