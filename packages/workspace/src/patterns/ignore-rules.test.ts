/** Compared with git itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { walkFiles } from '../search/file-walk.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { openRoots } from '../paths/roots.ts';

const git = (project: SampleProject, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'core.quotePath=false', '-c', 'core.excludesFile=/dev/null', ...args], {
    cwd: project.root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: project.outside, GIT_CONFIG_NOSYSTEM: '1' },
  });

async function walked(project: SampleProject): Promise<string[]> {
  const roots = await openRoots({ cwd: project.root }, 'handle');
  const paths: string[] = [];
  for await (const file of walkFiles(roots, { includeIgnored: false, signal: undefined })) {
    paths.push(file.relativePath);
    await file.done();
  }
  return paths.toSorted();
}

/** The files that git would add, which are those that it does not ignore. */
const added = (project: SampleProject): string[] =>
  git(project, 'ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean).toSorted();

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

test('leaves out what git leaves out', async () => {
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
  using project = createSampleProject();
  git(project, 'init', '--quiet');
  for (const path of paths) {
    mkdirSync(dirname(project.at(path)), { recursive: true });
    writeFileSync(project.at(path), '');
  }
  await fc.assert(
    fc.asyncProperty(rules, rules, rules, async (top, middle, deep) => {
      writeFileSync(project.at('.gitignore'), top.join('\n'));
      writeFileSync(project.at('src/.gitignore'), `${middle.join('\r\n')}\n`);
      writeFileSync(project.at('src/deep/.gitignore'), deep.join('\n'));
      expect(await walked(project)).toEqual(added(project));
    }),
    { numRuns: 100 },
  );
});

test('lets .ignore overrule .gitignore', async () => {
  using project = createSampleProject();
  project.write({
    '.gitignore': '*.log\n',
    '.ignore': '!keep.log\nsecret.txt\n',
    'a.log': '',
    'keep.log': '',
    'secret.txt': '',
  });
  expect(await walked(project)).toEqual(['.gitignore', '.ignore', 'keep.log']);
});
