import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { zip } from '../archive/zip-builder.test-support.ts';
import type { InstallProgress } from '../contract/registry.ts';
import type { InstallStep } from '../contract/store.ts';
import { openStore } from './store.ts';
import { agentArchive, archiveServer, listedAgent, sha256Of } from './store.test-support.ts';

const one = agentArchive('1.0.0');
const two = agentArchive('2.0.0');

/** What the agent that is installed says. */
function run(command: string): string {
  return execFileSync(command, { encoding: 'utf8' }).trim();
}

/** All paths below a folder. */
function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}

describe('install', () => {
  test('unpacks a binary, records it and says how to start it', async () => {
    using temporary = temporaryFolder();
    const folder = join(temporary.path, 'with spaces and é');
    await using server = await archiveServer({ '/one.tar.gz': one });
    const now = new Date('2026-01-02T03:04:05Z');
    const agent = listedAgent(`${server.origin}/one.tar.gz`);
    const installed = await openStore(folder, { now: () => now }).install(agent);
    const version = join(folder, 'agents', 'example', `1.0.0-${sha256Of(one).slice(0, 8)}`);
    expect(installed).toEqual({
      manifest: agent.manifest,
      source: agent.source,
      distribution: 'binary',
      installedAt: now.toISOString(),
      folder: version,
      sha256: sha256Of(one),
      programSha256: sha256Of(readFileSync(join(version, 'agent'))),
      start: { command: join(version, 'agent'), args: ['acp'], env: { MODE: 'x' } },
    });
    expect(run(installed.start.command)).toBe('1.0.0');
    expect(await openStore(folder).installed()).toEqual([installed]);
    expect(
      treeOf(join(folder, 'agents', 'example'))
        .filter((name) => !name.includes('/'))
        .toSorted(),
    ).toEqual([`1.0.0-${sha256Of(one).slice(0, 8)}`, 'checksums.json', 'installed.json']);
  });

  test('is readable by the user only, whatever the umask', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one.tar.gz': one });
    for (const umask of [0o000, 0o077]) {
      const folder = join(temporary.path, String(umask));
      const before = process.umask(umask);
      try {
        await openStore(folder).install(listedAgent(`${server.origin}/one.tar.gz`));
      } finally {
        process.umask(before);
      }
      for (const path of treeOf(folder)) expect(statSync(join(folder, path)).mode & 0o077).toBe(0);
      expect((await openStore(folder).verify('example')).problems).toEqual([]);
    }
  });

  test('reports the download, the unpacking and the end', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one.tar.gz': one });
    const seen: InstallProgress[] = [];
    await openStore(temporary.path).install(listedAgent(`${server.origin}/one.tar.gz`), {
      onProgress: (each) => seen.push(each),
    });
    expect([...new Set(seen.map(({ step }) => step))]).toEqual(['download', 'unpack', 'place']);
    expect(seen.at(-1)).toEqual({ step: 'place', bytes: one.length, totalBytes: one.length });
  });

  test('replaces an older version and deletes it', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one, '/two': two });
    const store = openStore(temporary.path);
    const before = await store.install(listedAgent(`${server.origin}/one`));
    const after = await store.install(listedAgent(`${server.origin}/two`, { version: '2.0.0' }));
    expect(run(after.start.command)).toBe('2.0.0');
    expect(existsSync(before.folder ?? '')).toBe(false);
    expect(await store.installed()).toEqual([after]);
  });

  test('pins packages and runs nothing', async () => {
    using temporary = temporaryFolder();
    const store = openStore(temporary.path);
    const installed = await store.install(listedAgent('https://never.contacted.example/x'), { distribution: 'npx' });
    expect(installed).toMatchObject({
      distribution: 'npx',
      start: { command: 'npx', args: ['--yes', '@example/agent@1.0.0', '--acp'], env: {} },
    });
    expect(installed).not.toHaveProperty('folder');
    expect(installed).not.toHaveProperty('sha256');
    expect(await store.installed()).toEqual([installed]);
    expect(await store.verify('example')).toEqual({ agent: installed, isIntact: true, problems: [] });
  });

  test('remembers the chosen distribution for the next version', async () => {
    using temporary = temporaryFolder();
    const store = openStore(temporary.path);
    await store.install(listedAgent('https://never.contacted.example/x'), { distribution: 'npx' });
    const next = await store.install(listedAgent('https://never.contacted.example/x', { version: '2.0.0' }));
    expect(next).toMatchObject({ distribution: 'npx', start: { args: ['--yes', '@example/agent@2.0.0', '--acp'] } });
  });

  test.each([
    [
      'a distribution that it has not',
      { distribution: 'uvx' as const },
      ['binary', 'npx'] as const,
      'only binary, npx',
    ],
    ['no distribution', {}, [] as const, 'none that this system can use'],
  ])('refuses %s', async (_, options, distributions, reason) => {
    using temporary = temporaryFolder();
    const agent = { ...listedAgent('https://never.contacted.example/x'), distributions };
    await expect(openStore(temporary.path).install(agent, options)).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining(reason) as string,
    });
  });

  test.each(['../agent', '/bin/sh', String.raw`bin\agent`])(
    'refuses the command %j before anything is downloaded',
    async (cmd) => {
      using temporary = temporaryFolder();
      const agent = listedAgent('https://never.contacted.example/x');
      const build = { archive: 'https://never.contacted.example/x', cmd };
      const manifest = { ...agent.manifest, distribution: { binary: { 'linux-x86_64': build } } };
      await expect(openStore(temporary.path).install({ ...agent, manifest })).rejects.toMatchObject({
        code: 'unusable',
        message: 'The command of example for linux-x86_64 leads out of its folder; its manifest must be corrected.',
      });
    },
  );

  test.each(['../x', 'A', 'con', '', 'a/b', '.', 'x'.repeat(65)])('refuses the id %j', async (id) => {
    using temporary = temporaryFolder();
    const agent = listedAgent('https://never.contacted.example/x');
    const odd = { ...agent, manifest: { ...agent.manifest, id } };
    await expect(openStore(temporary.path).install(odd)).rejects.toMatchObject({ code: 'invalid' });
    expect(readdirSync(temporary.path)).toEqual([]);
  });

  test('makes a folder name of any version', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const installed = await openStore(temporary.path).install(
      listedAgent(`${server.origin}/one`, { version: '1.0.0/../../x y' }),
    );
    expect(installed.folder).toBe(
      join(temporary.path, 'agents', 'example', `1.0.0_.._.._x_y-${sha256Of(one).slice(0, 8)}`),
    );
  });

  test('installs from a folder on this machine', async () => {
    using temporary = temporaryFolder();
    const source = join(temporary.path, 'source');
    mkdirSync(join(source, 'example'), { recursive: true });
    writeFileSync(join(source, 'example', 'agent.zip'), zip([{ name: 'agent', content: '#!/bin/sh\necho zip\n' }]));
    const store = openStore(join(temporary.path, 'store'));
    const installed = await store.install(listedAgent('agent.zip', { location: source }));
    expect(run(installed.start.command)).toBe('zip');
  });

  test.each([
    ['is missing', (): void => undefined, 'cannot be opened'],
    ['is a folder', (path: string): void => mkdirSync(path), 'is not a file'],
    ['is a pipe', (path: string): void => void execFileSync('mkfifo', [path]), 'is not a file'],
  ])('refuses a file that %s', async (_, create, reason) => {
    using temporary = temporaryFolder();
    const source = join(temporary.path, 'source');
    mkdirSync(join(source, 'example'), { recursive: true });
    create(join(source, 'example', 'agent.zip'));
    const store = openStore(join(temporary.path, 'store'));
    await expect(store.install(listedAgent('agent.zip', { location: source }))).rejects.toThrow(reason);
  });

  test('names signatures that nothing defines as not checked', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const agent = listedAgent(`${server.origin}/one`);
    const binary = agent.manifest.distribution.binary?.['linux-x86_64'];
    const build = { ...binary, signature: 'RWQ…', sha512: 'abc' };
    const manifest = { ...agent.manifest, signature: 'x', distribution: { binary: { 'linux-x86_64': build } } };
    const installed = await openStore(temporary.path).install({ ...agent, manifest: manifest as never });
    const place = 'distribution.binary.linux-x86_64';
    expect(installed.notChecked).toEqual(['signature', `${place}.signature`, `${place}.sha512`]);
    expect((await openStore(temporary.path).installed())[0]?.notChecked).toEqual(installed.notChecked);
  });
});

describe('checksums', () => {
  test('a download that is not the one in the manifest is not unpacked', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const steps: InstallStep[] = [];
    const store = openStore(temporary.path, { beforeStep: (step) => void steps.push(step) });
    const wrong = store.install(listedAgent(`${server.origin}/one`, { sha256: '0'.repeat(64) }));
    await expect(wrong).rejects.toMatchObject({
      code: 'checksum',
      message: expect.stringContaining(sha256Of(one)) as string,
    });
    expect(steps).not.toContain('create-folder');
    expect(readdirSync(join(temporary.path, 'downloads'))).toEqual([]);
    const right = await store.install(listedAgent(`${server.origin}/one`, { sha256: sha256Of(one).toUpperCase() }));
    expect(right.sha256).toBe(sha256Of(one));
  });

  test('a checksum that is none is refused before anything is downloaded', async () => {
    using temporary = temporaryFolder();
    const store = openStore(temporary.path);
    const agent = listedAgent('https://never.contacted.example/x', { sha256: 'abc' });
    await expect(store.install(agent)).rejects.toMatchObject({ code: 'checksum' });
  });

  test('the same version with other bytes is refused, also after it was removed, until they are accepted', async () => {
    using temporary = temporaryFolder();
    const archives = { '/one': one };
    await using server = await archiveServer(archives);
    const store = openStore(temporary.path);
    const agent = listedAgent(`${server.origin}/one`);
    const before = await store.install(agent);
    archives['/one'] = two;
    rmSync(join(temporary.path, 'downloads', sha256Of(one)));
    const message = `example 1.0.0 was not installed: this version had the SHA-256 checksum ${sha256Of(one)} when it was installed first, and has ${sha256Of(two)} now; accept the new one only if the author confirms it.`;
    await expect(store.install(agent)).rejects.toMatchObject({
      code: 'checksum',
      message,
      receivedSha256: sha256Of(two),
    });
    expect(await store.installed()).toEqual([before]);
    expect(run(before.start.command)).toBe('1.0.0');
    await store.remove('example');
    await expect(store.install(agent)).rejects.toMatchObject({ code: 'checksum', message });
    await expect(store.install(agent, { acceptSha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'checksum' });
    const after = await store.install(agent, { acceptSha256: sha256Of(two) });
    expect(run(after.start.command)).toBe('2.0.0');
    expect((await store.install(agent)).sha256).toBe(sha256Of(two));
  });

  test('the same version with another checksum in the manifest is refused before it is downloaded', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one, '/two': two });
    const store = openStore(temporary.path);
    await store.install(listedAgent(`${server.origin}/one`, { sha256: sha256Of(one) }));
    const changed = listedAgent(`${server.origin}/two`, { sha256: sha256Of(two) });
    await expect(store.install(changed)).rejects.toMatchObject({ code: 'checksum' });
    expect(server.requests).toHaveLength(1);
    expect((await store.install(changed, { acceptSha256: sha256Of(two) })).sha256).toBe(sha256Of(two));
  });

  test('checksums that cannot be read are not ignored', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const agent = listedAgent(`${server.origin}/one`);
    await store.install(agent);
    writeFileSync(join(temporary.path, 'agents', 'example', 'checksums.json'), '{"1.0.0 linux-x86_64": 1}');
    await expect(store.install(agent)).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('the cache', () => {
  test('needs no network for a version that was installed before', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const agent = listedAgent(`${server.origin}/one`);
    await store.install(agent);
    await store.remove('example');
    await server.stop();
    expect(run((await store.install(agent)).start.command)).toBe('1.0.0');
  });

  test('downloads again when the cache was changed', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const agent = listedAgent(`${server.origin}/one`);
    await store.install(agent);
    await store.remove('example');
    writeFileSync(join(temporary.path, 'downloads', sha256Of(one)), two);
    expect(run((await store.install(agent)).start.command)).toBe('1.0.0');
    expect(server.requests).toHaveLength(2);
  });

  test('does not go on with the beginning of another file when the checksum is known', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const agent = listedAgent(`${server.origin}/one`, { sha256: sha256Of(one) });
    const serve = server.answer;
    const stop = new AbortController();
    server.answer = (_, response) => void response.writeHead(200, { 'content-length': 500 }).write('x'.repeat(20));
    const onProgress = ({ bytes }: InstallProgress): void => {
      if (bytes > 0) stop.abort(new Error('enough'));
    };
    await expect(store.install(agent, { onProgress, signal: stop.signal })).rejects.toThrow('enough');
    server.answer = (request, response) => {
      const start = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
      if (start === 0) serve(request, response);
      else
        response
          .writeHead(206, { 'content-range': `bytes ${start}-${one.length - 1}/${one.length}` })
          .end(one.subarray(start));
    };
    expect((await store.install(agent)).sha256).toBe(sha256Of(one));
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=20-', undefined]);
  });
});

describe('installing the same version again', () => {
  test('leaves intact files alone', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const before = await store.install(listedAgent(`${server.origin}/one`));
    const { ino } = statSync(before.start.command);
    const after = await store.install(listedAgent(`${server.origin}/one`));
    expect(statSync(after.start.command).ino).toBe(ino);
  });

  test('repairs files that were changed', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const before = await store.install(listedAgent(`${server.origin}/one`));
    writeFileSync(before.start.command, 'changed');
    const after = await store.install(listedAgent(`${server.origin}/one`));
    expect(run(after.start.command)).toBe('1.0.0');
    expect((await store.verify('example')).isIntact).toBe(true);
    expect(existsSync(before.folder ?? '')).toBe(false);
  });
});

describe('verify', () => {
  const changes: Readonly<Record<string, readonly [(folder: string) => void, string]>> = {
    'a changed file': [
      (folder) => writeFileSync(join(folder, 'agent'), 'x'),
      'agent: has another content than at the install',
    ],
    'a changed byte': [
      (folder) => writeFileSync(join(folder, 'lib', 'data'), '1.0.1'),
      'lib/data: has another content than at the install',
    ],
    'a missing file': [(folder) => rmSync(join(folder, 'lib', 'data')), 'lib/data: is missing'],
    'a missing folder': [(folder) => rmSync(join(folder, 'empty'), { recursive: true }), 'empty: is missing'],
    'a new file': [(folder) => writeFileSync(join(folder, 'lib', 'new'), 'x'), 'lib/new: was not installed'],
    'a new folder': [(folder) => mkdirSync(join(folder, 'new')), 'new: was not installed'],
    'a link to the same content': [
      (folder) => {
        renameSync(join(folder, 'agent'), join(folder, '..', 'elsewhere'));
        symlinkSync('../elsewhere', join(folder, 'agent'));
      },
      'agent: is a symbolic link',
    ],
    'a second name': [
      (folder) => linkSync(join(folder, 'agent'), join(folder, '..', 'second')),
      'agent: has a hard link, so it can be changed under another name',
    ],
    'other permissions': [
      (folder) => chmodSync(join(folder, 'lib', 'data'), 0o755),
      'lib/data: has the permissions 0755 instead of 0600',
    ],
    'a folder that others can change': [
      (folder) => chmodSync(join(folder, 'lib'), 0o777),
      'lib: can be changed by other users',
    ],
    'a version that others can change': [
      (folder) => chmodSync(folder, 0o777),
      'The folder of the version can be changed by other users.',
    ],
    'a version that is elsewhere': [
      (folder) => {
        renameSync(folder, join(folder, '..', 'elsewhere'));
        symlinkSync('elsewhere', folder);
      },
      'The folder of the version is a symbolic link.',
    ],
    'a folder of the agent that others can change': [
      (folder) => chmodSync(join(folder, '..'), 0o777),
      'The folder of the agent can be changed by other users.',
    ],
    'a folder in place of a file': [
      (folder) => {
        rmSync(join(folder, 'agent'));
        mkdirSync(join(folder, 'agent'));
      },
      'agent: is no file any more',
    ],
    'a file in place of a folder': [
      (folder) => {
        rmSync(join(folder, 'empty'), { recursive: true });
        writeFileSync(join(folder, 'empty'), '');
      },
      'empty: is no folder any more',
    ],
  };

  test.each(Object.entries(changes))('names %s, and an install mends it', async (_, [change, line]) => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const agent = await store.install(listedAgent(`${server.origin}/one`));
    expect(await store.verify('example')).toEqual({ agent, isIntact: true, problems: [] });
    change(agent.folder ?? '');
    expect(await store.verify('example')).toEqual({ agent, isIntact: false, problems: [line] });
    await store.install(listedAgent(`${server.origin}/one`));
    expect((await store.verify('example')).problems).toEqual([]);
  });

  test('names everything when the folder is gone', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    const { folder = '' } = await store.install(listedAgent(`${server.origin}/one`));
    rmSync(folder, { recursive: true });
    const { problems } = await store.verify('example');
    expect(problems).toEqual(['agent: is missing', 'empty: is missing', 'lib/data: is missing', 'lib: is missing']);
  });

  test('refuses an agent that is not installed, and a record that cannot be read', async () => {
    using temporary = temporaryFolder();
    const store = openStore(temporary.path);
    await expect(store.verify('example')).rejects.toMatchObject({ code: 'unknown' });
    await store.install(listedAgent('https://never.contacted.example/x'), { distribution: 'npx' });
    writeFileSync(join(temporary.path, 'agents', 'example', 'installed.json'), '{');
    await expect(store.verify('example')).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('records', () => {
  test.each([
    ['cut off', (text: string): string => text.slice(0, 100), 'is not JSON'],
    ['empty', (): string => '', 'is not JSON'],
    ['a list', (): string => '[]', 'is damaged'],
    ['of a newer program', (text: string): string => text.replace('"format": 1', '"format": 2'), 'newer version'],
    ['without a name', (text: string): string => text.replace('"name": "Example"', '"name": null'), 'is damaged'],
    ['without distributions', (text: string): string => text.replace('"distribution": {', '"d": {'), 'is damaged'],
    ['of another agent', (text: string): string => text.replace('"id": "example"', '"id": "other"'), 'is damaged'],
    [
      'with a folder elsewhere',
      (text: string): string => text.replace(/"folder": "1/u, '"folder": "../1'),
      'is damaged',
    ],
    [
      'with a command elsewhere',
      (text: string): string => text.replace('"command": "agent"', '"command": "../../sh"'),
      'is damaged',
    ],
  ])('one that is %s is reported, and repaired by an install', async (_, change, reason) => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const problems: string[] = [];
    const store = openStore(temporary.path, { onProblem: (line) => problems.push(line) });
    const agent = listedAgent(`${server.origin}/one`);
    await store.install(agent);
    const record = join(temporary.path, 'agents', 'example', 'installed.json');
    writeFileSync(record, change(readFileSync(record, 'utf8')));
    expect(await store.installed()).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(reason)]);
    const repaired = await store.install(agent);
    expect(run(repaired.start.command)).toBe('1.0.0');
    expect(await store.installed()).toEqual([repaired]);
  });

  test('a store can be moved', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    await openStore(join(temporary.path, 'before')).install(listedAgent(`${server.origin}/one`));
    renameSync(join(temporary.path, 'before'), join(temporary.path, 'after'));
    const [moved] = await openStore(join(temporary.path, 'after')).installed();
    expect(run(moved?.start.command ?? '')).toBe('1.0.0');
  });
});

describe('remove', () => {
  test('deletes the record and the files, and returns whether an agent was installed', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    expect(await store.remove('example')).toBe(false);
    await store.install(listedAgent(`${server.origin}/one`));
    expect(await store.remove('example')).toBe(true);
    expect(await store.installed()).toEqual([]);
    expect(readdirSync(join(temporary.path, 'agents', 'example'))).toEqual(['checksums.json']);
    expect(await store.remove('example')).toBe(false);
  });

  test('removes an agent whose record is damaged', async () => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one });
    const store = openStore(temporary.path);
    await store.install(listedAgent(`${server.origin}/one`));
    writeFileSync(join(temporary.path, 'agents', 'example', 'installed.json'), '{');
    expect(await store.remove('example')).toBe(true);
    expect(readdirSync(join(temporary.path, 'agents', 'example'))).toEqual(['checksums.json']);
  });
});

describe('a failure of the disk', () => {
  const steps: readonly InstallStep[] = [
    'write-download',
    'keep-download',
    'create-folder',
    'unpack',
    'place-folder',
    'write-checksum',
    'switch-checksum',
    'write-record',
    'switch-record',
  ];

  test.each(steps)('at the step %s is one sentence and leaves the old version', async (failing) => {
    using temporary = temporaryFolder();
    await using server = await archiveServer({ '/one': one, '/two': two });
    const before = await openStore(temporary.path).install(listedAgent(`${server.origin}/one`));
    const beforeStep = (step: InstallStep): void => {
      if (step === failing) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    const update = listedAgent(`${server.origin}/two`, { version: '2.0.0' });
    const message = `Cannot change ${temporary.path}: the disk is full; free some space and try again. What was installed before is unchanged.`;
    await expect(openStore(temporary.path, { beforeStep }).install(update)).rejects.toMatchObject({
      code: 'failed',
      message,
    });
    const store = openStore(temporary.path);
    expect(await store.installed()).toEqual([before]);
    expect((await store.verify('example')).isIntact).toBe(true);
    expect(run((await store.install(update)).start.command)).toBe('2.0.0');
    expect(readdirSync(join(temporary.path, 'agents', 'example')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test.each([
    ['EACCES', 'the permission is missing'],
    ['EROFS', 'the file system is read-only'],
    ['EDQUOT', 'the quota of the disk'],
  ])('%s is explained', async (code, reason) => {
    using temporary = temporaryFolder();
    const beforeStep = (): void => {
      throw Object.assign(new Error(code), { code });
    };
    const install = openStore(temporary.path, { beforeStep }).install(listedAgent('https://never.contacted.example/x'));
    await expect(install).rejects.toMatchObject({ code: 'failed', message: expect.stringContaining(reason) as string });
  });

  test('a file where the folder should be is explained', async () => {
    using temporary = temporaryFolder();
    const path = join(temporary.path, 'file');
    writeFileSync(path, '');
    const install = openStore(path).install(listedAgent('https://never.contacted.example/x'));
    await expect(install).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('a file is where a folder') as string,
    });
    expect(await openStore(path).installed()).toEqual([]);
  });
});

test('a folder that cannot be read is reported', async () => {
  using temporary = temporaryFolder();
  // Unlike missing permissions, a link to itself also stops the superuser.
  symlinkSync('agents', join(temporary.path, 'agents'));
  const problems: string[] = [];
  expect(await openStore(temporary.path, { onProblem: (line) => problems.push(line) }).installed()).toEqual([]);
  expect(problems).toEqual([expect.stringContaining('cannot be read (ELOOP)')]);
});

describe('stopping', () => {
  test.each(['download', 'unpack', 'place'] as const)(
    'in the step %s leaves the old version and no leftovers',
    async (step) => {
      using temporary = temporaryFolder();
      await using server = await archiveServer({ '/one': one, '/two': two });
      const store = openStore(temporary.path);
      const before = await store.install(listedAgent(`${server.origin}/one`));
      const stop = new AbortController();
      const onProgress = (progress: InstallProgress): void => {
        if (progress.step === step) stop.abort(new Error('enough'));
      };
      const update = listedAgent(`${server.origin}/two`, { version: '2.0.0' });
      await expect(store.install(update, { onProgress, signal: stop.signal })).rejects.toThrow('enough');
      expect(await store.installed()).toEqual([before]);
      expect((await store.verify('example')).isIntact).toBe(true);
      expect(readdirSync(join(temporary.path, 'locks'))).toEqual([]);
    },
  );

  test('an archive that is refused leaves the old version', async () => {
    using temporary = temporaryFolder();
    const hostile = agentArchive('2.0.0', { name: '../outside', content: 'x' });
    await using server = await archiveServer({ '/one': one, '/two': hostile });
    const store = openStore(temporary.path);
    const before = await store.install(listedAgent(`${server.origin}/one`));
    const tree = treeOf(join(temporary.path, 'agents'));
    await expect(store.install(listedAgent(`${server.origin}/two`, { version: '2.0.0' }))).rejects.toMatchObject({
      code: 'archive',
    });
    expect(await store.installed()).toEqual([before]);
    expect(treeOf(join(temporary.path, 'agents'))).toEqual(tree);
  });
});

test('times in the future or the past change nothing', async () => {
  using temporary = temporaryFolder();
  await using server = await archiveServer({ '/one': one, '/two': two });
  for (const [path, version, date] of [
    ['/one', '1.0.0', '2099-01-01'],
    ['/two', '2.0.0', '1970-01-01'],
  ] as const) {
    const store = openStore(temporary.path, { now: () => new Date(date) });
    const installed = await store.install(listedAgent(`${server.origin}${path}`, { version }));
    expect(installed.installedAt).toBe(`${date}T00:00:00.000Z`);
    expect(run(installed.start.command)).toBe(version);
  }
});
