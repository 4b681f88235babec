/** The rules for authors of registries, each proved with tools that break it. */
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { buildRegistry, bump, checkFolder, type RuleId } from '@acp-stack/registry/authors';
import { afterEach, describe, expect, vi } from 'vitest';

import { provesLater } from './requirement.ts';

const rose = {
  id: 'rose',
  name: 'Rose',
  version: '1.2.3',
  description: 'Tends roses.',
  license: 'MIT',
  distribution: { npx: { package: '@garden/rose@1.2.3' } } as object,
};
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><path fill="currentColor" d="M1 1h9v9z"/></svg>';
const build = { archive: 'https://garden.example/download/v1.2.3/rose.zip', cmd: './rose' };
const builds = { 'darwin-aarch64': build, 'linux-x86_64': build, 'windows-x86_64': build };

interface Garden extends AsyncDisposable {
  readonly path: string;
}

/** A folder with these files; values that are not strings become JSON. */
async function garden(files: Readonly<Record<string, unknown>>): Promise<Garden> {
  const path = await mkdtemp(join(tmpdir(), 'acp-requirement-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o755 });
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

type Check = typeof checkFolder;

/** A check that does not know some rules. */
const without =
  (...rules: readonly RuleId[]): Check =>
  async (folder, options) => {
    const report = await checkFolder(folder, options);
    const problems = report.problems.filter(({ rule }) => !rules.includes(rule));
    return { ...report, problems, passed: problems.every(({ level }) => level !== 'error') };
  };

/** Whether the check accepts the agent `rose` with these changes. */
async function accepts(check: Check, changes: object, drawing = icon): Promise<boolean> {
  await using folder = await garden({ 'rose/agent.json': { ...rose, ...changes }, 'rose/icon.svg': drawing });
  return (await check(folder.path)).passed;
}

afterEach(() => vi.unstubAllEnvs());

describe('the check', () => {
  provesLater(
    'REG-01',
    async (check: Check) => {
      expect(await accepts(check, {})).toBe(true);
      expect(await accepts(check, { version: '1.2.3-beta.1', distribution: { npx: { package: 'rose' } } })).toBe(true);
      for (const field of ['id', 'name', 'version', 'description', 'distribution']) {
        expect(await accepts(check, { [field]: undefined }), field).toBe(false);
      }
      for (const changes of [
        { id: 'Rose' },
        { id: 'tulip' },
        { version: '1.2' },
        { version: 'v1.2.3' },
        { name: '' },
      ]) {
        expect(await accepts(check, changes), JSON.stringify(changes)).toBe(false);
      }
    },
    { real: checkFolder, sabotaged: without('id-folder') },
  );

  provesLater(
    'REG-02',
    async (check: Check) => {
      const binary = (changes: object): object => ({ distribution: { binary: { ...builds, ...changes } } });
      expect(await accepts(check, binary({}))).toBe(true);
      for (const target of Object.keys(builds))
        expect(await accepts(check, binary({ [target]: undefined }))).toBe(false);
      expect(await accepts(check, binary({ 'beos-x86_64': build }))).toBe(false);
      expect(await accepts(check, binary({ 'linux-x86_64': { cmd: './rose' } }))).toBe(false);
      expect(await accepts(check, { distribution: {} })).toBe(false);
      expect(await accepts(check, { distribution: { npx: { package: 'rose@1.2.3' }, docker: {} } })).toBe(false);
    },
    { real: checkFolder, sabotaged: without('binary-coverage') },
  );

  provesLater(
    'REG-03',
    async (check: Check) => {
      for (const kind of ['npx', 'uvx']) {
        const of = (changes: object): object => ({ distribution: { [kind]: { package: 'rose@1.2.3', ...changes } } });
        expect(await accepts(check, of({ args: ['--acp'], env: { LEVEL: 'info' } }))).toBe(true);
        for (const changes of [{ package: undefined }, { package: '' }, { args: 'acp' }, { env: { LEVEL: 1 } }]) {
          expect(await accepts(check, of(changes)), JSON.stringify(changes)).toBe(false);
        }
      }
    },
    { real: checkFolder, sabotaged: without('schema') },
  );

  provesLater(
    'REG-04',
    async (check: Check) => {
      const drawn = (path: string, size = 'width="16" height="16"'): string =>
        `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M1 1h9" ${path}/></svg>`;
      expect(await accepts(check, {}, drawn('fill="currentColor" stroke="none"', 'viewBox="0 0 16 16"'))).toBe(true);
      expect(await accepts(check, {}, drawn('fill="none" style="stroke:currentColor"'))).toBe(true);
      const bad = [
        drawn('fill="#ff5500"'),
        drawn('fill="currentColor" stroke="red"'),
        drawn('fill="currentColor" style="stroke: rgb(1 2 3)"'),
        drawn(''),
        drawn('fill="currentColor"', 'width="24" height="24"'),
        drawn('fill="currentColor"', ''),
        'PNG',
      ];
      for (const drawing of bad) expect(await accepts(check, {}, drawing), drawing).toBe(false);
    },
    { real: checkFolder, sabotaged: without('icon-color') },
  );

  provesLater(
    'REG-06',
    async (check: Check) => {
      // Stands in for `npx`: an agent that offers the methods of its last argument.
      const agent = `#!${process.execPath}
process.stdin.once('data', (chunk) => {
  const { id } = JSON.parse(String(chunk).split('\\n')[0]);
  const authMethods = JSON.parse(process.argv.at(-1));
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods } }));
});
`;
      await using tools = await garden({ npx: agent, 'package.json': { type: 'commonjs' } });
      vi.stubEnv('PATH', tools.path);
      const passes = async (methods: readonly object[]): Promise<boolean> => {
        const distribution = { npx: { package: 'rose@1.2.3', args: [JSON.stringify(methods)] } };
        await using folder = await garden({ 'rose/agent.json': { ...rose, distribution } });
        return (await check(folder.path, { handshake: true })).passed;
      };
      expect(await passes([{ id: 'login', name: 'Log in' }])).toBe(true);
      expect(await passes([{ id: 'login', name: 'Log in', type: 'terminal', args: ['--login'] }])).toBe(true);
      expect(await passes([])).toBe(false);
    },
    { real: checkFolder, sabotaged: without('handshake-auth') },
  );

  provesLater(
    'REG-16',
    async (check: Check) => {
      await using folder = await garden({ 'rose/agent.json': rose, 'tulip/extension.json': { ...rose } });
      const { problems } = await check(folder.path);
      expect(problems.filter(({ rule }) => rule !== 'id-folder' && rule.startsWith('id-'))).toMatchObject([
        { file: 'tulip/extension.json', level: 'error' },
      ]);
    },
    { real: checkFolder, sabotaged: without('id-unique') },
  );

  provesLater(
    'REG-20',
    async (check: Check) => {
      for (const license of ['MIT', 'Apache-2.0', 'MIT OR Apache-2.0', 'proprietary'])
        expect(await accepts(check, { license })).toBe(true);
      for (const license of ['Apache', 'closed', '', 'MIT or so'])
        expect(await accepts(check, { license })).toBe(false);
    },
    { real: checkFolder, sabotaged: without('license') },
  );

  provesLater(
    'REG-22',
    async (check: Check) => {
      await using server = await indexServer({
        '/rose-agent': { versions: { '1.2.3': {} } },
        '/download/v1.2.3/here.zip': {},
      });
      const passes = async (distribution: object): Promise<boolean> => {
        await using folder = await garden({ 'rose/agent.json': { ...rose, distribution } });
        return (await check(folder.path, { online: { hosts: { npm: server.origin } } })).passed;
      };
      const archive = (name: string): object => {
        const one = { archive: `${server.origin}/download/v1.2.3/${name}`, cmd: './rose' };
        return { binary: { 'darwin-aarch64': one, 'linux-x86_64': one, 'windows-x86_64': one } };
      };
      expect(await passes(archive('here.zip'))).toBe(true);
      expect(await passes({ npx: { package: 'rose-agent@1.2.3' } })).toBe(true);
      expect(await passes({ npx: { package: 'missing@1.2.3' } })).toBe(false);
      expect(await passes(archive('gone.zip'))).toBe(false);
    },
    { real: checkFolder, sabotaged: without('online-archive') },
  );
});

type Build = typeof buildRegistry;

/** The files of a folder. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  const files = names.filter((name) => /\.\w+$/u.test(name));
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}

const files = {
  'tulip/agent.json': { ...rose, id: 'tulip', license: 'proprietary', distribution: { binary: builds } },
  'tulip/icon.svg': icon,
  'rose/agent.json': rose,
  'rose/icon.svg': icon,
};

/** A build whose output is changed. */
const changed =
  (change: (out: string) => Promise<void>): Build =>
  async (folder, options) => {
    const report = await buildRegistry(folder, options);
    await change(options.out);
    return report;
  };
let builtBefore = 0;

describe('a build', () => {
  provesLater(
    'REG-08',
    async (builder: Build) => {
      const outputs = [];
      for (const order of [Object.entries(files), Object.entries(files).toReversed()]) {
        await using folder = await garden(Object.fromEntries(order));
        for (const [name] of order) await utimes(join(folder.path, name), outputs.length, outputs.length);
        await builder(folder.path, { out: join(folder.path, 'dist'), site: true });
        outputs.push(await contentOf(join(folder.path, 'dist')));
      }
      expect(outputs[0]).toEqual(outputs[1]);
      const { agents } = JSON.parse(outputs[0]?.['registry.json'] ?? '') as { agents: { id: string }[] };
      expect(agents.map(({ id }) => id)).toEqual(['rose', 'tulip']);
      await using insecure = await garden({
        'rose/agent.json': {
          ...rose,
          distribution: { binary: { ...builds, 'linux-x86_64': { ...build, archive: 'http://garden.example/a' } } },
        },
      });
      expect((await builder(insecure.path, { out: join(insecure.path, 'dist') })).built).toBe(false);
    },
    {
      real: buildRegistry,
      sabotaged: changed(async (out) => {
        const file = join(out, 'registry.json');
        const registry = JSON.parse(await readFile(file, 'utf8')) as object;
        await writeFile(file, JSON.stringify({ ...registry, builds: (builtBefore += 1) }));
      }),
    },
  );

  provesLater(
    'REG-17',
    async (builder: Build) => {
      await using folder = await garden(files);
      await builder(folder.path, { out: join(folder.path, 'dist'), baseUrl: 'https://garden.example' });
      const content = await contentOf(join(folder.path, 'dist'));
      expect(content).toMatchObject({ 'rose.svg': icon, 'tulip.svg': icon });
      expect(JSON.parse(content['registry.json'] ?? '')).toMatchObject({
        agents: [{ icon: 'https://garden.example/rose.svg' }, { icon: 'https://garden.example/tulip.svg' }],
      });
    },
    { real: buildRegistry, sabotaged: changed((out) => rm(join(out, 'tulip.svg'))) },
  );

  provesLater(
    'REG-18',
    async (builder: Build) => {
      await using folder = await garden(files);
      const out = join(folder.path, 'dist');
      await builder(folder.path, { out, version: 'v1' });
      const first = await contentOf(join(out, 'v1'));
      await writeFile(join(folder.path, 'rose/agent.json'), JSON.stringify({ ...rose, name: 'Red rose' }));
      await builder(folder.path, { out, version: 'v2' });
      const content = await contentOf(out);
      expect(content['latest/registry.json']).toContain('Red rose');
      expect(content['v2/registry.json']).toContain('Red rose');
      expect(await contentOf(join(out, 'v1'))).toEqual(first);
    },
    {
      real: buildRegistry,
      sabotaged: async (folder, options) => {
        await buildRegistry(folder, { ...options, version: `${options.version}-again` });
        await rm(join(options.out, 'v1'), { recursive: true, force: true });
        return buildRegistry(folder, { ...options, version: 'v1' });
      },
    },
  );

  provesLater(
    'REG-19',
    async (builder: Build) => {
      const lily = { ...rose, id: 'lily', distribution: { uvx: { package: 'lily@1.2.3' } } };
      await using folder = await garden({ ...files, 'lily/agent.json': lily });
      await builder(folder.path, { out: join(folder.path, 'dist'), site: true });
      const { 'index.html': page = '' } = await contentOf(join(folder.path, 'dist'));
      const options = [...page.matchAll(/<select name="(\w+)">(.*?)<\/select>/gu)].map(([, name, inner = '']) => [
        name,
        [...inner.matchAll(/<option value="([^"]+)"/gu)].map(([, value]) => value),
      ]);
      expect(Object.fromEntries(options)).toEqual({
        deployment: ['Native program', 'Package runner'],
        license: ['MIT', 'proprietary'],
        distribution: ['Binary', 'PyPI (uvx)', 'npm (npx)'],
      });
    },
    {
      real: buildRegistry,
      sabotaged: changed(async (out) => {
        const file = join(out, 'index.html');
        await writeFile(file, (await readFile(file, 'utf8')).replace('name="license"', 'name="author"'));
      }),
    },
  );
});

interface IndexServer extends AsyncDisposable {
  readonly origin: string;
}

/** Answers paths with JSON, and others with 404. */
async function indexServer(answers: Readonly<Record<string, unknown>>): Promise<IndexServer> {
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

describe('a search for newer versions', () => {
  provesLater(
    'REG-21',
    async (search: typeof bump) => {
      await using server = await indexServer({
        '/@garden%2Frose': { versions: { '1.2.3': {}, '1.3.0': {}, '2.0.0-rc.1': {} } },
        '/pypi/rose/json': { releases: { '1.4.0': [{}] } },
        '/repos/garden/tulip/releases': [{ tag_name: 'v1.5.0', assets: [] }],
      });
      const archive = 'https://github.com/garden/tulip/releases/download/v1.2.3/tulip.zip';
      const binary = Object.fromEntries(Object.keys(builds).map((target) => [target, { archive, cmd: './tulip' }]));
      await using folder = await garden({
        'rose/agent.json': rose,
        'snake/agent.json': { ...rose, id: 'snake', distribution: { uvx: { package: 'rose==1.2.3' } } },
        'tulip/agent.json': { ...rose, id: 'tulip', distribution: { binary } },
      });
      const hosts = { npm: server.origin, pypi: server.origin, github: server.origin };
      await search(folder.path, { hosts, apply: true });
      const content = await contentOf(folder.path);
      expect(content['rose/agent.json']).toContain('"@garden/rose@1.3.0"');
      expect(content['snake/agent.json']).toContain('"rose==1.4.0"');
      expect(content['tulip/agent.json']).toContain('/download/v1.5.0/tulip.zip');
      expect((await checkFolder(folder.path)).passed).toBe(true);
    },
    { real: bump, sabotaged: (folder, options) => bump(folder, { ...options, ids: ['rose', 'snake'] }) },
  );
});
