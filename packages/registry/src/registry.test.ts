import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  officialSource,
  openRegistry,
  RegistryError,
  type RegistryOptions,
  type RegistrySource,
} from '@acp-stack/registry';

import { loopbackServer } from './fetch/loopback-server.test-support.ts';
import { temporaryFolder } from './sources/temporary-folder.test-support.ts';

const entry = (id: string, version = '1.0.0'): object => ({
  id,
  name: id.toUpperCase(),
  version,
  description: '',
  distribution: { npx: { package: id }, uvx: { package: id } },
});
const index = (...agents: readonly unknown[]): string => JSON.stringify({ version: '1.0.0', agents });

/** Two files with agents, and a `PATH` with npx and uvx. */
function garden() {
  const folder = temporaryFolder();
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  for (const name of ['npx', 'uvx']) {
    writeFileSync(join(bin, name), '');
    chmodSync(join(bin, name), 0o700);
  }
  const source = (name: string, ...agents: readonly unknown[]): RegistrySource => {
    const location = join(folder.path, `${name}.json`);
    writeFileSync(location, index(...agents));
    return { name, location };
  };
  const open = (sources: readonly RegistrySource[], options: RegistryOptions = {}) =>
    openRegistry(sources, { folder: join(folder.path, 'registry'), env: { PATH: bin }, ...options });
  return { source, open, bin, path: folder.path, [Symbol.dispose]: folder[Symbol.dispose] };
}

describe('several sources', () => {
  test('are listed in the order of the user: the first that has an id wins, the others are hidden', async () => {
    using place = garden();
    const first = place.source('shed', entry('rose', '1.0.0'), entry('tulip'));
    const second = place.source('garden', entry('rose', '2.0.0'), entry('lily'));
    const registry = place.open([first, second]);
    const { agents, hidden, sources } = await registry.list();
    expect(agents.map(({ manifest, source }) => `${source.name}/${manifest.id}@${manifest.version}`)).toEqual([
      'shed/rose@1.0.0',
      'shed/tulip@1.0.0',
      'garden/lily@1.0.0',
    ]);
    expect(hidden.map(({ manifest }) => manifest.version)).toEqual(['2.0.0']);
    expect(sources.map(({ source, count }) => [source.name, count])).toEqual([
      ['shed', 2],
      ['garden', 2],
    ]);
    expect((await registry.find('rose')).manifest.version).toBe('1.0.0');
    expect((await registry.find('garden/rose')).manifest.version).toBe('2.0.0');
    expect((await registry.search('lily')).map(({ manifest }) => manifest.id)).toEqual(['lily']);
    expect((await place.open([second, first]).find('rose')).manifest.version).toBe('2.0.0');
  });

  test('do not spoil each other', async () => {
    using place = garden();
    writeFileSync(join(place.path, 'broken.json'), '<html>');
    const broken = { name: 'broken', location: join(place.path, 'broken.json') };
    const { agents, sources } = await place.open([broken, place.source('garden', null, entry('rose'))]).list();
    expect(agents.map(({ manifest }) => manifest.id)).toEqual(['rose']);
    expect(sources[0]).toMatchObject({
      isOffline: true,
      reason: `${broken.location} is a web page and not a registry.`,
    });
    expect(sources[1]?.problems).toEqual(['garden: entry 1: an entry must be an object, and it is null']);
  });

  test('are asked at the same time', async () => {
    using place = garden();
    const waiting: (() => void)[] = [];
    await using server = await loopbackServer((_request, response) => {
      waiting.push(() => response.end(index(entry('rose'))));
      // Each is answered only after both have asked.
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    const sources = ['a', 'b'].map((name) => ({ name, location: `${server.origin}/${name}` }));
    expect((await place.open(sources).list()).hidden).toHaveLength(1);
  });
});

describe('opening', () => {
  test('contacts nothing, and only the addresses that were given are contacted later', async () => {
    using place = garden();
    const asked: string[] = [];
    const refusing: typeof fetch = (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return Promise.reject(new TypeError('fetch failed'));
    };
    const registry = place.open([officialSource], { fetch: refusing });
    expect(asked).toEqual([]);
    expect((await registry.list()).sources[0]).toMatchObject({ isOffline: true, count: 0 });
    expect(asked).toEqual(['https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json']);
  });

  test.each([
    [
      'two sources with one name',
      [
        { name: 'a', location: '/a' },
        { name: 'A', location: '/b' },
      ],
      'Two sources are named A; rename one.',
    ],
    ['a name with a slash', [{ name: 'a/b', location: '/a' }], 'must have letters'],
    ['an empty name', [{ name: '', location: '/a' }], 'must have letters'],
    ['an empty location', [{ name: 'a', location: '' }], 'needs an address'],
    ['another scheme', [{ name: 'a', location: 'ftp://garden.example/registry.json' }], 'needs an address'],
    ['half an address', [{ name: 'a', location: 'https://' }], 'needs an address'],
  ])('refuses %s', (_name, sources, message) => {
    expect(() => openRegistry(sources, { folder: '/nowhere' })).toThrow(RegistryError);
    expect(() => openRegistry(sources, { folder: '/nowhere' })).toThrow(message);
  });
});

describe('the distributions of an agent', () => {
  test('are those that can be used here, in the order that the program prefers', async () => {
    using place = garden();
    const source = place.source('garden', entry('rose'));
    expect((await place.open([source]).find('rose')).distributions).toEqual(['npx', 'uvx']);
    expect((await place.open([source], { prefer: ['uvx'] }).find('rose')).distributions).toEqual(['uvx', 'npx']);
    const bare = await place.open([source], { env: {} }).find('rose');
    expect(bare).toMatchObject({
      distributions: [],
      notes: [expect.stringContaining('npx'), expect.stringContaining('uvx')],
    });
  });
});
