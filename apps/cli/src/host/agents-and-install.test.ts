import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  archiveOf,
  builds,
  loopbackRegistry,
  scriptOf,
  type LoopbackRegistry,
} from '../../../../test/support/loopback-registry.ts';
import { parseConfig } from '../config/config.ts';
import { openUserRegistry } from '../registry/user-registry.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { noLogins, openHostHub } from './host-hub.test-support.ts';
import type { HostAgent } from '@acp-stack/web';
import { localMethods, sharedMethods, type LocalHostOptions } from './host.ts';

let home: string;
let registry: LoopbackRegistry;
let installed: string[];

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>';

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-host-agents-')));
  mkdirSync(join(home, 'garden'));
  installed = [];
  registry = await loopbackRegistry();
  registry.files.set('/rosalind.tar.gz', archiveOf('agent', scriptOf([process.execPath])));
  registry.files.set(
    '/rosalind.svg',
    Buffer.from('<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"><script>1</script><path d="M0 0"/></svg>'),
  );
  registry.agents.push(manifest('1.0.0'));
});

afterEach(async () => {
  await registry.stop();
  rmSync(home, { recursive: true, force: true });
});

const manifest = (version: string): object => ({
  id: 'rosalind',
  name: 'Rosalind',
  version,
  description: 'Grows roses',
  distribution: { binary: builds(`${registry.origin}/rosalind.tar.gz`) },
});

function optionsOf(config: object = { registries: { garden: registry.url } }): LocalHostOptions {
  const env = { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config') };
  return {
    roots: [home],
    agents: ['bundled', 'far'],
    settings: parseConfig(
      JSON.stringify({ agent_servers: { far: { url: 'ws://127.0.0.1:9' } }, ...config }),
      join(home, 'config.json'),
    ),
    terminal: captureTerminal({ env }),
    logins: noLogins,
    onInstalled: async (id) => void installed.push(id),
  };
}

const namesOf = (agents: readonly HostAgent[]): readonly string[] =>
  agents.map(({ name, state }) => `${name} ${state}`);

describe('agents', () => {
  test('of a shared hub are its own, the default first, and no registry is contacted', async () => {
    await using host = await openHostHub(sharedMethods(optionsOf()), { roots: [home] });
    const { agents } = await (await host.connect('ada')).call('agents', {});
    expect(agents).toEqual([
      {
        name: 'bundled',
        title: 'Bundled agent',
        description: 'The coding agent that comes with acp-stack',
        state: 'ready',
        isDefault: true,
      },
      { name: 'far', title: 'far', state: 'ready', isDefault: false },
    ]);
    expect(registry.requests).toEqual([]);
  });

  test('of this machine are also those that a registry has listed, with safe icons as soon as they are read', async () => {
    const options = optionsOf();
    await openUserRegistry([{ name: 'garden', location: registry.url }], options.terminal).list();
    await using host = await openHostHub(localMethods(options), { roots: [home] });
    const operator = await host.connect('root');
    const list = async (): Promise<readonly HostAgent[]> => (await operator.call('agents', {})).agents;
    expect(namesOf(await list())).toEqual(['bundled ready', 'far ready', 'rosalind installable']);
    const withIcon = await vi.waitUntil(async () => (await list()).find(({ icon }) => icon !== undefined), {
      timeout: 30_000,
    });
    expect(withIcon).toEqual({
      name: 'rosalind',
      title: 'Rosalind',
      description: 'Grows roses',
      version: '1.0.0',
      state: 'installable',
      isDefault: false,
      icon: svg,
    });
  });
});

test('the registries are asked when the user wants it, and without one the error says what to do', async () => {
  await using host = await openHostHub(localMethods(optionsOf()), { roots: [home] });
  const operator = await host.connect('root');
  expect(namesOf((await operator.call('agents', {})).agents)).toEqual(['bundled ready', 'far ready']);
  const { agents } = await operator.call('agents', { refresh: true });
  expect(namesOf(agents)).toContain('rosalind installable');
  await using none = await openHostHub(localMethods(optionsOf({})), { roots: [home] });
  await expect((await none.connect('root')).call('agents', { refresh: true })).rejects.toThrow(
    'No registry is used; the official registry is not used: acp registry sources add official accepts it.',
  );
});

describe('install_agent', () => {
  test('shows what will be downloaded and run, and installs only what was confirmed', async () => {
    await using host = await openHostHub(localMethods(optionsOf()), { roots: [home] });
    const operator = await host.connect('root');
    const asked = await operator.call('installAgent', { name: 'rosalind' });
    if (!('confirm' in asked)) throw new Error('It was installed without a question.');
    expect(asked.confirm.facts).toEqual(
      expect.arrayContaining([
        { name: 'source', text: `garden (${registry.url})` },
        { name: 'download', text: `${registry.origin}/rosalind.tar.gz` },
        { name: 'runs', text: './agent' },
      ]),
    );
    expect(registry.requests.map(({ path }) => path)).toEqual(['/registry.json']);
    for (const confirm of ['yes', `${asked.confirm.id}x`])
      expect(await operator.call('installAgent', { name: 'rosalind', confirm })).toEqual(asked);
    expect(installed).toEqual([]);
    const done = await operator.call('installAgent', { name: 'rosalind', confirm: asked.confirm.id });
    expect([done, installed]).toEqual([{ installed: { name: 'rosalind', version: '1.0.0' } }, ['rosalind']]);
    const { agents } = await operator.call('agents', {});
    expect(namesOf(agents)).toEqual(['bundled ready', 'far ready', 'rosalind ready']);
  });

  test('asks again if the registry lists something else than was confirmed', async () => {
    const options = optionsOf();
    await using host = await openHostHub(localMethods(options), { roots: [home] });
    const operator = await host.connect('root');
    const asked = await operator.call('installAgent', { name: 'rosalind' });
    if (!('confirm' in asked)) throw new Error('It was installed without a question.');
    registry.agents.splice(0, 1, manifest('2.0.0'));
    await openUserRegistry([{ name: 'garden', location: registry.url }], options.terminal).list({ refresh: 'now' });
    const again = await operator.call('installAgent', { name: 'rosalind', confirm: asked.confirm.id });
    expect(again).toMatchObject({
      confirm: { facts: expect.arrayContaining([{ name: 'version', text: '2.0.0' }]) as object },
    });
    expect(installed).toEqual([]);
  });

  test('says what to do without a registry, and for a name that none lists', async () => {
    await using none = await openHostHub(localMethods(optionsOf({})), { roots: [home] });
    await expect((await none.connect('root')).call('installAgent', { name: 'rosalind' })).rejects.toThrow(
      'No registry is used; the official registry is not used: acp registry sources add official accepts it.',
    );
    await using host = await openHostHub(localMethods(optionsOf()), { roots: [home] });
    const operator = await host.connect('root');
    await expect(operator.call('installAgent', { name: 'tulip' })).rejects.toMatchObject({
      data: { reason: 'unknown' },
    });
    await expect(operator.tryCall('installAgent', { name: '' })).rejects.toThrow(
      'name must be a string of 1 to 256 characters',
    );
    await expect((await host.connect('ada')).call('installAgent', { name: 'rosalind' })).rejects.toMatchObject({
      data: { reason: 'operator_required' },
    });
  });
});
