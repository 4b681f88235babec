import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configFolder } from '@acp-stack/workspace/user-folders';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { memberNames } from '../../../../test/support/member-names.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { changeAgents, parseConfig, readConfig } from './config.ts';
import { configPath } from './config-path.ts';
import { findProjectFile } from './project-file.ts';
import { firstOf, loadSettings } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-config-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the config file', () => {
  test('is where the platform keeps such files', () => {
    const home = { HOME: '/home/ann' };
    expect(configFolder(home, 'linux')).toBe('/home/ann/.config/acp-stack');
    expect(configFolder({ ...home, XDG_CONFIG_HOME: '/etc/ann' }, 'linux')).toBe('/etc/ann/acp-stack');
    expect(configFolder({ ...home, XDG_CONFIG_HOME: 'relative' }, 'linux')).toBe('/home/ann/.config/acp-stack');
    expect(configFolder(home, 'darwin')).toBe('/home/ann/Library/Application Support/acp-stack');
    expect(configPath({ ...home, ACP_CONFIG: '/x.json' })).toBe('/x.json');
  });

  test('takes entries as editors write them, and keeps what it does not know', () => {
    const path = join(folder, 'config.json');
    const florist = { type: 'custom', command: 'florist', args: ['--acp'], env: { A: 'b' }, favorite_models: ['x'] };
    writeFileSync(path, JSON.stringify({ theme: 'dark', agent_servers: { florist } }));
    const { agents } = readConfig(path);
    expect(agents.get('florist')).toMatchObject({
      kind: 'command',
      command: 'florist',
      args: ['--acp'],
      env: { A: 'b' },
    });
    changeAgents(path, {
      other: { name: 'other', kind: 'url', url: 'ws://x', headers: {}, defaults: { configOptions: {} } },
    });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      theme: 'dark',
      agent_servers: { florist, other: { url: 'ws://x' } },
    });
  });

  test.each(memberNames)('has an agent named %s like any other', (name) => {
    const path = join(folder, 'config.json');
    writeFileSync(path, '{}');
    const server = { name, kind: 'url', url: 'ws://x', headers: {}, defaults: { configOptions: {} } } as const;
    changeAgents(path, { [name]: server });
    expect([...readConfig(path).agents.keys()]).toEqual([name]);
    changeAgents(path, { [name]: undefined });
    expect([...readConfig(path).agents.keys()]).toEqual([]);
  });

  test('says what an agent may use of this machine, and keeps that when it is written', () => {
    const entry = { url: 'ws://x', allow: ['editor-state', 'fs'] };
    const text = JSON.stringify({ agent_servers: { office: entry } });
    const office = parseConfig(text, 'c.json').agents.get('office');
    expect(office?.allow).toEqual(['fs', 'editor-state']);
    const path = join(folder, 'config.json');
    changeAgents(path, { office });
    expect(readConfig(path).agents.get('office')?.allow).toEqual(['fs', 'editor-state']);
  });

  test('names the file with the token of a remote agent, relative to itself', () => {
    const path = join(folder, 'config.json');
    writeFileSync(path, '{ "agent_servers": { "office": { "url": "ws://x", "token_file": "office.token" } } }');
    const { agents } = readConfig(path);
    const office = agents.get('office');
    expect(office).toMatchObject({ tokenFile: join(folder, 'office.token') });
    changeAgents(path, { office });
    expect(readConfig(path).agents.get('office')).toEqual(office);
  });

  test.each([
    [{ agent_servers: { x: { url: 'ws://x', token_file: 7 } } }, 'x.token_file must be a non-empty string'],
    [
      { agent_servers: { x: { url: 'ws://x', allow: ['files'] } } },
      'x.allow: unknown name "files"; choose from fs, terminal',
    ],
    [{ agent_servers: { x: {} } }, 'needs a "command" to start, or a "url"'],
    [{ proxies: ['redact'] }, 'c.json is a chain, not a config file; use it with: -- acp conduct --config c.json'],
    [{ agent_servers: [] }, 'agent_servers must be an object'],
    [{ agent_servers: { x: { command: 'a', args: 'b' } } }, 'agent_servers.x.args must be a list of strings'],
    [{ agent_servers: { x: { command: 'a', env: { B: 1 } } } }, 'agent_servers.x.env.B must be a string'],
    [{ agent_servers: { x: { command: 'a', default_config_options: { b: 1 } } } }, 'must be a string or a boolean'],
  ])('refuses %j', (value, words) => {
    expect(() => parseConfig(JSON.stringify(value), 'c.json')).toThrow(words);
  });

  test('keeps agents of a registry apart from those with a command, and writes them as editors do', () => {
    const path = join(folder, 'config.json');
    const gemini = { type: 'registry', env: { KEY: 'x' }, default_model: 'pro', proxies: ['redact'] };
    const own = { type: 'registry', command: 'florist' };
    writeFileSync(path, JSON.stringify({ agent_servers: { gemini, own, bare: { type: 'registry' } } }));
    const { agents, registryAgents } = readConfig(path);
    expect([...agents.keys()]).toEqual(['own']);
    expect([...registryAgents.keys()]).toEqual(['gemini', 'bare']);
    expect(registryAgents.get('gemini')).toMatchObject({ env: { KEY: 'x' }, proxies: ['redact'] });
    changeAgents(path, Object.fromEntries(registryAgents));
    const written = JSON.parse(readFileSync(path, 'utf8')) as { agent_servers: object };
    expect(written.agent_servers).toEqual({ gemini, own, bare: { type: 'registry' } });
  });

  test('comes after a variable, which comes after a flag', () => {
    expect(firstOf('flag', 'variable', 'file')).toBe('flag');
    expect(firstOf(undefined, 'variable', 'file')).toBe('variable');
    expect(firstOf(undefined, '', 'file')).toBe('file');
  });
});

describe('the file of a project', () => {
  const agents = { agent_servers: { local: { command: 'x' } } };
  const env = (): Record<string, string> => ({ HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'config') });
  const put = (where: string, value: unknown = agents): void => {
    mkdirSync(join(folder, where), { recursive: true });
    writeFileSync(join(folder, where, '.acp.json'), JSON.stringify(value));
  };

  test('is a regular file: a device or a pipe in its place is refused, and not read without an end', async () => {
    symlinkSync('/dev/zero', join(folder, '.acp.json'));
    await expect(findProjectFile(folder, env())).rejects.toThrow(/\.acp\.json is not a regular file; remove it/u);
  });

  test('has no key twice, and neither has the config file', async () => {
    const text = '{"agent_servers":{"a":{"command":"x"},\n"a":{"command":"y"}}}';
    writeFileSync(join(folder, '.acp.json'), text);
    await expect(findProjectFile(folder, env())).rejects.toThrow(
      /\.acp\.json, line 2: "a" is there again, after line 1/u,
    );
    expect(() => readConfig(join(folder, '.acp.json'))).toThrow(/line 2: "a" is there again/u);
  });

  test('is the nearest one above, and never that of the home folder', async () => {
    put('home');
    put('home/a');
    mkdirSync(join(folder, 'home/a/b/c'), { recursive: true });
    mkdirSync(join(folder, 'home/d'));
    expect((await findProjectFile(join(folder, 'home/a/b/c'), env()))?.path).toBe(join(folder, 'home/a/.acp.json'));
    expect(await findProjectFile(join(folder, 'home/d'), env())).toBeUndefined();
  });

  test('is trusted with this content at this place, and no other', async () => {
    put('home/a');
    const find = async (): Promise<boolean | undefined> =>
      (await findProjectFile(join(folder, 'home/a'), env()))?.isTrusted;
    expect(await find()).toBe(false);
    (await findProjectFile(join(folder, 'home/a'), env()))?.trust();
    expect(await find()).toBe(true);
    put('home/b');
    expect((await findProjectFile(join(folder, 'home/b'), env()))?.isTrusted).toBe(false);
    put('home/a', { agent_servers: { local: { command: 'y' } } });
    expect(await find()).toBe(false);
  });

  test.each(['{', '[]', '7'])('is asked about again when the list of trusted files is damaged: %s', async (damage) => {
    put('home/a');
    const cwd = join(folder, 'home/a');
    (await findProjectFile(cwd, env()))?.trust();
    const list = join(configFolder(env()), 'trusted-projects.json');
    writeFileSync(list, damage);
    const terminal = captureTerminal({ env: env() });
    expect((await loadSettings({ cwd }, terminal)).untrusted?.path).toBe(join(cwd, '.acp.json'));
    expect(terminal.err()).toContain(`was damaged and kept as ${list}.unreadable-1; each project is asked for again\n`);
    expect(readFileSync(`${list}.unreadable-1`, 'utf8')).toBe(damage);
    (await findProjectFile(cwd, env()))?.trust();
    expect((await findProjectFile(cwd, env()))?.isTrusted).toBe(true);
  });

  test('is shown with what it allows its agents before it is trusted', async () => {
    const cwd = join(folder, 'home/a');
    const entry = { url: 'ws://far.example/acp', allow: ['fs', 'terminal'] };
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, '.acp.json'), JSON.stringify({ agent_servers: { office: entry } }));
    const terminal = captureTerminal({ env: env(), isInputTerminal: true, isErrorTerminal: true, stdin: ['no\n'] });
    await loadSettings({ cwd }, terminal);
    expect(terminal.err()).toContain('  office: ws://far.example/acp, may use fs, terminal\n');
  });

  test('is ignored with a note without a terminal, and used when a flag trusts it', async () => {
    put('home/a');
    const cwd = join(folder, 'home/a');
    const terminal = captureTerminal({ env: env() });
    const settings = await loadSettings({ cwd }, terminal);
    expect(settings.agents.size).toBe(0);
    expect(settings.untrusted?.path).toBe(join(cwd, '.acp.json'));
    expect(terminal.err()).toContain('--trust-project');
    const trusting = await loadSettings({ cwd, trustProject: true }, captureTerminal({ env: env() }));
    expect([...trusting.agents.keys()]).toEqual(['local']);
  });

  test('adds no registry, and shows the agents of a registry before it is trusted', async () => {
    const cwd = join(folder, 'shop');
    mkdirSync(cwd);
    const project = {
      default_agent: 'gemini',
      registries: { evil: 'https://evil.example/r.json' },
      agent_servers: { gemini: { type: 'registry' } },
    };
    writeFileSync(join(cwd, '.acp.json'), JSON.stringify(project));
    const own = join(folder, 'own.json');
    writeFileSync(
      own,
      '{ "registries": { "mine": "/srv/agents" }, "agent_servers": { "gemini": { "command": "g" } } }',
    );
    const asked = captureTerminal({ env: env(), stdin: ['y\n'], isInputTerminal: true, isErrorTerminal: true });
    const settings = await loadSettings({ cwd, config: own }, asked);
    expect(asked.err()).toContain('  gemini: an agent of a registry\n');
    expect(asked.err()).toContain('"registries" in ');
    expect(Object.fromEntries(settings.registries ?? [])).toEqual({ mine: '/srv/agents' });
    expect(settings.agents.size).toBe(0);
    expect(settings.projectNames).toEqual(new Set(['gemini']));
    const none = join(folder, 'none.json');
    writeFileSync(none, '{}');
    const bare = await loadSettings({ cwd, config: none, trustProject: true }, captureTerminal({ env: env() }));
    expect(bare.registries).toBeUndefined();
  });

  test('is asked about in a terminal, with what it starts', async () => {
    put('home/a');
    const cwd = join(folder, 'home/a');
    const ask = async (answer: string): Promise<{ readonly names: string[]; readonly err: string }> => {
      const terminal = captureTerminal({ env: env(), stdin: [answer], isInputTerminal: true, isErrorTerminal: true });
      const { agents: found } = await loadSettings({ cwd }, terminal);
      return { names: [...found.keys()], err: terminal.err() };
    };
    expect(await ask('\n')).toMatchObject({ names: [], err: expect.stringContaining('local: x') });
    expect(await ask('y\n')).toMatchObject({ names: ['local'] });
    expect(await ask('')).toEqual({ names: ['local'], err: '' });
  });
});
