import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  allSettings,
  createHostileRepository,
  dangerousSettings,
  settingPlaces,
} from '../../../../test/support/hostile-repository.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { readGitStatus } from './git-status.ts';

describe('the state of a repository', () => {
  let project: SampleProject;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Rose', '-c', 'user.email=rose@example.com', ...args], {
      cwd: project.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const status = (folder = project.root): Promise<string | undefined> => readGitStatus(folder);

  beforeEach(() => {
    project = createSampleProject();
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    project[Symbol.dispose]();
  });

  test('is undefined outside a repository, and inside what only looks like a bare one', async () => {
    expect(await status()).toBeUndefined();
    git('init', '-q', '--bare', 'bare');
    expect(await status(project.at('bare'))).toBeUndefined();
  });

  test('is what git status says: staged, changed, deleted, renamed, ignored and unmerged files', async () => {
    git('init', '-q', '-b', 'main');
    expect(await status()).toBe('## No commits yet on main');
    project.write({ a: 'a\n', b: 'b\n', c: 'c\n'.repeat(50), 'd/e': 'e\n', 'd/f': 'f\n', '.gitignore': '*.log\n' });
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    git('mv', 'c', 'moved');
    project.write({ a: 'A\n', b: 'B\n', 'd/new': '', 'x.log': '', excluded: '', 'wörld "x"': '' });
    git('add', 'b', 'd/new');
    project.write({ '.git/info/exclude': 'excluded\n' });
    renameSync(project.at('d/e'), project.at('d/E'));
    const expected = git('status', '--short', '--branch').trimEnd();
    expect(expected).toContain('R  c -> moved');
    expect(await status()).toBe(expected);
    expect(await status(project.at('d'))).toContain('../moved');
  });

  test.each(['index', 'HEAD', 'config', 'packed-refs', 'info/exclude', 'commondir', 'shallow'])(
    'is read or refused, but not waited for, if .git/%s is a pipe or a device',
    async (name) => {
      git('init', '-q', '-b', 'main');
      project.write({ rose: '' });
      for (const make of [
        (path: string) => execFileSync('mkfifo', [path]),
        (path: string) => {
          symlinkSync('/dev/zero', path);
        },
      ]) {
        rmSync(project.at(`.git/${name}`), { force: true });
        make(project.at(`.git/${name}`));
        const said = await status().catch((error: unknown) => String(error));
        const allowed = [undefined, '## No commits yet on main\n?? rose'];
        if (!allowed.includes(said)) expect(said).toMatch(/^Error: .* (?:is not a file|names neither a branch nor)/u);
      }
    },
  );

  test('names the upstream of a branch, and how far it is away', async () => {
    git('init', '-q', '-b', 'main', 'from');
    const from = { cwd: project.at('from') };
    const commit = ['-c', 'user.name=R', '-c', 'user.email=r@example.com', 'commit', '-q', '--allow-empty', '-m', 'x'];
    execFileSync('git', commit, from);
    git('clone', '-q', 'from', 'to');
    execFileSync('git', commit, { cwd: project.at('to') });
    expect(await status(project.at('to'))).toBe('## main...origin/main [ahead 1]');
  });

  test('is read in a linked work tree, on no branch, and with a split index', async () => {
    git('init', '-q', '-b', 'main');
    project.write({ a: 'a\n' });
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    git('worktree', 'add', '-q', '-b', 'side', '../side');
    expect(await status(join(project.root, '..', 'side'))).toBe('## side');
    git('checkout', '-q', '--detach');
    git('update-index', '--split-index');
    project.write({ b: 'b\n' });
    git('add', 'b');
    expect(readdirSync(project.at('.git')).some((name) => name.startsWith('sharedindex.'))).toBe(true);
    expect(await status()).toBe('## HEAD (no branch)\nA  b');
  });

  test('is read from a repository with SHA-256 names', async () => {
    git('init', '-q', '-b', 'main', '--object-format=sha256');
    project.write({ a: 'a\n' });
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    expect(await status()).toBe('## main');
  });

  test('leaves out what the user ignores everywhere', async () => {
    git('init', '-q', '-b', 'main');
    project.write({ 'a.swp': '', b: '' });
    vi.stubEnv('HOME', project.outside);
    vi.stubEnv('XDG_CONFIG_HOME', '');
    writeFileSync(join(project.outside, 'everywhere'), '*.swp\n');
    writeFileSync(join(project.outside, '.gitconfig'), `[core]\n\texcludesFile = ~/everywhere\n`);
    expect(await status()).toBe('## No commits yet on main\n?? b');
  });

  test('changes nothing in the repository', async () => {
    git('init', '-q', '-b', 'main');
    project.write({ a: 'a\n' });
    git('add', '.');
    const files = (): string =>
      execFileSync('find', ['.', '-printf', '%p %T@ %s\n'], { cwd: project.root, encoding: 'utf8' });
    writeFileSync(project.at('a'), 'a\n');
    const before = files();
    await status();
    expect(files()).toBe(before);
  });

  test('is not asked of a program in the work tree or in a relative folder of the PATH', async () => {
    git('init', '-q', '-b', 'main');
    project.write({ git: '#!/bin/sh\necho pwned\n', 'bin/git': '#!/bin/sh\necho pwned\n' });
    for (const name of ['git', 'bin/git']) chmodSync(project.at(name), 0o755);
    symlinkSync(project.at('bin'), join(project.outside, 'bin'));
    mkdirSync(join(project.outside, 'own'));
    symlinkSync(project.at('git'), join(project.outside, 'own', 'git'));
    const own = [project.root, project.at('bin'), join(project.outside, 'bin'), join(project.outside, 'own'), '.', ''];
    vi.stubEnv('PATH', [...own, process.env['PATH']].join(':'));
    expect(await status()).toBe('## No commits yet on main\n?? bin/\n?? git');
    vi.stubEnv('PATH', own.join(':'));
    await expect(status()).rejects.toThrow('The program git was not found in the PATH; install git.');
  });

  test('ignores what variables of git say', async () => {
    git('init', '-q', '-b', 'main');
    for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_EXEC_PATH', 'GIT_CONFIG_PARAMETERS']) {
      vi.stubEnv(name, '/nowhere');
    }
    expect(await status()).toBe('## No commits yet on main');
  });

  test.each([
    ['config', '[extensions]\n\trefStorage = reftable\n', 'References in the format reftable are not read.'],
    ['HEAD', 'ref: ../../outside\n', 'names neither a branch nor a commit'],
    ['index', 'garbage', /index|signature/u],
  ])('with a damaged or unknown %s is an error of one line', async (file, content, words) => {
    git('init', '-q', '-b', 'main');
    project.write({ [`.git/${file}`]: content });
    await expect(status()).rejects.toThrow(words);
  });

  test('waits for no pipe in place of a file, and ends with its signal', async () => {
    git('init', '-q', '-b', 'main');
    for (const file of ['config', 'index']) {
      execFileSync('rm', ['-f', project.at(`.git/${file}`)]);
      execFileSync('mkfifo', [project.at(`.git/${file}`)]);
    }
    const ending = new AbortController();
    const reading = readGitStatus(project.root, { signal: ending.signal });
    ending.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    execFileSync('rm', [project.at('.git/HEAD')]);
    execFileSync('mkfifo', [project.at('.git/HEAD')]);
    expect(await status()).toBeUndefined();
  });
});

describe('no program runs that the repository names', () => {
  test('by one setting alone', async () => {
    using repository = createHostileRepository({ settings: [] });
    for (const [name, value] of dangerousSettings) {
      repository.replaceSetting(name, value);
      expect(await readGitStatus(repository.folder), name).toBe('## main');
    }
    expect(repository.ran()).toEqual([]);
  });

  test('to fetch the objects that a partial clone does not have', async () => {
    using repository = createHostileRepository({ settings: dangerousSettings, isPartial: true });
    await expect(readGitStatus(repository.folder)).rejects.toThrow('bad tree object HEAD');
    expect(repository.ran()).toEqual([]);
  });

  test.each(settingPlaces)('by any setting of the manual in: %s', async (place) => {
    const settings = [...allSettings(), ...dangerousSettings];
    expect(settings.length).toBeGreaterThan(500);
    using repository = createHostileRepository({ settings, place });
    const branch = place === 'linked work tree' ? 'side' : 'main';
    expect(await readGitStatus(repository.folder)).toBe(`## ${branch}`);
    expect(repository.ran()).toEqual([]);
  });

  test.each([
    ['config', 'filter.evil.clean', false],
    ['config', 'filter.evil.process', false],
    ['config', 'core.fsmonitor', false],
    ['config', 'core.hooksPath', false],
    ['config', 'remote.evil.uploadpack', true],
    ['config.worktree', 'filter.evil.clean', false],
    ['include', 'filter.evil.clean', false],
    ['includeIf', 'filter.evil.clean', false],
    ['linked work tree', 'filter.evil.clean', false],
    ['submodule', 'filter.evil.clean', false],
    ['submodule config.worktree', 'filter.evil.clean', false],
  ] as const)('although git itself would, by what %s says of %s', (place, name, isPartial) => {
    const settings = dangerousSettings.filter(([each]) => each === name);
    using repository = createHostileRepository({ settings, place, isPartial });
    spawnSync('git', ['status'], { cwd: repository.folder });
    expect(repository.ran()).not.toEqual([]);
  });
});
