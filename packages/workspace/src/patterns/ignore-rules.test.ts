/** Judged by git itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { walkFiles } from '../search/file-walk.ts';
import { createGarden, type Garden } from '../sample-project.test-support.ts';
import { openRoots } from '../paths/roots.ts';

const git = (garden: Garden, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'core.quotePath=false', '-c', 'core.excludesFile=/dev/null', ...args], {
    cwd: garden.root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: garden.outside, GIT_CONFIG_NOSYSTEM: '1' },
  });

async function walked(garden: Garden): Promise<string[]> {
  const roots = await openRoots({ cwd: garden.root }, 'handle');
  const paths: string[] = [];
  for await (const file of walkFiles(roots, { includeIgnored: false, signal: undefined })) {
    paths.push(file.relativePath);
    await file.done();
  }
  return paths.toSorted();
}

/** The files that git would add, which are those that it does not ignore. */
const added = (garden: Garden): string[] =>
  git(garden, 'ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean).toSorted();

const paths = [
  'a',
  'a.log',
  'build/out.js',
  'build/keep.js',
  'src/a.log',
  'src/build/x.js',
  'src/deep/a.txt',
  'src/deep/deeper/a.log',
  'deep/a.txt',
  'doc/a b.txt',
  'doc/#hash',
  'doc/!bang',
  'trailing ',
  '[x]',
  'é.txt',
];

test('leaves out what git leaves out', { timeout: 120_000 }, async () => {
  const rule = fc.constantFrom(
    '*.log',
    '!*.log',
    '!a.log',
    'build/',
    'build',
    '/build',
    'build/*',
    '!build/keep.js',
    'src/**',
    'src/**/a.log',
    '**/deep',
    '**/deep/',
    'deep/a.txt',
    '/deep',
    'src/*/a.txt',
    '/*',
    '!/src',
    '*',
    '!*/',
    '# comment',
    '',
    '  ',
    String.raw`\#hash`,
    String.raw`\!bang`,
    'a b.txt',
    String.raw`trailing\ `,
    'trailing ',
    '[ab]',
    '[!a]',
    String.raw`\[x\]`,
    '[[]x]',
    'é.*',
    '?',
    '???.*',
    '**',
    'a**',
    '/**/a.txt',
    'src/deep/**',
    '!src/deep/deeper/',
    'doc/',
    '!doc/',
  );
  const rules = fc.array(rule, { maxLength: 6 });
  using garden = createGarden();
  git(garden, 'init', '--quiet');
  for (const path of paths) {
    mkdirSync(dirname(garden.at(path)), { recursive: true });
    writeFileSync(garden.at(path), '');
  }
  await fc.assert(
    fc.asyncProperty(rules, rules, rules, async (top, middle, deep) => {
      writeFileSync(garden.at('.gitignore'), top.join('\n'));
      writeFileSync(garden.at('src/.gitignore'), `${middle.join('\r\n')}\n`);
      writeFileSync(garden.at('src/deep/.gitignore'), deep.join('\n'));
      expect(await walked(garden)).toEqual(added(garden));
    }),
    { numRuns: 100 },
  );
});

test('lets .ignore overrule .gitignore', async () => {
  using garden = createGarden();
  garden.plant({
    '.gitignore': '*.log\n',
    '.ignore': '!keep.log\nsecret.txt\n',
    'a.log': '',
    'keep.log': '',
    'secret.txt': '',
  });
  expect(await walked(garden)).toEqual(['.gitignore', '.ignore', 'keep.log']);
});
