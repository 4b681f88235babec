/**
 * Attacks on the folders of a session, through the requests that an agent can send.
 *
 * Every one is tried by reading, by writing and by starting a command there. None may succeed, change anything outside, or tell whether something exists
 * there.
 */
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createGarden, type Garden } from '../../sample-project.test-support.ts';
import { isWithin } from '../../paths/roots.ts';
import { clientMachine } from './client-machine.ts';
import { asking, createSession, failure } from './machine.test-support.ts';

/** What an attacker prepares inside of the folder, and the path that he then asks for. */
interface Attack {
  readonly prepare?: (garden: Garden) => void;
  readonly path: (garden: Garden) => string;
}

const inside =
  (path: string) =>
  (garden: Garden): string =>
    `${garden.root}/${path}`;

const linkTo =
  (name: string, target: (garden: Garden) => string) =>
  (garden: Garden): void => {
    mkdirSync(dirname(garden.at(name)), { recursive: true });
    symlinkSync(target(garden), garden.at(name));
  };

const outside = ({ outside: folder }: Garden): string => folder;
const secret = ({ outside: folder }: Garden): string => `${folder}/secret.txt`;

const attacks: Readonly<Record<string, Attack>> = {
  'a file outside': { path: secret },
  'a new file outside': { path: (garden) => `${garden.outside}/new.txt` },
  'a new file in a new folder outside': { path: (garden) => `${garden.outside}/new/new.txt` },
  'the folder outside': { path: outside },
  'the folder above': { path: inside('..') },
  '.. behind the root': { path: inside('../outside/secret.txt') },
  '.. behind a folder': {
    prepare: (garden) => {
      mkdirSync(garden.at('a'));
    },
    path: inside('a/../../outside/secret.txt'),
  },
  '.. behind a folder that does not exist': { path: inside('a/b/../../../outside/secret.txt') },
  '.. behind a file': { path: inside('file.txt/../../outside/secret.txt') },
  '.. more often than there are folders': { path: inside(`${'../'.repeat(64)}etc/passwd`) },
  '.. with several slashes': { path: inside('..//outside///secret.txt') },
  '.. with dots between': { path: inside('./.././outside/./secret.txt') },
  '.. at the end': { path: (garden) => `${garden.outside}/secret.txt/..` },
  'two slashes at the beginning': { path: (garden) => `//${garden.outside}/secret.txt` },
  'a slash at the end': { path: (garden) => `${garden.outside}/` },
  'the disk': { path: () => '/' },
  'the passwords of the system': { path: () => '/etc/passwd' },
  'something that is not there in the system': { path: () => '/etc/nothing-of-the-kind' },
  'the home of the user': { path: () => `${process.env['HOME'] ?? '/root'}/.ssh/id_rsa` },
  'the environment of this process': { path: () => '/proc/self/environ' },
  'the memory of this process': { path: () => '/proc/self/mem' },
  'the working directory of this process': { path: () => '/proc/self/cwd/package.json' },
  'the root of this process': { path: () => '/proc/self/root/etc/passwd' },
  'a handle of this process': { path: () => '/proc/self/fd/0' },
  'the root of another process': { path: () => '/proc/1/root/etc/passwd' },
  'a device': { path: () => '/dev/zero' },
  'the terminal': { path: () => '/dev/tty' },
  'standard output': { path: () => '/dev/stdout' },
  'a name that begins like the folder': {
    prepare: (garden) => {
      mkdirSync(`${garden.root}-too`);
      writeFileSync(`${garden.root}-too/secret.txt`, 'secret\n');
    },
    path: (garden) => `${garden.root}-too/secret.txt`,
  },
  'the folder in capital letters': { path: (garden) => `${garden.root.toUpperCase()}/file.txt` },
  'a link to a file': { prepare: linkTo('link', secret), path: inside('link') },
  'a relative link to a file': { prepare: linkTo('link', () => '../outside/secret.txt'), path: inside('link') },
  'a link to a folder': { prepare: linkTo('link', outside), path: inside('link') },
  'a file behind a link': { prepare: linkTo('link', outside), path: inside('link/secret.txt') },
  'a new file behind a link': { prepare: linkTo('link', outside), path: inside('link/new.txt') },
  'a new folder behind a link': { prepare: linkTo('link', outside), path: inside('link/new/new.txt') },
  'a link deep inside': { prepare: linkTo('a/b/c/link', outside), path: inside('a/b/c/link/secret.txt') },
  'a link to the folder above': { prepare: linkTo('link', () => '..'), path: inside('link/outside/secret.txt') },
  'a link to the disk': { prepare: linkTo('link', () => '/'), path: inside('link/etc/passwd') },
  'a link to a link': {
    prepare: (garden) => {
      linkTo('two', outside)(garden);
      linkTo('one', () => 'two')(garden);
    },
    path: inside('one/secret.txt'),
  },
  'a chain of links that ends above': {
    prepare: (garden) => {
      linkTo('three', () => '..')(garden);
      linkTo('two', () => 'three/root')(garden);
      linkTo('one', () => 'two/three')(garden);
    },
    path: inside('one/outside/secret.txt'),
  },
  'a link to what does not exist yet': {
    prepare: linkTo('link', (garden) => `${garden.outside}/new.txt`),
    path: inside('link'),
  },
  'something below a link to what does not exist yet': {
    prepare: linkTo('link', (garden) => `${garden.outside}/new`),
    path: inside('link/new.txt'),
  },
  'a link that leads in and out again': {
    prepare: linkTo('link', (garden) => `${garden.outside}/../root/../outside`),
    path: inside('link/secret.txt'),
  },
  'a link to this process': { prepare: linkTo('link', () => '/proc/self/cwd'), path: inside('link/package.json') },
  'a link that is its own target': { prepare: linkTo('link', () => 'link'), path: inside('link') },
  'two links that lead to each other': {
    prepare: (garden) => {
      linkTo('one', () => 'two')(garden);
      linkTo('two', () => 'one')(garden);
    },
    path: inside('one/a.txt'),
  },
  'a link with a name in composed letters': { prepare: linkTo('é', outside), path: inside('é/secret.txt') },
  'a link with a name in separate letters': {
    prepare: linkTo('e\u0301', outside),
    path: inside('e\u0301/secret.txt'),
  },
  'a link with an invisible name': { prepare: linkTo('\u200b', outside), path: inside('\u200b/secret.txt') },
  'a link with a name of dots': { prepare: linkTo('...', outside), path: inside('.../secret.txt') },
  'a link whose name ends in a space': { prepare: linkTo('link ', outside), path: inside('link /secret.txt') },
  'a link with a newline in its name': { prepare: linkTo('a\nb', outside), path: inside('a\nb/secret.txt') },
  'a path with a NUL byte': { path: (garden) => `${garden.outside}/secret.txt\0.txt` },
  'a path with a NUL byte behind the folder': {
    path: (garden) => `${garden.root}/file.txt\0/../../outside/secret.txt`,
  },
  'half a character': { path: inside('\u{d800}/../../outside/secret.txt') },
  'the address of a file': { path: (garden) => `file://${garden.outside}/secret.txt` },
  'a relative path': { path: () => '../outside/secret.txt' },
  'the home by its sign': { path: () => '~/.ssh/id_rsa' },
  'a path that is longer than one can be': { path: (garden) => `${garden.outside}/${'a'.repeat(5000)}` },
  'a folder that was replaced by a link': {
    prepare: (garden) => {
      garden.plant({ 'beds/secret.txt': 'mine' });
      renameSync(garden.at('beds'), garden.at('old'));
      symlinkSync(garden.outside, garden.at('beds'));
    },
    path: inside('beds/secret.txt'),
  },
};

/** Everything around the folder, with what the files say. */
function beside(garden: Garden): string[] {
  const home = dirname(garden.root);
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => !isWithin(path, garden.root))
    .map(({ entry, path }) => (entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path))
    .toSorted();
}

describe('an agent that asks for', () => {
  test.each(Object.entries(attacks))('%s gets nothing', async (_what, { prepare, path }) => {
    using garden = createGarden();
    garden.plant({ 'file.txt': 'mine\n' });
    prepare?.(garden);
    const before = beside(garden);
    await using machine = clientMachine();
    const context = asking(createSession(garden.root));
    const asked = path(garden);
    const tries = [
      machine.files.readText({ sessionId: 's1', path: asked }, context),
      machine.files.readText({ sessionId: 's1', path: asked, line: 1, limit: 1 }, context),
      machine.files.writeText({ sessionId: 's1', path: asked, content: 'gotcha' }, context),
      machine.terminals.create({ sessionId: 's1', command: 'true', cwd: asked }, context),
    ];
    const refusals = await Promise.all(tries.map(failure));
    for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'RpcError', code: -32_602 });
    expect(beside(garden)).toEqual(before);
  });

  test('there are at least forty of these attacks', () => {
    expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(40);
  });

  test('a file that has a second name outside changes it under this name only', async () => {
    using garden = createGarden();
    linkSync(secret(garden), garden.at('second.txt'));
    await using machine = clientMachine();
    const context = asking(createSession(garden.root));
    await machine.files.writeText({ sessionId: 's1', path: garden.at('second.txt'), content: 'mine' }, context);
    expect(readFileSync(secret(garden), 'utf8')).toBe('secret\n');
  });

  test('any path, with any links on the way, changes nothing outside', async () => {
    const names = fc.constantFrom('..', '.', 'a', 'b', 'link', 'outside', 'root', 'secret.txt', 'e\u0301', ' ', '...');
    const path = fc.array(names, { maxLength: 6 });
    const links = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'link', 'e\u0301'), path), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(links, path, async (planted, asked) => {
        using garden = createGarden();
        for (const [name, target] of planted) {
          if (lstatSync(garden.at(name), { throwIfNoEntry: false }) !== undefined) continue;
          symlinkSync(target.join('/') || '.', garden.at(name));
        }
        const before = beside(garden);
        await using machine = clientMachine();
        const context = asking(createSession(garden.root));
        const full = [garden.root, ...asked].join('/');
        const read = await failure(machine.files.readText({ sessionId: 's1', path: full }, context).then(String));
        await failure(machine.files.writeText({ sessionId: 's1', path: full, content: 'gotcha' }, context));
        expect(read).not.toBe('secret\n');
        expect(beside(garden)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});
