import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loopbackServer, type LoopbackServer } from '../../fetch/loopback-server.test-support.ts';
import { checkFolder } from '../check/check-folder.ts';
import { goodBinary, goodManifest, testFolder } from '../report/manifest-folder.test-support.ts';
import { bump } from './bump.ts';
import type { BumpOptions, BumpReport } from './bump-report.ts';

/** A server that answers paths with JSON, and with a status where the table has a number. */
const indexServer = (answers: Readonly<Record<string, object | number>>): Promise<LoopbackServer> =>
  loopbackServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer, { 'x-ratelimit-remaining': '0' }).end();
    else response.end(JSON.stringify(answer));
  });

const run = (folder: string, server: LoopbackServer, options: BumpOptions = {}): Promise<BumpReport> =>
  bump(folder, { hosts: { npm: server.origin, pypi: server.origin, github: server.origin }, ...options });

const npmOf = (...versions: readonly string[]): object => ({
  versions: Object.fromEntries(versions.map((each) => [each, {}])),
});
const pypiOf = (...versions: readonly string[]): object => ({
  releases: Object.fromEntries(versions.map((each) => [each, [{ yanked: false }]])),
});
const release = (tag: string, more: object = {}): object => ({ tag_name: tag, assets: [], ...more });
const releases = '/repos/garden/rose/releases';
const npm = '/@garden%2Frose';

describe('newer versions', () => {
  test('of an npm package change the version and the package', async () => {
    await using server = await indexServer({ [npm]: npmOf('1.2.3', '1.10.0', '1.9.9', '2.0.0-beta.1') });
    await using folder = await testFolder({ 'rose/agent.json': goodManifest });
    const before = await readFile(join(folder.path, 'rose/agent.json'), 'utf8');
    const report = await run(folder.path, server);
    expect(report).toEqual({
      updates: [
        {
          id: 'rose',
          file: 'rose/agent.json',
          from: '1.2.3',
          to: '1.10.0',
          foundIn: 'npm @garden/rose',
          changes: [
            { path: '/version', from: '1.2.3', to: '1.10.0' },
            { path: '/distribution/npx/package', from: '@garden/rose@1.2.3', to: '@garden/rose@1.10.0' },
          ],
          notes: [],
        },
      ],
      current: [],
      failures: [],
    });
    expect(await readFile(join(folder.path, 'rose/agent.json'), 'utf8')).toBe(before);
  });

  test('are written with apply, and everything else in the file stays as it is', async () => {
    await using server = await indexServer({ '/pypi/rose/json': pypiOf('1.2.3', '1.3') });
    const text = `{\r\n\t"version" : "1.2.3", "id":"rose",\n  "stars": 1.50e3, "name": "Rose \\u00e9 1.2.3",
   "description":"1.2.3", "license":"MIT","distribution":{"uvx":{ "args":["1.2.3"],"package":"rose[acp]==1.2.3" }} }`;
    await using folder = await testFolder({ 'rose/agent.json': text });
    const report = await run(join(folder.path, 'rose'), server, { apply: true });
    expect(report.updates).toHaveLength(1);
    const expected = text.replace('"version" : "1.2.3"', '"version" : "1.3.0"').replace('==1.2.3', '==1.3.0');
    expect(await readFile(join(folder.path, 'rose/agent.json'), 'utf8')).toBe(expected);
    expect(await readdir(join(folder.path, 'rose'))).toEqual(['agent.json']);
  });

  test('of GitHub releases change every archive, and tell which files the release lacks', async () => {
    const files = ['rose-macos.tar.gz', 'rose-windows.zip'].map((name) => ({ name }));
    await using server = await indexServer({
      [releases]: [
        release('v3.0.0', { draft: true }),
        release('v2.1.0', { prerelease: true }),
        release('cli-v2.0.0', { assets: files }),
        release('v1.2.3'),
      ],
    });
    await using folder = await testFolder({
      'rose/agent.json': { ...goodManifest, distribution: { binary: goodBinary } },
    });
    const { updates } = await run(folder.path, server, { apply: true });
    expect(updates).toMatchObject([{ to: '2.0.0', foundIn: 'GitHub garden/rose' }]);
    expect(updates[0]?.notes).toEqual(['The release has no file rose-linux.tar.bz2 for linux-x86_64.']);
    const written = await readFile(join(folder.path, 'rose/agent.json'), 'utf8');
    expect(written.match(/download\/v2\.0\.0\/rose-/gu)).toHaveLength(3);
    expect((await checkFolder(folder.path)).passed).toBe(true);
  });

  test('are pre-releases only if the current version is one', async () => {
    await using server = await indexServer({ [npm]: npmOf('1.2.4-rc.2', '1.2.4-rc.10', '1.2.2') });
    await using folder = await testFolder({ 'rose/agent.json': goodManifest });
    expect((await run(folder.path, server)).current).toEqual(['rose']);
    const npx = { package: '@garden/rose@1.2.4-rc.1' };
    await using early = await testFolder({
      'rose/agent.json': { ...goodManifest, version: '1.2.4-rc.1', distribution: { npx } },
    });
    expect((await run(early.path, server)).updates).toMatchObject([{ to: '1.2.4-rc.10' }]);
  });

  test('must be published for every distribution', async () => {
    const uvx = { package: 'rose@1.2.3' };
    const manifest = { ...goodManifest, distribution: { ...goodManifest.distribution, uvx } };
    await using folder = await testFolder({ 'rose/agent.json': manifest });
    await using ahead = await indexServer({ [npm]: npmOf('1.3.0', '1.4.0'), '/pypi/rose/json': pypiOf('1.3.0') });
    expect((await run(folder.path, ahead)).updates).toMatchObject([
      { to: '1.3.0', foundIn: 'npm @garden/rose, PyPI rose' },
    ]);
    await using alone = await indexServer({ [npm]: npmOf('1.4.0'), '/pypi/rose/json': pypiOf('1.2.3') });
    expect((await run(folder.path, alone)).failures).toEqual([
      {
        file: 'rose/agent.json',
        message: 'rose: Only npm @garden/rose has version 1.4.0 so far; wait for the others.',
      },
    ]);
  });

  test('leave out what was deprecated or withdrawn, and versions that are none', async () => {
    await using server = await indexServer({
      [npm]: { versions: { '1.3.0': { deprecated: 'no' }, nightly: {}, '1.2.3': {} } },
      '/pypi/rose/json': { releases: { '1.3.0': [{ yanked: true }], '1.4.0rc1': [{}], '1.5.0': [] } },
    });
    await using folder = await testFolder({
      'rose/agent.json': goodManifest,
      'tulip/agent.json': { ...goodManifest, id: 'tulip', distribution: { uvx: { package: 'rose@1.2.3' } } },
    });
    expect(await run(folder.path, server)).toEqual({ updates: [], current: ['rose', 'tulip'], failures: [] });
  });
});

describe('checksums', () => {
  const sha256 = 'a'.repeat(64);
  const withChecksum = (origin: string): object => ({
    ...goodManifest,
    distribution: {
      binary: {
        ...goodBinary,
        'linux-x86_64': { archive: `${origin}/files/v1.2.3/rose`, sha256, cmd: './rose-1.2.3/rose' },
      },
    },
  });

  test('of changed archives are removed with a note', async () => {
    await using server = await indexServer({ [releases]: [release('1.2.4')] });
    await using folder = await testFolder({ 'rose/agent.json': withChecksum(server.origin) });
    const { updates } = await run(folder.path, server, { apply: true });
    expect(updates[0]?.notes).toContain('The checksum of linux-x86_64 is removed; add that of the new archive.');
    const written = JSON.parse(await readFile(join(folder.path, 'rose/agent.json'), 'utf8')) as typeof goodManifest;
    expect(written.distribution).toMatchObject({
      binary: { 'linux-x86_64': { archive: `${server.origin}/files/v1.2.4/rose`, cmd: './rose-1.2.4/rose' } },
    });
    expect(JSON.stringify(written)).not.toContain('sha256');
  });

  test('are computed from the new archive if it may be downloaded', async () => {
    await using server = await indexServer({ [releases]: [release('1.2.4')], '/files/v1.2.4/rose': ['petals'] });
    await using folder = await testFolder({ 'rose/agent.json': withChecksum(server.origin) });
    const { updates } = await run(folder.path, server, { download: true });
    const to = createHash('sha256').update('["petals"]').digest('hex');
    expect(updates[0]?.changes).toContainEqual({ path: '/distribution/binary/linux-x86_64/sha256', from: sha256, to });
  });
});

describe('failures', () => {
  test('are one sentence for each agent, and do not stop the others', async () => {
    await using server = await indexServer({ [npm]: npmOf('1.2.4'), [releases]: 403 });
    const binary = { binary: goodBinary };
    const elsewhere = { 'linux-x86_64': { archive: 'https://a.example/x', cmd: 'x' } };
    await using folder = await testFolder({
      'aster/agent.json': { ...goodManifest, id: 'aster', distribution: binary },
      'iris/agent.json': { ...goodManifest, id: 'iris', distribution: binary },
      'lily/agent.json': { ...goodManifest, id: 'lily', distribution: { npx: { package: 'gone@1.2.3' } } },
      'moss/agent.json': '{',
      'oak/agent.json': { id: 'oak' },
      'pine/agent.json': {
        ...goodManifest,
        id: 'pine',
        repository: undefined,
        distribution: {
          binary: {
            ...elsewhere,
            'darwin-aarch64': elsewhere['linux-x86_64'],
            'windows-x86_64': elsewhere['linux-x86_64'],
          },
        },
      },
      'rose/agent.json': goodManifest,
    });
    const { updates, failures } = await run(folder.path, server);
    const host = server.origin.slice('http://'.length);
    expect(updates.map(({ id }) => id)).toEqual(['rose']);
    expect(failures).toEqual([
      { file: 'moss/agent.json', message: 'The manifest is not JSON: it ends too early.' },
      { file: 'aster/agent.json', message: `aster: ${host} allows no more requests for now; try again later.` },
      { file: 'iris/agent.json', message: `iris: ${host} allows no more requests for now; try again later.` },
      { file: 'lily/agent.json', message: `lily: ${host} answered with 404: it has no package gone.` },
      { file: 'oak/agent.json', message: 'The manifest has errors; check it first.' },
      { file: 'pine/agent.json', message: 'pine: It is not known where its versions are published.' },
    ]);
    // A host that allows no more requests is not asked again.
    expect(server.requests.filter(({ url }) => url?.startsWith(releases))).toHaveLength(1);
  });

  test('the token goes to the GitHub API only', async () => {
    await using server = await indexServer({ [npm]: npmOf('1.2.3'), [releases]: [] });
    await using folder = await testFolder({
      'rose/agent.json': { ...goodManifest, distribution: { ...goodManifest.distribution, binary: goodBinary } },
    });
    await run(folder.path, server, { githubToken: 'secret', ids: ['rose'] });
    const sent = server.requests.map(({ url, headers }) => [url?.split('?')[0] ?? '', headers.authorization] as const);
    expect(Object.fromEntries(sent)).toEqual({ [npm]: undefined, [releases]: 'Bearer secret' });
  });

  test('only the agents with the given ids are looked up', async () => {
    await using server = await indexServer({});
    await using folder = await testFolder({
      'rose/agent.json': goodManifest,
      'tulip/agent.json': { ...goodManifest, id: 'tulip', distribution: {} },
    });
    const { updates, current } = await run(folder.path, server, { ids: ['tulip'] });
    expect([updates, current]).toEqual([[], []]);
    expect(server.requests).toEqual([]);
  });
});

describe('ids', () => {
  test('that no manifest has are refused, with those that are similar', async () => {
    await using folder = await testFolder({ 'rose/agent.json': goodManifest });
    await expect(bump(folder.path, { ids: ['rsoe'] })).rejects.toMatchObject({
      name: 'RegistryError',
      code: 'unknown',
      message: 'No agent of the folder has the id "rsoe"; did you mean rose?',
      suggestions: ['rose'],
    });
    await expect(bump(folder.path, { ids: ['zzzzzz'] })).rejects.toThrow('has the id "zzzzzz"; it has rose');
  });
});
