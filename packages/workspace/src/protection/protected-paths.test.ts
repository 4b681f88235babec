import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { bestAnchoring } from '../paths/folder.ts';
import { openRoots } from '../paths/roots.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { areProtectedNames } from './protected-names.ts';
import { ProtectedPaths } from './protected-paths.ts';

let project: SampleProject;
let protectedPaths: ProtectedPaths;

beforeEach(async () => {
  project = createSampleProject();
  const roots = await openRoots({ cwd: project.root }, bestAnchoring);
  protectedPaths = new ProtectedPaths(roots, { folders: [project.at('own/settings')], home: project.outside });
});

afterEach(() => {
  project[Symbol.dispose]();
});

describe('protected are', () => {
  test.each([
    ['.git/config'],
    ['.git'],
    ['sub/.git/hooks/pre-commit'],
    ['.GIT/config'],
    ['.g\u{200C}it/config'],
    ['.git./config'],
    ['.git /config'],
    ['.git::$INDEX_ALLOCATION/config'],
    ['GIT~1/config'],
    ['.husky/pre-commit'],
    ['.vscode/tasks.json'],
    ['.idea/workspace.xml'],
    ['garden.code-workspace'],
    ['.envrc'],
    ['.npmrc'],
    ['.bashrc'],
    ['.config/fish/config.fish'],
    ['.acp.json'],
    ['own/settings/config.json'],
    ['OWN/Settings/config.json'],
    ['x/../.git/config'],
  ])('%s', async (path) => {
    expect(await protectedPaths.has(path)).toBe(true);
    expect(await protectedPaths.has(project.at(path))).toBe(true);
    expect(await protectedPaths.hasAnyIn(path)).toBe(true);
    expect(await protectedPaths.hasAnyIn('rose.md', path)).toBe(true);
  });

  test('what a link with another name leads to, and what a protected name links to', async () => {
    project.write({ '.git/config': '', 'editor/tasks.json': '', 'shell/rc': '', 'plain/rose.md': '' });
    symlinkSync('.git', project.at('innocent'));
    symlinkSync('editor', project.at('.vscode'));
    symlinkSync(project.at('shell/rc'), join(project.outside, '.bashrc'));
    symlinkSync('plain', project.at('link'));
    expect(await protectedPaths.has('innocent/config')).toBe(true);
    expect(await protectedPaths.has('editor/tasks.json')).toBe(true);
    expect(await protectedPaths.has('shell/rc')).toBe(true);
    expect(await protectedPaths.has('link/rose.md')).toBe(false);
  });

  test('the folders of git under any name, and the hooks that its settings name', async () => {
    execFileSync('git', ['init', '-q', '--separate-git-dir', project.at('elsewhere'), '.'], { cwd: project.root });
    execFileSync('git', ['config', 'core.hooksPath', 'scripts/hooks'], { cwd: project.root });
    expect(await protectedPaths.has('elsewhere/config')).toBe(true);
    expect(await protectedPaths.has('scripts/hooks/pre-commit')).toBe(true);
    expect(await protectedPaths.has('scripts/build.sh')).toBe(false);
  });

  test('the hooks of a setting that stands on the line of its section', async () => {
    execFileSync('git', ['init', '-q', '.'], { cwd: project.root });
    project.write({ '.git/config': '[core] hooksPath = scripts/hooks\n' });
    expect(await protectedPaths.has('scripts/hooks/pre-commit')).toBe(true);
  });

  describe('what is named by settings that a repository includes:', () => {
    const settings: Readonly<Record<string, string>> = {
      '.git/config': '[include]\n\tpath = ../git/one.inc\n[includeIf "gitdir:/no/such/"] path = "../git/two.inc"\n',
      'git/one.inc': '[core] hooksPath = scripts/hooks\n[include]\n\tpath = deep/three.inc ; the next one\n',
      'git/two.inc':
        '[core]\n# not continued \\\nfsmonitor = ./tools/watch --fast\n[alias] x = "!sh build.sh && true"\n',
      'git/deep/three.inc':
        '[filter "Fine.Print"]\n\tclean = tools/clean \\\n  %f\n[Include]\n\tPATH = ../one.inc\n\tpath = missing.inc\n' +
        '[diff]\n\texternal = "tools/with space"\n[remote "origin"]\n\turl = ../src/rose.ts\n',
      'build.sh': '',
      'src/rose.ts': '',
      'tools/with space': '',
    };

    beforeEach(() => {
      execFileSync('git', ['init', '-q', '.'], { cwd: project.root });
      project.write(settings);
    });

    test.each([
      ['the files themselves', 'git/one.inc'],
      ['the files of a condition', 'git/two.inc'],
      ['files that included ones include', 'git/deep/three.inc'],
      ['files that do not exist yet', 'git/deep/missing.inc'],
      ['hooks', 'scripts/hooks/pre-commit'],
      ['a monitor of files', 'tools/watch'],
      ['a script of an alias', 'build.sh'],
      ['a filter on two lines', 'tools/clean'],
      ['a program with a space in its name', 'tools/with space'],
    ])('%s', async (_, path) => {
      expect(await protectedPaths.has(path)).toBe(true);
      expect(await protectedPaths.hasAnyIn(path.split('/')[0] ?? '')).toBe(true);
    });

    test.each(['src/rose.ts', 'tools/other', 'git/other.inc', 'scripts/build.sh', 'origin', 'true'])(
      'but not %s',
      async (path) => {
        expect(await protectedPaths.has(path)).toBe(false);
      },
    );

    test('by links, and from the settings of the user', async () => {
      symlinkSync('git', project.at('innocent'));
      project.write({ 'dotfiles/aliases': '[core] sshCommand = dotfiles/ssh\n' });
      writeFileSync(join(project.outside, '.gitconfig'), `[include] path = "${project.at('dotfiles/aliases')}"\n`);
      expect(await protectedPaths.has('innocent/one.inc')).toBe(true);
      expect(await protectedPaths.has('dotfiles/aliases')).toBe(true);
      expect(await protectedPaths.has('dotfiles/ssh')).toBe(true);
    });

    test('in files that include each other without an end, and in very many', async () => {
      const many = Array.from({ length: 5000 }, (_, index) => `path = ../many/${index}\n`).join('');
      project.write({ '.git/config': `[include]\n${many}path = config\n`, 'many/1': '[include] path = 1\n' });
      expect(await protectedPaths.has('many/1')).toBe(true);
    });

    test('unless the work tree itself is named, or a folder around it', async () => {
      project.write({ 'git/one.inc': `[core] hooksPath = ${project.root}/..\n[core] hooksPath = .\n` });
      expect(await protectedPaths.has('src/rose.ts')).toBe(false);
    });
  });

  test('folders that hold something protected, when they are moved or deleted', async () => {
    project.write({ 'a/b/.git/config': '', 'c/fish/config.fish': '', 'own/settings/x': '', 'd/rose.md': '' });
    expect(await protectedPaths.hasAnyIn('a')).toBe(true);
    expect(await protectedPaths.hasAnyIn('a', 'z')).toBe(true);
    expect(await protectedPaths.hasAnyIn('own')).toBe(true);
    expect(await protectedPaths.hasAnyIn('c')).toBe(false);
    expect(await protectedPaths.hasAnyIn('c', '.config')).toBe(true);
    expect(await protectedPaths.hasAnyIn('d', 'e')).toBe(false);
  });

  test('folders with more entries than are looked at', async () => {
    mkdirSync(project.at('many'));
    writeFileSync(project.at('many/0'), '');
    for (let index = 1; index <= 20_000; index += 1) linkSync(project.at('many/0'), project.at(`many/${index}`));
    expect(await protectedPaths.hasAnyIn('many')).toBe(true);
  });

  test('paths that cannot be resolved', async () => {
    symlinkSync('loop', project.at('loop'));
    expect(await protectedPaths.has('loop/x')).toBe(true);
    expect(await protectedPaths.has('a\0b')).toBe(true);
  });
});

test.each(['rose.md', 'git/config', 'src/.gitignore', '.github/workflows/ci.yml', 'package.json', 'vscode/tasks.json'])(
  'an ordinary file is not protected: %s',
  async (path) => {
    expect(await protectedPaths.has(path)).toBe(false);
  },
);

test('names of object members are ordinary names', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty'),
      fc.string(),
      (name, other) => {
        expect(areProtectedNames([name, name])).toBe(false);
        expect(areProtectedNames([other, '.git', name])).toBe(true);
      },
    ),
  );
});

test('a project inside a folder with a protected name is not protected as a whole', async () => {
  project.write({ '.claude/worktrees/one/rose.md': '' });
  const roots = await openRoots({ cwd: project.at('.claude/worktrees/one') }, bestAnchoring);
  const inside = new ProtectedPaths(roots, { folders: [], home: project.outside });
  expect(await inside.has('rose.md')).toBe(false);
  expect(await inside.has('.vscode/tasks.json')).toBe(true);
});
