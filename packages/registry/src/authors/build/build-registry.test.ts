import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validators } from '@acp-stack/schema/v1';
import { describe, expect, test } from 'vitest';

import { goodBinary, goodIcon, goodManifest, testFolder } from '../report/manifest-folder.test-support.ts';
import { readLocalIndex } from '../../sources/local-index.ts';
import { buildRegistry } from './build-registry.ts';

const tulip = { ...goodManifest, id: 'tulip', name: 'Tulip', distribution: { binary: goodBinary }, stars: [5] };
const files = {
  'tulip/agent.json': { ...tulip, icon: 'bulb.svg' },
  'tulip/bulb.svg': goodIcon,
  'rose/agent.json': goodManifest,
  'rose/icon.svg': goodIcon,
  'bee/extension.json': { ...goodManifest, id: 'bee', icon: 'https://garden.example/bee.svg' },
};

/** The files of a folder with their content. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

interface Built {
  readonly version: string;
  readonly agents: readonly Record<string, unknown>[];
  readonly extensions: readonly Record<string, unknown>[];
}

const registryOf = (content: Readonly<Record<string, string>>): Built =>
  JSON.parse(content['registry.json'] ?? '') as Built;

describe('a build', () => {
  test('writes the registry, the icons by id, the schemas and the page, and nothing else', async () => {
    await using folder = await testFolder(files);
    const out = join(folder.path, 'dist');
    const report = await buildRegistry(folder.path, { out, site: true });
    expect(report).toMatchObject({ built: true, check: { passed: true } });
    const content = await contentOf(out);
    const names = ['agent.schema.json', 'index.html', 'registry.json', 'registry.schema.json', 'rose.svg', 'tulip.svg'];
    expect(Object.keys(content)).toEqual(names);
    expect(report.files).toEqual(names);
    expect(content['tulip.svg']).toBe(goodIcon);
    expect(registryOf(content)).toEqual({
      version: '1.0.0',
      agents: [
        { ...goodManifest, icon: 'rose.svg' },
        { ...tulip, icon: 'tulip.svg' },
      ],
      extensions: [{ ...goodManifest, id: 'bee', icon: 'https://garden.example/bee.svg' }],
    });
    expect(validators.AgentRegistry.is(registryOf(content))).toBe(true);
  });

  test('gives the same bytes on every run, whatever the order and the times of the files', async () => {
    const outputs = [];
    for (const [day, order] of [Object.entries(files), Object.entries(files).toReversed()].entries()) {
      await using folder = await testFolder(Object.fromEntries(order));
      const old = new Date(day * 86_400_000);
      for (const [name] of order) await utimes(join(folder.path, name), old, old);
      await buildRegistry(folder.path, { out: join(folder.path, 'dist'), site: true });
      outputs.push(await contentOf(join(folder.path, 'dist')));
    }
    expect(outputs[0]).toEqual(outputs[1]);
    const all = Object.values(outputs[0] ?? {}).join('');
    expect(all).not.toContain('\r');
    expect(all).not.toMatch(/\b20\d\d-\d\d-\d\d\b/u);
  });

  test('addresses icons where the registry is published', async () => {
    await using folder = await testFolder(files);
    const out = join(folder.path, 'dist');
    await buildRegistry(folder.path, { out, baseUrl: 'https://agents.example/v1/' });
    const content = await contentOf(out);
    expect(registryOf(content).agents[0]).toMatchObject({ icon: 'https://agents.example/v1/rose.svg' });
    expect(JSON.parse(content['agent.schema.json'] ?? '')).toMatchObject({
      $id: 'https://agents.example/v1/agent.schema.json',
    });
    await expect(buildRegistry(folder.path, { out, baseUrl: 'javascript:0' })).rejects.toThrow(
      'does not begin with https',
    );
  });

  test('with a version, writes it and latest, and never changes a version that exists', async () => {
    await using folder = await testFolder(files);
    const out = join(folder.path, 'dist');
    const options = { out, baseUrl: 'https://agents.example' };
    await buildRegistry(folder.path, { ...options, version: 'v1' });
    const first = await contentOf(join(out, 'v1'));
    expect(registryOf(first).agents[0]).toMatchObject({ icon: 'https://agents.example/v1/rose.svg' });
    expect(registryOf(await contentOf(join(out, 'latest'))).agents[0]).toMatchObject({
      icon: 'https://agents.example/latest/rose.svg',
    });
    await buildRegistry(folder.path, { ...options, version: 'v1' });
    await writeFile(join(folder.path, 'rose/agent.json'), JSON.stringify({ ...goodManifest, name: 'Red rose' }));
    await expect(buildRegistry(folder.path, { ...options, version: 'v1' })).rejects.toThrow('choose another version');
    await buildRegistry(folder.path, { ...options, version: 'v2' });
    expect((await readdir(out)).toSorted()).toEqual(['latest', 'v1', 'v2']);
    expect(await contentOf(join(out, 'v1'))).toEqual(first);
    expect(registryOf(await contentOf(join(out, 'latest'))).agents[0]).toMatchObject({ name: 'Red rose' });
    for (const version of ['latest', '../v3', '', 'a/b', '.v']) {
      await expect(buildRegistry(folder.path, { ...options, version })).rejects.toThrow(
        'cannot be the name of a version',
      );
    }
  });

  test('writes nothing if the folder does not pass the check', async () => {
    await using folder = await testFolder({ ...files, 'lily/agent.json': { ...goodManifest, id: 'rose' } });
    const out = join(folder.path, 'dist');
    const report = await buildRegistry(folder.path, { out });
    expect(report).toMatchObject({ built: false, files: [], check: { passed: false } });
    expect(report.check.problems.map(({ rule }) => rule)).toContain('id-folder');
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  test('replaces an earlier build as a whole', async () => {
    await using folder = await testFolder(files);
    const out = join(folder.path, 'dist');
    await buildRegistry(folder.path, { out, site: true });
    await writeFile(join(folder.path, 'tulip/agent.json'), JSON.stringify({ ...tulip, icon: undefined }));
    await buildRegistry(folder.path, { out });
    expect(await readdir(out)).not.toContain('tulip.svg');
    expect(await readdir(out)).not.toContain('index.html');
    expect((await readdir(folder.path)).toSorted()).toEqual(['bee', 'dist', 'rose', 'tulip']);
  });

  test('removes what a killed build has left, and nothing else', async () => {
    const left = { '.dist.old-0123abcd/registry.json': '{}', '.dist.old-notes/a': '', '.dist.new-0123abcd/a': '' };
    await using folder = await testFolder({ ...files, ...left });
    await buildRegistry(folder.path, { out: join(folder.path, 'dist') });
    const hidden = (await readdir(folder.path)).filter((name) => name.startsWith('.'));
    expect(hidden.toSorted()).toEqual(['.dist.new-0123abcd', '.dist.old-notes']);
  });

  test('never replaces a folder with files that no build wrote', async () => {
    await using folder = await testFolder({ ...files, 'public/photo.jpg': 'x', 'public/registry.json': '{}' });
    const out = join(folder.path, 'public');
    await expect(buildRegistry(folder.path, { out })).rejects.toThrow('photo.jpg, which no build wrote');
    await expect(buildRegistry(folder.path, { out: folder.path })).rejects.toThrow('which no build wrote');
    await expect(buildRegistry(folder.path, { out: join(out, 'photo.jpg') })).rejects.toThrow('is not a folder');
    expect((await readdir(out)).toSorted()).toEqual(['photo.jpg', 'registry.json']);
    await mkdir(join(folder.path, 'empty'));
    expect(await buildRegistry(folder.path, { out: join(folder.path, 'empty') })).toMatchObject({ built: true });
  });
});

describe('a registry of a team', () => {
  const linuxOnly = {
    ...goodManifest,
    distribution: { binary: { 'linux-x86_64': { ...goodBinary['linux-x86_64'] } } },
  };

  test('is built of agents for one system, and clients read it', async () => {
    await using folder = await testFolder({ 'rose/agent.json': linuxOnly });
    const out = join(folder.path, 'dist');
    expect(await buildRegistry(folder.path, { out })).toMatchObject({ built: false });
    expect(await buildRegistry(folder.path, { out, rules: 'team' })).toMatchObject({ built: true });
    const { agents, problems } = await readLocalIndex(out, 1_000_000);
    expect({ ids: agents.map(({ id }) => id), problems }).toEqual({ ids: ['rose'], problems: [] });
  });

  test('is not built with archives beside the manifests, which no address leads to', async () => {
    const binary = { 'linux-x86_64': { archive: 'rose.tar.gz', cmd: './rose' } };
    const listed = { 'rose/agent.json': { ...goodManifest, distribution: { binary } }, 'rose/rose.tar.gz': 'x' };
    await using folder = await testFolder(listed);
    const report = await buildRegistry(folder.path, { out: join(folder.path, 'dist'), rules: 'team' });
    expect(report).toMatchObject({ built: false, files: [] });
    const [refused] = report.check.problems.filter(({ level }) => level === 'error');
    expect(refused?.message).toBe(
      'The archive is a file beside the manifest, which works only where this folder itself is the source; build needs its https address.',
    );
  });
});

describe('the published schemas', () => {
  test('accept what a build wrote and refuse what the check refuses', async () => {
    await using folder = await testFolder(files);
    const out = join(folder.path, 'dist');
    await buildRegistry(folder.path, { out });
    const content = await contentOf(out);
    // Strict: no keyword that other tools do not know.
    const compiler = new Ajv2020({ formats: { uri: true }, strictRequired: false });
    const isRegistry = compiler.compile(JSON.parse(content['registry.schema.json'] ?? '') as object);
    const isAgent = compiler.compile(JSON.parse(content['agent.schema.json'] ?? '') as object);
    expect(isRegistry(registryOf(content))).toBe(true);
    expect(isAgent(goodManifest)).toBe(true);
    expect(isAgent({ ...goodManifest, id: 'Rose' })).toBe(false);
    expect(isAgent({ ...goodManifest, distribution: {} })).toBe(false);
    expect(isAgent({ ...tulip, distribution: { binary: { ...goodBinary, 'linux-x86_64': undefined } } })).toBe(false);
    expect(isRegistry({ version: '1.0.0' })).toBe(false);
  });

  test('describe no more than what the official tools accept', async () => {
    await using folder = await testFolder(files);
    const out = join(folder.path, 'dist');
    await buildRegistry(folder.path, { out });
    const isAccepted = new Ajv({ formats: { uri: true } }).compile(officialRules);
    expect(isAccepted(registryOf(await contentOf(out)))).toBe(true);
  });
});

/** What the official tools ask of an index: these fields, no others beside them, and closed distributions. */
const strings = { type: 'array', items: { type: 'string' } };
const variables = { type: 'object', additionalProperties: { type: 'string' } };
const closed = (properties: object, required: readonly string[]): object => ({
  type: 'object',
  properties: { ...properties, args: strings, env: variables },
  required,
  additionalProperties: false,
});
const packaged = closed({ package: { type: 'string', minLength: 1 } }, ['package']);
const build = closed({ archive: { type: 'string', format: 'uri' }, cmd: { type: 'string' } }, ['archive', 'cmd']);
const names = ['darwin', 'linux', 'windows'].flatMap((system) => [`${system}-aarch64`, `${system}-x86_64`]);
const list = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'name', 'version', 'description', 'distribution'],
    properties: {
      id: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
      version: { type: 'string', pattern: String.raw`^[0-9]+\.[0-9]+\.[0-9]+` },
      icon: { type: 'string' },
      distribution: {
        type: 'object',
        minProperties: 1,
        properties: {
          npx: packaged,
          uvx: packaged,
          binary: { type: 'object', propertyNames: { enum: names }, additionalProperties: build },
        },
        additionalProperties: false,
      },
    },
  },
};
const officialRules = {
  type: 'object',
  required: ['version', 'agents', 'extensions'],
  properties: { version: { type: 'string' }, agents: list, extensions: list },
  additionalProperties: false,
};
