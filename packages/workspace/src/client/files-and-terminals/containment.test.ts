/**
 * Attacks on the directories of a session, through the requests that an agent can send.
 *
 * Each one is tried by reading, by writing and by starting a command there. None may succeed, change anything outside,
 * or reveal whether something exists there.
 */
import { linkSync, lstatSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createSampleProject, entriesOutside, type SampleProject } from '../../sample-project.test-support.ts';
import { clientMachine } from './client-machine.ts';
import { asking, createSession, failure } from './machine.test-support.ts';

/** What an attacker prepares inside of the folder, and the path that he then asks for. */
interface Attack {
  readonly prepare?: (project: SampleProject) => void;
  readonly path: (project: SampleProject) => string;
}

const inside =
  (path: string) =>
  (project: SampleProject): string =>
    `${project.root}/${path}`;

const linkTo =
  (name: string, target: (project: SampleProject) => string) =>
  (project: SampleProject): void => {
    mkdirSync(dirname(project.at(name)), { recursive: true });
    symlinkSync(target(project), project.at(name));
  };

const outside = ({ outside: folder }: SampleProject): string => folder;
const secret = ({ outside: folder }: SampleProject): string => `${folder}/secret.txt`;

const attacks: Readonly<Record<string, Attack>> = {
  'a file outside': { path: secret },
  'a new file outside': { path: (project) => `${project.outside}/new.txt` },
  'a new file in a new folder outside': { path: (project) => `${project.outside}/new/new.txt` },
  'the folder outside': { path: outside },
  'the folder above': { path: inside('..') },
  '.. behind the root': { path: inside('../outside/secret.txt') },
  '.. behind a folder': {
    prepare: (project) => {
      mkdirSync(project.at('a'));
    },
    path: inside('a/../../outside/secret.txt'),
  },
  '.. behind a folder that does not exist': { path: inside('a/b/../../../outside/secret.txt') },
  '.. behind a file': { path: inside('file.txt/../../outside/secret.txt') },
  '.. more often than there are folders': { path: inside(`${'../'.repeat(64)}etc/passwd`) },
  '.. with several slashes': { path: inside('..//outside///secret.txt') },
  '.. with dots between': { path: inside('./.././outside/./secret.txt') },
  '.. at the end': { path: (project) => `${project.outside}/secret.txt/..` },
  'two slashes at the beginning': { path: (project) => `//${project.outside}/secret.txt` },
  'a slash at the end': { path: (project) => `${project.outside}/` },
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
    prepare: (project) => {
      mkdirSync(`${project.root}-too`);
      writeFileSync(`${project.root}-too/secret.txt`, 'secret\n');
    },
    path: (project) => `${project.root}-too/secret.txt`,
  },
  'the folder in capital letters': { path: (project) => `${project.root.toUpperCase()}/file.txt` },
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
    prepare: (project) => {
      linkTo('two', outside)(project);
      linkTo('one', () => 'two')(project);
    },
    path: inside('one/secret.txt'),
  },
  'a chain of links that ends above': {
    prepare: (project) => {
      linkTo('three', () => '..')(project);
      linkTo('two', () => 'three/root')(project);
      linkTo('one', () => 'two/three')(project);
    },
    path: inside('one/outside/secret.txt'),
  },
  'a link to what does not exist yet': {
    prepare: linkTo('link', (project) => `${project.outside}/new.txt`),
    path: inside('link'),
  },
  'something below a link to what does not exist yet': {
    prepare: linkTo('link', (project) => `${project.outside}/new`),
    path: inside('link/new.txt'),
  },
  'a link that leads in and out again': {
    prepare: linkTo('link', (project) => `${project.outside}/../root/../outside`),
    path: inside('link/secret.txt'),
  },
  'a link to this process': { prepare: linkTo('link', () => '/proc/self/cwd'), path: inside('link/package.json') },
  'a link that is its own target': { prepare: linkTo('link', () => 'link'), path: inside('link') },
  'two links that lead to each other': {
    prepare: (project) => {
      linkTo('one', () => 'two')(project);
      linkTo('two', () => 'one')(project);
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
  'a path with a NUL byte': { path: (project) => `${project.outside}/secret.txt\0.txt` },
  'a path with a NUL byte behind the folder': {
    path: (project) => `${project.root}/file.txt\0/../../outside/secret.txt`,
  },
  'half a character': { path: inside('\u{d800}/../../outside/secret.txt') },
  'the address of a file': { path: (project) => `file://${project.outside}/secret.txt` },
  'a relative path': { path: () => '../outside/secret.txt' },
  'the home by its sign': { path: () => '~/.ssh/id_rsa' },
  'a path that is longer than one can be': { path: (project) => `${project.outside}/${'a'.repeat(5000)}` },
  'a folder that was replaced by a link': {
    prepare: (project) => {
      project.write({ 'beds/secret.txt': 'mine' });
      renameSync(project.at('beds'), project.at('old'));
      symlinkSync(project.outside, project.at('beds'));
    },
    path: inside('beds/secret.txt'),
  },
};

describe('an agent that asks for', () => {
  test.each(Object.entries(attacks))('%s gets nothing', async (_what, { prepare, path }) => {
    using project = createSampleProject();
    project.write({ 'file.txt': 'mine\n' });
    prepare?.(project);
    const before = entriesOutside(project);
    await using machine = clientMachine();
    const context = asking(createSession(project.root));
    const asked = path(project);
    const tries = [
      machine.files.readText({ sessionId: 's1', path: asked }, context),
      machine.files.readText({ sessionId: 's1', path: asked, line: 1, limit: 1 }, context),
      machine.files.writeText({ sessionId: 's1', path: asked, content: 'gotcha' }, context),
      machine.terminals.create({ sessionId: 's1', command: 'true', cwd: asked }, context),
    ];
    const refusals = await Promise.all(tries.map(failure));
    for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'RpcError', code: -32_602 });
    expect(entriesOutside(project)).toEqual(before);
  });

  test('there are at least forty of these attacks', () => {
    expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(40);
  });

  test('a file that has a second name outside changes it under this name only', async () => {
    using project = createSampleProject();
    linkSync(secret(project), project.at('second.txt'));
    await using machine = clientMachine();
    const context = asking(createSession(project.root));
    await machine.files.writeText({ sessionId: 's1', path: project.at('second.txt'), content: 'mine' }, context);
    expect(readFileSync(secret(project), 'utf8')).toBe('secret\n');
  });

  test('any path, with any links on the way, changes nothing outside', async () => {
    const names = fc.constantFrom('..', '.', 'a', 'b', 'link', 'outside', 'root', 'secret.txt', 'e\u0301', ' ', '...');
    const path = fc.array(names, { maxLength: 6 });
    const links = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'link', 'e\u0301'), path), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(links, path, async (planted, asked) => {
        using project = createSampleProject();
        for (const [name, target] of planted) {
          if (lstatSync(project.at(name), { throwIfNoEntry: false }) !== undefined) continue;
          symlinkSync(target.join('/') || '.', project.at(name));
        }
        const before = entriesOutside(project);
        await using machine = clientMachine();
        const context = asking(createSession(project.root));
        const full = [project.root, ...asked].join('/');
        const read = await failure(machine.files.readText({ sessionId: 's1', path: full }, context).then(String));
        await failure(machine.files.writeText({ sessionId: 's1', path: full, content: 'gotcha' }, context));
        expect(read).not.toBe('secret\n');
        expect(entriesOutside(project)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});
