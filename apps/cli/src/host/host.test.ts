import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { hubMethods } from '@acp-stack/hub';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { parseConfig } from '../config/config.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { noLogins, openHostHub, type HostClient, type HostHub } from './host-hub.test-support.ts';
import { hostMethods, type HostMethod } from '@acp-stack/web';
import { localMethods, sharedMethods, type LocalHostOptions } from './host.ts';

let home: string;
let root: string;
let clock: number;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-host-')));
  root = join(home, 'root');
  clock = 0;
  write({
    'root/garden/.gitignore': 'dist\n',
    'root/garden/dist/rose.js': 'ignored',
    'root/garden/src/rose.ts': 'export const rose = 1;\n',
    'root/garden/src/tulip.ts': '',
    'root/shed/tools.txt': 'spade\n',
    'outside/secret.txt': 'secret\n',
  });
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

function optionsOf(config: object = {}): LocalHostOptions {
  const env = { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config') };
  return {
    roots: [root],
    agents: ['silent'],
    settings: parseConfig(JSON.stringify(config), join(home, 'config.json')),
    terminal: captureTerminal({ env, now: () => clock, program: [process.execPath, 'acp.js'] }),
    logins: noLogins,
    onInstalled: () => Promise.resolve(),
  };
}

const sharedHub = (): Promise<HostHub> => openHostHub(sharedMethods(optionsOf()), { roots: [root] });

/** Ada with a session in the garden. */
async function inGarden({ connect }: HostHub): Promise<{ ada: HostClient; sessionId: string }> {
  const ada = await connect('ada');
  return { ada, sessionId: await ada.open(join(root, 'garden')) };
}

describe('find_files', () => {
  test('finds files of the session by characters of their path, best first, without ignored ones', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    expect(await ada.call('findFiles', { sessionId, query: 'rose' })).toEqual({
      files: [{ path: join(root, 'garden/src/rose.ts'), relativePath: 'src/rose.ts' }],
      isComplete: true,
    });
    const one = await ada.call('findFiles', { sessionId, query: 'srts', limit: 1 });
    expect([one.files.length, one.isComplete]).toEqual([1, false]);
  });

  test('searches all folders of the session, and none beside them', async () => {
    await using host = await sharedHub();
    const ada = await host.connect('ada');
    const sessionId = await ada.open(join(root, 'garden'), [join(root, 'shed')]);
    const { files } = await ada.call('findFiles', { sessionId, query: 't' });
    expect(files.map(({ path }) => path)).toContain(join(root, 'shed/tools.txt'));
    expect(files.filter(({ path }) => path.includes('secret'))).toEqual([]);
  });

  test('sees a new file a moment later', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    const found = async (): Promise<number> => (await ada.call('findFiles', { sessionId, query: 'lily' })).files.length;
    expect(await found()).toBe(0);
    write({ 'root/garden/lily.ts': '' });
    expect(await found()).toBe(0);
    clock += 3000;
    expect(await found()).toBe(1);
  });
});

describe('read_file and write_file', () => {
  test('a file is read with its version, and written only over that version', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    const path = join(root, 'garden/src/rose.ts');
    const { text, version } = await ada.call('readFile', { sessionId, path });
    expect(text).toBe('export const rose = 1;\n');
    const written = await ada.call('writeFile', { sessionId, path: 'src/rose.ts', text: 'export {};\n', version });
    expect(readFileSync(path, 'utf8')).toBe('export {};\n');
    expect(await ada.call('readFile', { sessionId, path })).toEqual({ text: 'export {};\n', version: written.version });
    await expect(ada.call('writeFile', { sessionId, path, text: 'lost', version })).rejects.toMatchObject({
      message: `${path} has been changed since it was read; read it again.`,
      data: { reason: 'changed' },
    });
    expect(readFileSync(path, 'utf8')).toBe('export {};\n');
  });

  test('without a version a file is created or replaced, with its line endings and its mode', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    await ada.call('writeFile', { sessionId, path: 'new/lily.ts', text: 'a\n' });
    expect(readFileSync(join(root, 'garden/new/lily.ts'), 'utf8')).toBe('a\n');
    const path = join(root, 'garden/windows.bat');
    writeFileSync(path, 'one\r\n');
    chmodSync(path, 0o750);
    await ada.call('writeFile', { sessionId, path, text: 'two\n' });
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['two\r\n', 0o750]);
  });

  test('an observer reads, and only a controller writes and searches', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    const bob = await host.connect('bob');
    const path = 'src/rose.ts';
    const unknown = { code: -32_002, message: 'Session not found.' };
    await expect(bob.call('readFile', { sessionId, path })).rejects.toMatchObject(unknown);
    await ada.request(hubMethods.setMember, { sessionId, principal: 'bob', role: 'observer' });
    expect((await bob.call('readFile', { sessionId, path })).text).toContain('rose');
    const refused = { data: { reason: 'role_required', role: 'controller' } };
    await expect(bob.call('writeFile', { sessionId, path, text: '' })).rejects.toMatchObject(refused);
    await expect(bob.call('findFiles', { sessionId, query: '' })).rejects.toMatchObject(refused);
  });

  test('a file that makes other programs run something is written only for an operator', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    const hook = { path: '.git/hooks/pre-commit', text: '#!/bin/sh\n' };
    await expect(ada.call('writeFile', { sessionId, ...hook })).rejects.toMatchObject({
      data: { reason: 'protected' },
    });
    const operator = await host.connect('root');
    const own = await operator.open(join(root, 'garden'));
    await operator.call('writeFile', { sessionId: own, ...hook });
    expect(readFileSync(join(root, 'garden/.git/hooks/pre-commit'), 'utf8')).toBe('#!/bin/sh\n');
  });

  test('binary and large files are refused with a sentence', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    writeFileSync(join(root, 'garden/photo.png'), Buffer.from([0x89, 0x50, 0, 0, 0xff]));
    writeFileSync(join(root, 'garden/log.txt'), 'x'.repeat(2 * 1024 * 1024 + 1));
    await expect(ada.call('readFile', { sessionId, path: 'photo.png' })).rejects.toMatchObject({
      data: { reason: 'binary' },
    });
    await expect(ada.call('readFile', { sessionId, path: 'log.txt' })).rejects.toMatchObject({
      data: { reason: 'too-large' },
    });
    const text = 'ü'.repeat(1024 * 1024 + 1);
    await expect(ada.call('writeFile', { sessionId, path: 'log.txt', text })).rejects.toMatchObject({
      data: { reason: 'too-large' },
    });
  });
});

describe('hostile paths', () => {
  const outside: readonly [what: string, path: () => string][] = [
    ['a path with ..', () => '../../outside/secret.txt'],
    ['an absolute path', () => join(home, 'outside/secret.txt')],
    ['a folder beside the session', () => join(root, 'shed/tools.txt')],
    ['a link to a file', () => 'link.txt'],
    ['a path through a linked folder', () => 'linked/secret.txt'],
    ['a device', () => '/dev/zero'],
  ];

  test.each(outside)('%s is not read, not written and not opened', async (_what, path) => {
    symlinkSync(join(home, 'outside/secret.txt'), join(root, 'garden/link.txt'));
    symlinkSync(join(home, 'outside'), join(root, 'garden/linked'));
    await using host = await openHostHub(localMethods(optionsOf({ editor: '/bin/false' })), { roots: [root] });
    const operator = await host.connect('root');
    const sessionId = await operator.open(join(root, 'garden'));
    const refused = { data: { reason: 'outside' } };
    await expect(operator.call('readFile', { sessionId, path: path() })).rejects.toMatchObject(refused);
    await expect(operator.call('writeFile', { sessionId, path: path(), text: 'x' })).rejects.toMatchObject(refused);
    await expect(operator.call('openInEditor', { sessionId, path: path() })).rejects.toMatchObject(refused);
    expect(readFileSync(join(home, 'outside/secret.txt'), 'utf8')).toBe('secret\n');
  });

  test('NUL and lone surrogates are not valid, and a folder is not a file', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    for (const path of ['src/rose.ts\0.png', 'src/\ud800'])
      await expect(ada.call('readFile', { sessionId, path })).rejects.toMatchObject({ code: -32_602 });
    await expect(ada.call('readFile', { sessionId, path: 'src' })).rejects.toMatchObject({
      data: { reason: 'is-a-directory' },
    });
  });

  const long = 'x'.repeat(3 * 1024 * 1024);
  const wrong: readonly [HostMethod, Record<string, unknown>, string][] = [
    ['readFile', { path: 3 }, 'path must be a string of 1 to 4096 characters'],
    ['readFile', { path: '' }, 'path must be'],
    ['readFile', { path: long }, 'path must be'],
    ['readFile', { path: 'a', line: 1 }, 'unknown field line'],
    ['readFile', { path: ['a'] }, 'path must be'],
    ['writeFile', { path: 'a' }, 'text must be'],
    ['writeFile', { path: 'a', text: long }, 'text must be'],
    ['writeFile', { path: 'a', text: '', version: '' }, 'version must be'],
    ['findFiles', { query: long }, 'query must be'],
    ['findFiles', { query: 'x', limit: 0 }, 'limit must be a whole number from 1 to 200'],
    ['findFiles', { query: 'x', limit: 1e9 }, 'limit must be'],
    ['findFiles', { query: 'x', limit: 1.5 }, 'limit must be'],
    ['findFiles', JSON.parse('{"query":"x","__proto__":{"limit":1}}') as { query: string }, 'unknown field __proto__'],
  ];

  test('an error names the field that is wrong', async () => {
    await using host = await sharedHub();
    const { ada, sessionId } = await inGarden(host);
    for (const [name, params, words] of wrong) {
      const given = Object.defineProperty({ ...params }, 'sessionId', { value: sessionId, enumerable: true });
      await expect(ada.tryCall(name, given)).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining(`${hostMethods[name]}: ${words}`) as string,
      });
    }
  });
});

describe('folders', () => {
  test('are the roots at first, then what is in them', async () => {
    mkdirSync(join(root, '.hidden'));
    symlinkSync(join(root, 'garden'), join(root, 'linked-garden'));
    symlinkSync(join(home, 'outside'), join(root, 'way-out'));
    await using host = await sharedHub();
    const ada = await host.connect('ada');
    expect(await ada.call('folders', {})).toEqual({ roots: [root], folders: [{ path: root, name: 'root' }] });
    expect((await ada.call('folders', { path: root })).folders).toEqual(
      ['garden', 'linked-garden', 'shed'].map((name) => ({ path: join(root, name), name })),
    );
    expect((await ada.call('folders', { path: join(root, 'garden') })).folders.map(({ name }) => name)).toEqual([
      'dist',
      'src',
    ]);
  });

  test('beside the roots are not listed, and it is not told whether they exist', async () => {
    await using host = await sharedHub();
    const ada = await host.connect('ada');
    for (const path of [join(home, 'outside'), join(home, 'nothing'), `${root}/../outside`, '/'])
      await expect(ada.call('folders', { path })).rejects.toMatchObject({ data: { reason: 'outside' } });
  });

  test('are left out if a root is gone', async () => {
    const methods = sharedMethods({ ...optionsOf(), roots: [join(home, 'gone'), root] });
    await using host = await openHostHub(methods, { roots: [root] });
    const ada = await host.connect('ada');
    expect((await ada.call('folders', { path: root })).roots).toEqual([root]);
  });
});

describe('a host', () => {
  test.each([1, 2] as const)('offers only what a principal may call, in version %d', async (version) => {
    const shared: readonly HostMethod[] = ['findFiles', 'readFile', 'writeFile', 'folders', 'agents', 'describeAgent'];
    const own: readonly HostMethod[] = ['openInEditor', 'installAgent', 'login', 'terminalInput', 'terminalEnd'];
    const wire = (names: readonly HostMethod[]): readonly string[] => names.map((name) => hostMethods[name]);
    await using host = await openHostHub(localMethods(optionsOf()), { roots: [root] });
    const [ada, operator] = [await host.connect('ada', version), await host.connect('root', version)];
    expect(ada.methods).toEqual(expect.arrayContaining([...wire(shared)]));
    expect(operator.methods).toEqual(expect.arrayContaining([...wire([...shared, ...own])]));
    for (const name of wire(own)) expect(ada.methods).not.toContain(name);
    const sessionId = await ada.open(join(root, 'garden'));
    expect((await ada.call('readFile', { sessionId, path: 'src/rose.ts' })).text).toContain('rose');
    await expect(ada.call('openInEditor', { sessionId, path: 'src/rose.ts' })).rejects.toMatchObject({
      data: { reason: 'operator_required' },
    });
  });
});
