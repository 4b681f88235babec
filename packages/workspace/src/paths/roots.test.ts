/** Which paths are inside the roots, on a real disk, with both ways of holding folders. */
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  anchorings,
  createSampleProject,
  entriesOutside,
  openFiles,
  type SampleProject,
} from '../sample-project.test-support.ts';
import { isWithin, openRoots, type RootsOptions } from './roots.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing is wrong',
    (error: unknown) => (error instanceof WorkspaceError ? error.code : error),
  );

/**
 * Makes a link at `names` below the root. Folders on the way are made one by one, and never through a link, which could
 * lead anywhere on this machine.
 */
function plantLink(project: SampleProject, names: readonly string[], target: string): void {
  const [name = '', ...parents] = names.toReversed();
  let folder = project.root;
  for (const parent of parents.toReversed()) {
    folder = join(folder, parent);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder);
    else if (!found.isDirectory()) return;
  }
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(target === '' ? '.' : target, path);
}

describe('the roots of a session', () => {
  test('are the working directory and then the others, each once (DIRS-08)', async () => {
    using project = createSampleProject();
    project.write({ 'sub/a.txt': '' });
    symlinkSync(project.root, join(project.outside, 'again'));
    const additionalDirectories = [
      project.outside,
      project.root,
      project.at('sub'),
      join(project.outside, 'again'),
      project.outside,
    ];
    const roots = await openRoots({ cwd: project.root, additionalDirectories }, 'handle');
    expect(roots.list.map(({ path }) => path)).toEqual([project.root, project.outside, project.at('sub')]);
    expect(roots.cwd).toBe(project.root);
    expect(roots.rootOf(project.at('sub/a.txt'))?.path).toBe(project.at('sub'));
  });

  test.each([
    ['a relative one', { additionalDirectories: ['sub'] }, 'invalid', /additionalDirectories\[0\]/u],
    ['an empty one', { additionalDirectories: ['/tmp', ''] }, 'invalid', /additionalDirectories\[1\]/u],
    ['no text', { additionalDirectories: [7] }, 'invalid', /absolute path, not 7/u],
    ['no list', { additionalDirectories: '/tmp' }, 'invalid', /list/u],
    [
      'a missing one',
      { additionalDirectories: ['/does/not/exist'] },
      'missing',
      /additionalDirectories\[0\] does not exist/u,
    ],
    ['a file', { additionalDirectories: [process.execPath] }, 'not-a-directory', /not a directory/u],
    ['a relative working directory', { cwd: 'project' }, 'invalid', /cwd must be an absolute path/u],
  ])('are refused whole with %s (DIRS-02, DIRS-07, SETUP-02)', async (_what, options, code, message) => {
    using project = createSampleProject();
    const opening = openRoots({ cwd: project.root, ...options } as RootsOptions, 'handle');
    await expect(opening).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('may be reached through a link', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'a' });
    const link = join(project.outside, 'door');
    symlinkSync(project.root, link);
    const { roots, files } = await openFiles(link, 'handle');
    expect(await roots.resolve(join(link, 'a.txt'))).toBe(project.at('a.txt'));
    expect((await files.read('a.txt')).text).toBe('a');
    expect((await files.read(project.at('a.txt'))).text).toBe('a');
  });
});

describe.each(anchorings)('held by %s, a path', (anchoring) => {
  /** What an attacker prepares below the root, and the path that he then asks for. */
  const attacks: Record<string, { prepare?: (project: ReturnType<typeof createSampleProject>) => void; path: string }> =
    {
      'with ..': { path: '../outside/secret.txt' },
      'with .. behind a folder': {
        prepare: (project) => mkdirSync(project.at('a')),
        path: 'a/../../outside/secret.txt',
      },
      'with .. behind nothing': { path: 'nothing/../../outside/secret.txt' },
      'of the folder above': { path: '..' },
      'of the disk': { path: '/' },
      'of the system': { path: '/etc/passwd' },
      'of the system that does not exist': { path: '/etc/nothing-of-the-kind' },
      'that no user may look at': { path: '/proc/1/root/etc/passwd' },
      'through our own handles': { path: '/proc/self/fd/0' },
      'through our working directory': { path: '/proc/self/cwd/package.json' },
      'of a folder whose name only begins like the root': {
        prepare: (project) => {
          mkdirSync(`${project.root}-too`);
          writeFileSync(`${project.root}-too/secret.txt`, '');
        },
        path: '../root-too/secret.txt',
      },
      'of a link to a file': {
        prepare: (project) => symlinkSync(join(project.outside, 'secret.txt'), project.at('link')),
        path: 'link',
      },
      'of a relative link': {
        prepare: (project) => symlinkSync('../outside/secret.txt', project.at('link')),
        path: 'link',
      },
      'through a link to a folder': {
        prepare: (project) => symlinkSync(project.outside, project.at('link')),
        path: 'link/secret.txt',
      },
      'of something new behind a link to a folder': {
        prepare: (project) => symlinkSync(project.outside, project.at('link')),
        path: 'link/new.txt',
      },
      'of something new behind new folders behind a link': {
        prepare: (project) => symlinkSync(project.outside, project.at('link')),
        path: 'link/a/b/new.txt',
      },
      'of a link to something that does not exist': {
        prepare: (project) => symlinkSync(join(project.outside, 'new.txt'), project.at('link')),
        path: 'link',
      },
      'below a link to something that does not exist': {
        prepare: (project) => symlinkSync(join(project.outside, 'new'), project.at('link')),
        path: 'link/new.txt',
      },
      'through links one after another': {
        prepare: (project) => {
          symlinkSync('two', project.at('one'));
          symlinkSync('three', project.at('two'));
          symlinkSync('..', project.at('three'));
        },
        path: 'one/outside/secret.txt',
      },
      'of a link to the disk': { prepare: (project) => symlinkSync('/', project.at('link')), path: 'link/etc/passwd' },
      'of a link to our handles': {
        prepare: (project) => symlinkSync('/proc/self/root', project.at('link')),
        path: 'link/etc/passwd',
      },
      'of a link in a folder with a name that looks like ours': {
        prepare: (project) => symlinkSync(project.outside, project.at('re\u0301sume\u0301')),
        path: 're\u0301sume\u0301/secret.txt',
      },
    };

  test.each(Object.entries(attacks))('%s leads nowhere', async (_name, { prepare, path }) => {
    using project = createSampleProject();
    project.write({ 'file.txt': 'mine\n' });
    prepare?.(project);
    const { roots, files } = await openFiles(project.root, anchoring);
    expect(await codeOf(roots.resolve(path))).toBe('outside');
    expect(await codeOf(files.read(path))).toBe('outside');
    expect(await codeOf(files.write(path, 'gotcha'))).toBe('outside');
    expect(await codeOf(files.list(path))).toBe('outside');
    expect(await codeOf(files.stat(path))).toBe('outside');
    expect(readFileSync(join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
  });

  test('is deleted or moved itself when it is a link, and nothing behind it', async () => {
    using project = createSampleProject();
    symlinkSync(project.outside, project.at('one'));
    symlinkSync(project.outside, project.at('two'));
    const { files } = await openFiles(project.root, anchoring);
    await files.delete('one', { recursive: true });
    await files.move('two', 'three');
    expect(await codeOf(files.delete('three/secret.txt'))).toBe('outside');
    expect(await codeOf(files.move('three/secret.txt', 'mine.txt'))).toBe('outside');
    expect(await codeOf(files.move('three', '../four'))).toBe('outside');
    expect((await files.list('.')).entries).toEqual([{ name: 'three', kind: 'link' }]);
    expect(readFileSync(join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
  });

  test('of a folder that is deleted does not take along what links in it point to', async () => {
    using project = createSampleProject();
    project.write({ 'folder/deep/a.txt': 'a' });
    symlinkSync(project.outside, project.at('folder/deep/link'));
    symlinkSync(join(project.outside, 'secret.txt'), project.at('folder/file-link'));
    const { files } = await openFiles(project.root, anchoring);
    await files.delete('folder', { recursive: true });
    expect((await files.list('.')).entries).toEqual([]);
    expect(readFileSync(join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
  });

  test('of a root cannot be deleted or moved', async () => {
    using project = createSampleProject();
    const { files } = await openFiles(project.root, anchoring);
    expect(await codeOf(files.delete('.', { recursive: true }))).toBe('denied');
    expect(await codeOf(files.move('.', 'elsewhere'))).toBe('denied');
    expect(await codeOf(files.delete('/', { recursive: true }))).toBe('outside');
  });

  test('of links that lead in a circle is refused', async () => {
    using project = createSampleProject();
    symlinkSync('two', project.at('one'));
    symlinkSync('one', project.at('two'));
    const { files } = await openFiles(project.root, anchoring);
    expect(await codeOf(files.read('one'))).toBe('outside');
  });

  test('is inside when a link stays inside', async () => {
    using project = createSampleProject();
    project.write({ 'real/a.txt': 'a' });
    symlinkSync('real', project.at('link'));
    symlinkSync(project.at('real/new.txt'), project.at('dangling'));
    const { roots, files } = await openFiles(project.root, anchoring);
    expect(await roots.resolve('link/a.txt')).toBe(project.at('real/a.txt'));
    expect(await roots.resolve('link/x/y')).toBe(project.at('real/x/y'));
    await files.write('dangling', 'new');
    expect(readFileSync(project.at('real/new.txt'), 'utf8')).toBe('new');
  });

  test.each(['nothing/', 'nothing/.', 'nothing/../other', 'a//b'])(
    'of a link to %s, which does not exist, is not an entry for a file',
    async (target) => {
      using project = createSampleProject();
      symlinkSync(target, project.at('link'));
      const { files } = await openFiles(project.root, anchoring);
      expect(await codeOf(files.write('link', 'x'))).toBe('missing');
      expect((await files.list('.')).entries).toEqual([{ name: 'link', kind: 'link' }]);
    },
  );

  test('with other forms of the same letters is another path', async () => {
    using project = createSampleProject();
    project.write({ '\u00E9.txt': 'composed' });
    const { files } = await openFiles(project.root, anchoring);
    expect((await files.read('\u00E9.txt')).text).toBe('composed');
    expect(await codeOf(files.read('e\u0301.txt'))).toBe('missing');
  });

  test('of a file with a second name outside is replaced under this name only', async () => {
    using project = createSampleProject();
    linkSync(join(project.outside, 'secret.txt'), project.at('second.txt'));
    const { files } = await openFiles(project.root, anchoring);
    await files.write('second.txt', 'mine\n');
    expect(readFileSync(join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
    expect(readFileSync(project.at('second.txt'), 'utf8')).toBe('mine\n');
  });

  test('leads nowhere once the root itself has become a link', async () => {
    using project = createSampleProject();
    const { files } = await openFiles(project.root, anchoring);
    renameSync(project.root, `${project.root}-moved`);
    symlinkSync(project.outside, project.root);
    expect(await codeOf(files.read('secret.txt'))).toBe('outside');
    expect(await codeOf(files.write('new.txt', ''))).toBe('outside');
  });

  test('does not lead into what is mounted inside of a root, unless that is allowed (DIRS-10)', async () => {
    const code = async (mounts: 'refuse' | 'allow'): Promise<unknown> =>
      codeOf((await openRoots({ cwd: '/', mounts }, anchoring)).directory('/proc/self/task'));
    expect(await code('refuse')).toBe('outside');
    expect(await code('allow')).toBe('nothing is wrong');
  });

  test('never leads out, whatever links and names there are (DIRS-10, FS-07)', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'é', 'e\u0301', 'x.txt', ' ', '...', 'a ');
    const step = fc.oneof({ weight: 3, arbitrary: name }, fc.constantFrom('..', '.', '', '/'));
    const path = fc.array(step, { minLength: 1, maxLength: 7 }).map((steps) => steps.join('/'));
    const target = fc.oneof(path, fc.constantFrom('..', '/', '../outside', '../../', '../root', 'a/../..'));
    const link = fc.record({ at: fc.array(name, { minLength: 1, maxLength: 3 }), target });
    await fc.assert(
      fc.asyncProperty(
        fc.array(link, { maxLength: 5 }),
        fc.array(path, { minLength: 1, maxLength: 4 }),
        async (links, paths) => {
          using project = createSampleProject();
          for (const { at, target: to } of links) plantLink(project, at, to);
          const before = entriesOutside(project);
          const { roots, files } = await openFiles(project.root, anchoring);
          for (const each of paths) {
            const resolved = await roots.resolve(each).catch(() => undefined);
            if (resolved !== undefined) expect(isWithin(resolved, project.root)).toBe(true);
            const written = await files.write(each, 'gotcha').catch(() => undefined);
            if (written === undefined) continue;
            expect(isWithin(realpathSync(written.path), project.root)).toBe(true);
            expect((await files.read(each)).text).toBe('gotcha');
          }
          expect(entriesOutside(project)).toEqual(before);
        },
      ),
      { numRuns: 150 },
    );
  });
});
