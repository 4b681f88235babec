/** Which files a rule with a path fits, however the path of the file and the path of the rule are written. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { openWorkspace, type Workspace } from '../../workspace.ts';
import { RuleFiles } from './rule-files.ts';

let project: SampleProject;
let workspace: Workspace;

beforeEach(async () => {
  project = createSampleProject();
  project.write({
    'secrets/key': '',
    'secrets/deep/er/key': '',
    'src/rose.ts': '',
    'vault/key': '',
    'a/b/c/d.txt': '',
  });
  const links: Readonly<Record<string, string>> = {
    innocent: 'secrets',
    again: 'innocent',
    'src/up': '../secrets/deep',
    'src/file': '../secrets/key',
    // Named by a rule, and a link itself.
    hidden: 'vault',
    // The folder above its target is `secrets`.
    inner: 'secrets/deep',
    dangling: 'secrets/new-folder',
    away: project.outside,
    round: 'round',
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, project.at(path));
  symlinkSync(project.root, join(project.outside, 'back'));
  workspace = await openWorkspace({ cwd: project.root });
});

afterEach(async () => {
  await workspace[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

const filesOf = (path: string, kind = 'read'): Promise<RuleFiles> =>
  RuleFiles.of({ kind, paths: [path] }, () => Promise.resolve(workspace));

const isDenied = async (pattern: string, path: string, kind?: string): Promise<boolean> =>
  (await filesOf(path.replace('<outside>', project.outside), kind)).isAnyIn(
    pattern.replace('<root>', project.root).replace('<outside>', project.outside),
  );

const spelledPatterns = [
  'secrets',
  'secrets/',
  'secrets//',
  './secrets',
  './/secrets/.',
  'secrets/**',
  'secrets/**/',
  'src/../secrets',
  'SECRETS/',
  '<root>/secrets',
  '<root>/secrets/',
  '<root>/src/../secrets/**',
  '<outside>/back/secrets',
  'innocent',
  'again/',
  '**/secrets',
  'secret[s]/',
  's*ts',
];

const spelledPaths = [
  'secrets',
  'secrets/',
  'secrets/key',
  'secrets/deep/er/key',
  './secrets/key',
  'src/../secrets/key',
  'missing/../secrets/key',
  'Secrets/KEY',
  'secrets/not/yet/there',
  'innocent/key',
  'innocent/not-yet-there',
  'again/deep/er/key',
  'again/../secrets/key',
  'src/up/er/key',
  'src/up/not-yet-there',
  'src/file',
  // `..` after a link: the folder above its target.
  'inner/../key',
  'inner/../not-yet-there',
  'dangling/key',
  'away/back/secrets/key',
  'away/back/src/up/../key',
  '<outside>/back/innocent/key',
];

describe('a rule that asks or denies', () => {
  test.each(spelledPatterns)('of %s fits everything in the folder, however its path is spelled', async (pattern) => {
    const missed: string[] = [];
    for (const path of spelledPaths) {
      const forms = path.startsWith('<outside>') ? [path] : [path, `${project.root}/${path}`];
      for (const form of forms) if (!(await isDenied(pattern, form))) missed.push(form);
    }
    expect(missed).toEqual([]);
  });

  test.each(spelledPatterns)('of %s fits nothing else', async (pattern) => {
    for (const path of ['src/rose.ts', 'secrets-of-roses/key', 'src', '.', 'vault/key', 'away/secret.txt'])
      expect(await isDenied(pattern, path), path).toBe(false);
  });

  test.each([
    ['hidden', 'vault/key'],
    ['hidden/', 'vault/not-yet-there'],
    ['hidden/*', 'vault/key'],
    ['away', '<outside>/secret.txt'],
    ['../outside', 'away/secret.txt'],
    ['<outside>', 'away/not-yet-there'],
    ['a/*', 'a/b/c/d.txt'],
    ['a/?/c', 'a/b/c/d.txt'],
    ['**/c', 'a/b/c/d.txt'],
    ['**', 'a/b/c/d.txt'],
    ['.', 'a/b/c/d.txt'],
    ['/', 'a/b/c/d.txt'],
    ['A/B', 'a/b/c/d.txt'],
    ['a/B*', 'a/b/c/d.txt'],
    ['a/[a-c]', 'A/B/c/d.txt'],
    ['caf\u{E9}', 'cafe\u{301}/menu'],
    ['not-yet-there/', 'not-yet-there/x'],
  ])('of %s fits %s', async (pattern, path) => {
    expect(await isDenied(pattern, path)).toBe(true);
  });

  test('fits a file whose path cannot be resolved', async () => {
    expect(await isDenied('secrets', 'round/key')).toBe(true);
    expect(await isDenied('secrets', 'a\0b')).toBe(true);
  });

  test('fits a folder around what it names if that is moved or deleted', async () => {
    for (const kind of ['move', 'delete']) {
      expect(await isDenied('a/b/c/d.txt', 'a', kind)).toBe(true);
      expect(await isDenied('innocent/key', 'secrets', kind)).toBe(true);
      expect(await isDenied('a/b/c/d.txt', 'src', kind)).toBe(false);
    }
    expect(await isDenied('a/b/c/d.txt', 'a', 'read')).toBe(false);
  });

  test('fits in every directory of the session', async () => {
    mkdirSync(join(project.outside, 'secrets'));
    await using both = await openWorkspace({ cwd: project.root, additionalDirectories: [project.outside] });
    const paths = [join(project.outside, 'secrets', 'key')];
    const files = await RuleFiles.of({ kind: 'read', paths }, () => Promise.resolve(both));
    expect(await files.isAnyIn('secrets/')).toBe(true);
    expect(await files.isAnyIn('vault/')).toBe(false);
  });

  test('fits in any folder if the directories of the session are not known', async () => {
    const files = await RuleFiles.of({ kind: 'read', paths: ['/garden/secrets/key'] }, () =>
      Promise.resolve(undefined),
    );
    expect(await files.isAnyIn('secrets/')).toBe(true);
    expect(await files.isAnyIn('./secrets/*')).toBe(true);
    expect(await files.isAnyIn('/garden')).toBe(true);
    expect(await files.isAnyIn('vault')).toBe(false);
  });
});

describe('a rule that allows', () => {
  const isAllowed = async (pattern: string, path: string): Promise<boolean> =>
    (await filesOf(path.replace('<outside>', project.outside))).areAllowedBy(
      pattern.replace('<outside>', project.outside),
    );

  test.each([
    ['src/**', 'src/rose.ts'],
    ['./src/*', 'src/rose.ts'],
    ['src/**', 'src/not/yet'],
    ['src/**', 'a/../src/rose.ts'],
    ['secrets/**', 'innocent/key'],
    ['secrets/**', 'src/up/er/key'],
    ['<outside>/**', '<outside>/secret.txt'],
    ['<outside>/**', 'away/secret.txt'],
  ])('of %s fits %s by its real path', async (pattern, path) => {
    expect(await isAllowed(pattern, path)).toBe(true);
  });

  test.each([
    ['src/**', 'src/up/er/key'],
    ['src/**', 'src/up/not-yet-there'],
    ['src/**', 'src/file'],
    ['src/**', 'src/../secrets/key'],
    ['innocent/**', 'innocent/key'],
    ['innocent/**', 'secrets/key'],
    ['hidden/**', 'vault/key'],
    ['away/**', 'away/secret.txt'],
    ['**', 'away/secret.txt'],
    ['<outside>/**', '<outside>/../root/src/rose.ts'],
    ['<outside>/**', '<outside>/back/src/rose.ts'],
    ['**', 'round/key'],
    ['src', 'src/rose.ts'],
    // One program reads it as `key`, another as `secrets/key`.
    ['*', 'inner/../key'],
    ['secrets/**', 'inner/../key'],
  ])('of %s does not fit %s', async (pattern, path) => {
    expect(await isAllowed(pattern, path)).toBe(false);
  });
});
