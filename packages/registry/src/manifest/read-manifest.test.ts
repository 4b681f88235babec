import { describe, expect, test } from 'vitest';

import { collectAgents, readIndex } from './read-index.ts';
import { readManifest } from './read-manifest.ts';

const npx = { package: '@garden/rosalind@1.2.3', args: ['--acp'] };
const entry = {
  id: 'rosalind',
  name: 'Rosalind',
  version: '1.2.3',
  description: 'Grows roses.',
  distribution: { npx },
};
const build = { archive: 'https://garden.example/rosalind.zip', cmd: './rosalind' };

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const reasonOf = (value: unknown): string | undefined => {
  const read = readManifest(value);
  return read.manifest === undefined ? read.reason : undefined;
};

describe('a manifest', () => {
  test('stays as it is, with its unknown fields at every level', () => {
    const more = {
      ...entry,
      colour: 'red',
      distribution: { npx: { ...npx, registry: 'x' }, docker: { image: 'rosalind' } },
      _meta: { garden: true },
    };
    expect(readManifest(more)).toEqual({ manifest: more, problems: [] });
  });

  test('may break the rules for authors: one build, no description, a build for an unknown target', () => {
    const { description: _, name: __, ...rest } = entry;
    const lenient = { ...rest, version: '2025.1', distribution: { binary: { 'linux-riscv64': build } } };
    expect(readManifest(lenient)).toEqual({
      manifest: { ...lenient, name: 'rosalind', description: '' },
      problems: [],
    });
  });

  test.each([
    ['null', null, 'an entry must be an object, and it is null'],
    ['a string', 'rosalind', 'an entry must be an object, and it is a string'],
    ['an array', [], 'an entry must be an object, and it is an array'],
    ['no id', { ...entry, id: undefined }, 'its id must be a string'],
    ['a number as id', { ...entry, id: 5 }, 'its id must be a string'],
    ['a version that is a number', { ...entry, version: 1 }, 'its version must be a string'],
    ['a version with a path', { ...entry, version: '../1' }, 'its version "../1" is not a version'],
    ['no distribution', { ...entry, distribution: null }, 'its distribution must be an object'],
    [
      'a distribution without a known kind',
      { ...entry, distribution: { docker: {} } },
      'it has no distribution that can be used',
    ],
  ])('cannot be used with %s', (_name, value, reason) => {
    expect(reasonOf(value)).toBe(reason);
  });

  test.each([
    'Rosalind',
    'rosa lind',
    'ros\u0430lind',
    'rosalind\u0000',
    'rosalind\u202e',
    'ros/alind',
    '../rosalind',
    '..',
    '.',
    '',
    '-rosalind',
    'rosalind.',
    'ｒosalind',
    'rosalind\n',
    '__proto__',
    'r'.repeat(101),
  ])('cannot be used with the id %j', (id) => {
    expect(reasonOf({ ...entry, id })).toBe('its id must have lower-case letters, digits and hyphens only');
  });

  test.each(['r', 'rosalind-2', '0rosalind', 'rosa.lind', 'rosa_lind'])('may have the id %j', (id) => {
    expect(reasonOf({ ...entry, id })).toBeUndefined();
  });

  test('with a key __proto__ anywhere is not used, and changes no object', () => {
    const hostile = JSON.parse(
      `{"id":"x","version":"1.0.0","distribution":{"npx":{"package":"x","env":{"__proto__":{"a":"b"}}}}}`,
    ) as unknown;
    expect(reasonOf(hostile)).toBe('it has a key "__proto__"');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  test('that is nested too deeply is not used', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as unknown;
    expect(reasonOf({ ...entry, deep })).toBe('it is nested deeper than 64 levels');
  });

  test.each([
    ['an option', '--call=touch /tmp/x'],
    ['a path', '../rosalind'],
    ['a file', 'file:rosalind'],
    ['an address', 'https://garden.example/rosalind.tgz'],
    ['a repository', 'github:garden/rosalind'],
    ['a space', 'rosalind --unsafe'],
    ['nothing', ''],
  ])('has no package that is %s', (_name, name) => {
    expect(reasonOf({ ...entry, distribution: { npx: { package: name } } })).toContain('is not the name of a package');
    expect(reasonOf({ ...entry, distribution: { uvx: { package: name } } })).toContain('is not the name of a package');
  });

  test.each([
    ['an absolute command', { ...build, cmd: '/bin/sh' }, 'its cmd "/bin/sh" leads out of its folder'],
    ['a command above its folder', { ...build, cmd: './a/../../sh' }, 'its cmd "./a/../../sh" leads out of its folder'],
    ['a command that is a folder', { ...build, cmd: './' }, 'its cmd "./" leads out of its folder'],
    ['a command that is a number', { ...build, cmd: 1 }, 'its cmd must be a string'],
    ['a path as archive', { ...build, archive: 'rose.zip' }, 'its archive must be an http or https address'],
    ['a file as archive', { ...build, archive: 'file:///etc/passwd' }, 'its archive must be an http or https address'],
    ['half an address', { ...build, archive: 'https://' }, 'its archive must be an http or https address'],
    ['a checksum that is too short', { ...build, sha256: 'abc' }, 'its sha256 must be 64 hexadecimal digits'],
    ['arguments in one string', { ...build, args: 'acp' }, 'its args must be an array of strings'],
    ['an argument with a NUL', { ...build, args: ['a\0b'] }, 'its args must be an array of strings'],
    ['a variable that is a number', { ...build, env: { PORT: 1 } }, 'its env must be an object of strings'],
    ['a variable with an equals sign', { ...build, env: { 'A=B': '1' } }, 'its env must be an object of strings'],
    ['null', null, 'it must be an object, and it is null'],
  ])('loses only the build with %s', (_name, bad, reason) => {
    const read = readManifest({
      ...entry,
      distribution: { npx, binary: { 'linux-x86_64': bad, 'darwin-aarch64': build } },
    });
    expect(read).toMatchObject({ problems: [`the build for linux-x86_64 was left out: ${reason}`] });
    expect(read.manifest?.distribution).toEqual({ npx, binary: { 'darwin-aarch64': build } });
  });

  test('loses optional fields of a wrong type, with a line each', () => {
    const read = readManifest({ ...entry, authors: 'me', license: 5, icon: null, website: 'https://garden.example' });
    expect(read).toEqual({
      manifest: { ...entry, website: 'https://garden.example' },
      problems: ['license was left out: it cannot be a number', 'authors was left out: it cannot be a string'],
    });
  });
});

describe('an index', () => {
  test('keeps its fields besides the agents unchanged', () => {
    const fields = { version: '1.0.0', extensions: [{ id: 'theme', anything: [1, { two: 3 }] }], generated: 'today' };
    expect(readIndex(bytes({ ...fields, agents: [entry] }))).toEqual({ agents: [entry], problems: [], fields });
  });

  test('loses only its bad entries, with a line each', () => {
    const tulip = { ...entry, id: 'tulip' };
    const { agents, problems } = readIndex(
      bytes({ agents: [null, entry, { ...entry, id: 'ros\u0430' }, tulip, { ...entry, version: '9.9.9' }] }),
    );
    expect(agents).toEqual([entry, tulip]);
    expect(problems).toEqual([
      'entry 1: an entry must be an object, and it is null',
      'ros<U+0430>: its id must have lower-case letters, digits and hyphens only',
      'rosalind: it is listed more than once; the first entry is used',
    ]);
  });

  test('of a later format is read as far as possible, and says so', () => {
    const { agents, problems } = readIndex(bytes({ version: '2.0.0', agents: [entry] }));
    expect(agents).toEqual([entry]);
    expect(problems).toEqual(['registry.json: it has the format 2, and 1 is known here; some of it may be missing']);
    for (const version of ['1.9.0', '0.1.0', 'roses', 5, undefined]) {
      expect(readIndex(bytes({ version, agents: [entry] })).problems).toEqual([]);
    }
  });

  test('has 10,000 entries', () => {
    const entries = Array.from({ length: 10_000 }, (_, at) => ({ ...entry, id: `agent-${at}` }));
    expect(readIndex(bytes({ agents: entries })).agents).toHaveLength(10_000);
  });

  test('loses only the entry that is nested too deeply', () => {
    const deep = `{"id":"deep","version":"1.0.0","distribution":{},"x":${'['.repeat(90_000)}${']'.repeat(90_000)}}`;
    const text = `{"agents":[${deep},${JSON.stringify(entry)}]}`;
    const { agents, problems } = readIndex(new TextEncoder().encode(text));
    expect(agents).toEqual([entry]);
    expect(problems).toEqual(['deep: it is nested deeper than 64 levels']);
  });

  test('may begin with a byte order mark, or be UTF-16', () => {
    const text = JSON.stringify({ agents: [entry] });
    expect(readIndex(Buffer.from(`\ufeff${text}`)).agents).toEqual([entry]);
    expect(readIndex(Buffer.from(`\ufeff${text}`, 'utf16le')).agents).toEqual([entry]);
  });

  test('may be the manifest of one agent', () => {
    expect(readIndex(bytes(entry))).toEqual({ agents: [entry], problems: [], fields: {} });
  });

  test.each([
    ['', 'is not valid JSON'],
    ['{"agents": [', 'is not valid JSON'],
    ['[]', 'is not a registry: a JSON object with "agents" is expected'],
    ['null', 'is not a registry: a JSON object with "agents" is expected'],
    ['{"version": "1.0.0"}', 'is not a registry: "agents" must be an array'],
    ['{"agents": {}}', 'is not a registry: "agents" must be an array'],
    ['\n<!doctype html><title>Log in</title>', 'is a web page and not a registry'],
    ['['.repeat(200_000), 'is nested deeper than 100000 levels'],
  ])('is not %.30j', (text, reason) => {
    expect(() => readIndex(Buffer.from(text))).toThrow(reason);
  });

  test('shows an id with control characters by their codes', () => {
    expect(collectAgents([{ ...entry, id: 'a\u001b[31m\u202e' }]).problems[0]).toMatch(/^a<U\+001B>\[31m<U\+202E>: /u);
  });
});
