import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  test('are known after they were read, also where no cache can be written', async () => {
    using place = garden();
    await using server = await loopbackServer((_, response) => {
      response.end(index(entry('rose', '2.0.0')));
    });
    const folder = join(place.path, 'file', 'registry');
    writeFileSync(join(place.path, 'file'), '');
    const registry = place.open([{ name: 'web', location: `${server.origin}/registry.json` }], { folder });
    await registry.list();
    expect((await registry.find('rose', { refresh: 'never' })).manifest.version).toBe('2.0.0');
    expect((await registry.find('rose')).manifest.version).toBe('2.0.0');
    expect(server.requests).toHaveLength(1);
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

test('runners are looked up once for all agents', async () => {
  using place = garden();
  const agents = Array.from({ length: 1000 }, (_, at) => entry(`rose-${at}`));
  let lookups = 0;
  const env = {
    get PATH() {
      lookups += 1;
      return place.bin;
    },
  };
  const registry = place.open([place.source('garden', ...agents)], { env });
  expect((await registry.list()).agents[999]?.distributions).toEqual(['npx', 'uvx']);
  expect(lookups).toBe(2);
});

describe('an installed agent', () => {
  const targets = ['darwin-aarch64', 'darwin-x86_64', 'linux-aarch64', 'linux-x86_64'];
  const binary = (archive: string, version: string): object => ({
    ...entry('rose', version),
    distribution: {
      npx: { package: 'rose' },
      binary: Object.fromEntries(targets.map((target) => [target, { archive, cmd: './rose', args: ['acp'] }])),
    },
  });

  test('keeps its distribution, and is started in the version that was installed', async () => {
    using place = garden();
    const registry = place.open([place.source('garden', entry('rose', '1.0.0'))]);
    await registry.install(await registry.find('rose'), { distribution: 'uvx' });
    place.source('garden', entry('rose', '2.0.0'));
    expect((await registry.find('rose')).distributions).toEqual(['uvx', 'npx']);
    const [installed] = await registry.installed();
    if (installed === undefined) throw new Error('nothing is installed');
    expect(installed).toMatchObject({
      distribution: 'uvx',
      manifest: { version: '1.0.0' },
      source: { name: 'garden' },
    });
    expect(await registry.command(installed, { env: { A: '1' } })).toEqual({
      command: 'uvx',
      args: ['rose@1.0.0'],
      env: { A: '1' },
    });
    const update = await registry.newer(installed);
    expect(update).toMatchObject({
      distribution: 'uvx',
      changes: [{ what: 'version', before: '1.0.0', after: '2.0.0' }],
    });
    if (update === undefined) throw new Error('there is no update');
    const updated = await registry.update(update);
    expect(await registry.command(updated)).toMatchObject({ args: ['rose@2.0.0'] });
    expect(await registry.newer(updated)).toBeUndefined();
    expect([await registry.remove('rose'), await registry.remove('rose')]).toEqual([true, false]);
    expect(await registry.installed()).toEqual([]);
  });

  test('is a program that is downloaded, checked, started and verified', async () => {
    using place = garden();
    await using server = await loopbackServer((request, response) => {
      if (request.url === '/registry.json') response.end(index(binary(`${server.origin}/rose`, '1.0.0')));
      else response.end('#!/bin/sh\necho rose');
    });
    const registry = place.open([{ name: 'garden', location: `${server.origin}/registry.json` }]);
    const steps = new Set<string>();
    const installed = await registry.install(await registry.find('rose'), {
      onProgress: ({ step }) => steps.add(step),
    });
    expect([...steps]).toContain('download');
    const { command, args } = await registry.command(installed);
    expect([readFileSync(command, 'utf8'), args]).toEqual(['#!/bin/sh\necho rose', ['acp']]);
    expect(await registry.verify('rose')).toMatchObject({ isIntact: true, problems: [] });
    // Everything but the download of another agent works without the server.
    await server.stop();
    expect((await registry.list({ refresh: 'now' })).sources[0]).toMatchObject({ isOffline: true, count: 1 });
    expect(await registry.newer(installed, { refresh: 'now' })).toBeUndefined();
    expect(await registry.command(installed)).toMatchObject({ command });
  });

  test('has its icon from the cache when its source is no longer given, and no address is contacted', async () => {
    using place = garden();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
    await using server = await loopbackServer((request, response) => {
      response.end(request.url === '/registry.json' ? index(entry('rose')) : svg);
    });
    const source = { name: 'garden', location: `${server.origin}/registry.json` };
    const registry = place.open([source]);
    const installed = await registry.install(await registry.find('rose'));
    expect(await place.open([]).icon(installed)).toBeUndefined();
    expect(server.requests).toHaveLength(1);
    expect(await registry.icon(installed)).toBe(svg);
    expect(await place.open([]).icon(installed)).toBe(svg);
    expect(server.requests).toHaveLength(2);
  });

  test('is refused in a distribution that cannot be used here', async () => {
    using place = garden();
    const registry = place.open([place.source('garden', entry('rose'))]);
    const agent = await registry.find('rose');
    await expect(registry.install(agent, { distribution: 'binary' })).rejects.toMatchObject({
      code: 'unusable',
      message: 'rose cannot be installed as binary on this system; it can be installed as npx, uvx.',
    });
  });

  test('with a damaged record is left out and reported', async () => {
    using place = garden();
    const problems: string[] = [];
    const registry = place.open([place.source('garden', entry('rose'))], { onProblem: (line) => problems.push(line) });
    await registry.install(await registry.find('rose'));
    writeFileSync(join(place.path, 'registry', 'agents', 'rose', 'installed.json'), '{');
    expect(await registry.installed()).toEqual([]);
    expect(problems).toHaveLength(1);
    expect((await registry.find('rose')).manifest.id).toBe('rose');
  });
});

describe('an archive beside its manifest', () => {
  const builds = Object.fromEntries(
    ['darwin', 'linux'].flatMap((system) =>
      ['aarch64', 'x86_64'].map((processor) => [`${system}-${processor}`, { archive: 'rose.sh', cmd: './rose.sh' }]),
    ),
  );

  test.each(['', 'rose'])('is installed from the folder %j of a registry, and runs', async (below) => {
    using place = garden();
    const folder = join(place.path, 'agents', 'rose');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'agent.json'), JSON.stringify({ ...entry('rose'), distribution: { binary: builds } }));
    writeFileSync(join(folder, 'rose.sh'), '#!/bin/sh\necho roses\n');
    const registry = place.open([{ name: 'near', location: join(place.path, 'agents', below) }]);
    const installed = await registry.install(await registry.find('rose'));
    const { command } = await registry.command(installed);
    expect(execFileSync(command, { encoding: 'utf8' })).toBe('roses\n');
  });

  test('is left out of a registry on the web', async () => {
    using place = garden();
    const agents = [{ ...entry('rose'), distribution: { binary: builds } }];
    await using server = await loopbackServer((_, response) => response.end(index(...agents)));
    const { sources } = await place.open([{ name: 'far', location: `${server.origin}/registry.json` }]).list();
    expect(JSON.stringify(sources)).toContain('its archive must be an http or https address');
  });
});

describe('a caller without types', () => {
  const wrong = (value: unknown): never => value as never;

  test.each([
    ['a text as source', () => openRegistry(wrong(['./reg'])), 'A source is an object with a name and a location'],
    ['no list of sources', () => openRegistry(wrong('./reg')), 'openRegistry needs a list of sources'],
  ])('is told about %s', (_, open, words) => {
    expect(open).toThrow(RegistryError);
    expect(open).toThrow(words);
  });

  test('is told by each method what it needs', async () => {
    using place = garden();
    const registry = place.open([place.source('shed', entry('rose'))]);
    const installed = await registry.install(await registry.find('rose'));
    for (const [work, words] of [
      [
        () => registry.install(wrong('rose')),
        'install needs an agent that find or list returned, and got the text "rose".',
      ],
      [() => registry.install(wrong(installed)), 'install needs an agent that find or list returned.'],
      [() => registry.verify(wrong(installed)), 'verify needs the id of an installed agent, and got an object.'],
      [() => registry.remove(wrong(installed)), 'remove needs the id of an installed agent, and got an object.'],
      [
        () => registry.command(wrong('rose')),
        'command needs an agent that install or installed returned, and got the text "rose".',
      ],
      [
        () => registry.newer(wrong('rose')),
        'newer needs an agent that install or installed returned, and got the text "rose".',
      ],
      [() => registry.update(wrong(undefined)), 'update needs what newer returned, and got nothing.'],
      [() => registry.find(wrong(7)), 'find needs the name of an agent, and got a number.'],
      [() => registry.search(wrong(['rose'])), 'search needs words, and got a list.'],
      [() => registry.icon(wrong('rose')), 'icon needs an agent that this registry returned, and got the text "rose".'],
    ] as const)
      await expect(work()).rejects.toMatchObject({ name: 'RegistryError', code: 'invalid', message: words });
  });
});
