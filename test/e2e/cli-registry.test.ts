/** `acp registry`, and the names of agents that are not in the config file, with a registry on this machine. */
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal, type CaptureOptions } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { acpProgram, acpUser, fixtureAgent, runInTerminal, type AcpUser } from '../support/acp-program.ts';
import {
  archiveOf,
  builds,
  loopbackRegistry,
  scriptOf,
  standIn,
  type LoopbackRegistry,
} from '../support/loopback-registry.ts';

let user: AcpUser;
let registry: LoopbackRegistry;
beforeEach(async () => {
  user = acpUser();
  registry = await loopbackRegistry();
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

const florist = fixtureAgent('v1-agent.mjs');
const configFile = (): string => join(user.home, 'config', 'acp-stack', 'config.json');
const dataFolder = (): string => join(user.home, 'data', 'acp-stack', 'registry');

interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `acp` in this process. */
async function acp(args: readonly string[], options: CaptureOptions = {}): Promise<Outcome> {
  const env = { ...user.env, ...options.env };
  const terminal = captureTerminal({ ...options, env, program: [process.execPath, acpProgram] });
  return { exitCode: await run(args, terminal), out: terminal.out(), err: terminal.err() };
}

const useRegistry = (): string => user.write('config/acp-stack/config.json', { registries: { garden: registry.url } });

/** Lists an agent that is downloaded as a binary. */
function listFlorist(version = '1.0.0', fields: object = {}): void {
  const path = `/florist-${version}.tar.gz`;
  registry.files.set(path, archiveOf('agent', `${scriptOf(florist)}# ${version}\n`));
  const manifest = {
    id: 'florist-acp',
    name: 'The Florist',
    version,
    description: 'Talks of roses.',
    license: 'MIT',
    distribution: { binary: builds(`${registry.origin}${path}`) },
    ...fields,
  };
  registry.agents.splice(0, 1, manifest);
}

const baker = {
  id: 'baker',
  name: 'The Baker',
  version: '2.0.0',
  description: 'Bakes bread.',
  distribution: { npx: { package: '@village/baker', args: ['--acp'] } },
};

describe('acp registry', () => {
  test('lists agents with the age of each source, in text and as JSON, and skips bad entries with a line', async () => {
    useRegistry();
    listFlorist();
    registry.agents.push({ id: 'No Good', name: 7 }, baker);
    const { exitCode, out, err } = await acp(['registry', 'list']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^florist-acp +1\.0\.0 +Talks of roses\.$/mu);
    expect(out).toMatch(/^baker +2\.0\.0 /mu);
    expect(err).toMatch(/^garden: 2 agents, read (?:just now|.* ago)$/mu);
    expect(err).toMatch(/^garden: No Good: /mu);
    const document = JSON.parse((await acp(['registry', 'list', '--format', 'json'])).out) as unknown;
    expect(document).toMatchObject({
      sources: [{ source: 'garden', location: registry.url, count: 2, isOffline: false }],
      agents: [
        { id: 'florist-acp', version: '1.0.0', source: 'garden', isListed: true },
        { id: 'baker', manifest: { name: 'The Baker' } },
      ],
    });
  });

  test('works offline from what was read before, and says so', async () => {
    useRegistry();
    listFlorist();
    expect((await acp(['registry', 'list', '--offline'])).err).toMatch(/^garden: offline, never read/mu);
    expect(registry.requests).toEqual([]);
    await acp(['registry', 'list']);
    await registry.stop();
    const { exitCode, out, err } = await acp(['registry', 'search', 'roses', '--refresh']);
    expect(exitCode).toBe(0);
    expect(out).toContain('florist-acp');
    expect(err).toMatch(/^garden: offline, 1 agent, read (?:just now|.* ago): /mu);
    expect((await acp(['registry', 'info', 'florist-acp', '--offline'])).out).toContain('./agent');
  });

  test('shows every field of an agent with nothing hidden', async () => {
    useRegistry();
    const odd = { 'x-colour': { deep: '\u202ered' }, name: 'Nice\nTry', runs: 'npx safe' };
    listFlorist('1.0.0', { authors: ['Ann\u001b[31m', 'Bob'], ...odd });
    const { out } = await acp(['registry', 'info', 'florist-acp']);
    // oxlint-disable-next-line no-control-regex -- it matches control characters.
    expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/u);
    expect(out).toContain('Ann␛[31m, Bob');
    expect(out).toContain('Nice␊Try');
    expect(out).toMatch(/x-colour +\{"deep":"⟨202E⟩red"\}/u);
    expect(out).toMatch(/^ {2}"runs" +npx safe$/mu);
    expect(out).toMatch(/download +http:\/\/127\.0\.0\.1/u);
    const listed = await acp(['registry', 'list'], { isTerminal: true, columns: 40 });
    expect(listed.out.split('\n').filter((line) => line.length > 40)).toEqual([]);
    const { manifest } = JSON.parse((await acp(['registry', 'info', 'florist-acp', '--format', 'json'])).out) as {
      manifest: { authors: unknown };
    };
    expect(manifest.authors).toEqual(['Ann\u001b[31m', 'Bob']);
  });

  test('installs, starts, verifies, updates and removes an agent', async () => {
    useRegistry();
    listFlorist();
    const installed = await acp(['registry', 'install', 'florist', '--yes']);
    expect(installed).toMatchObject({ exitCode: 0, out: '' });
    expect(installed.err).toMatch(/^installing florist-acp 1\.0\.0 from garden\ninstalled florist-acp 1\.0\.0: /u);
    expect((await acp(['registry', 'verify'])).out).toBe('florist-acp 1.0.0: as it was installed\n');
    expect((await acp(['agents', 'info', 'florist'])).out).toContain('protocol');
    const agents = JSON.parse((await acp(['agents', 'list', '--format', 'json'])).out) as object[];
    expect(agents).toMatchObject([
      { name: 'bundled', origin: 'bundled' },
      { name: 'florist-acp', origin: 'installed', version: '1.0.0', source: 'garden' },
    ]);

    listFlorist('1.1.0');
    expect((await acp(['registry', 'list', '--refresh'])).out).toMatch(/^florist-acp +1\.1\.0 +1\.0\.0 installed/mu);
    const asked = await acp(['registry', 'update']);
    expect(asked).toMatchObject({
      exitCode: 2,
      err: 'acp: nothing was updated; acp registry update --yes installs these versions\n',
    });
    expect(asked.out).toMatch(/^florist-acp\n {2}version +1\.0\.0 → 1\.1\.0\n/u);
    // The same host can have another path, so the whole address and the whole command are shown.
    expect(asked.out).toMatch(/\n {2}download +http:.*1\.1\.0.*\n/u);
    expect(asked.out).toMatch(/\n {2}runs +\.\//u);
    expect((await acp(['registry', 'update', '--yes'])).exitCode).toBe(0);
    expect((await acp(['registry', 'update', '--yes'])).err).toBe('nothing is newer\n');
    expect((await acp(['registry', 'list', '--installed'])).out).toMatch(/^florist-acp +1\.1\.0 +installed/mu);

    const [program = ''] = findFiles(dataFolder(), 'agent');
    writeFileSync(program, '#!/bin/sh\nexit 1\n');
    const damaged = await acp(['registry', 'verify', 'florist', '--format', 'json']);
    expect(damaged.exitCode).toBe(1);
    expect(JSON.parse(damaged.out)).toMatchObject([{ id: 'florist-acp', isIntact: false }]);
    expect((await acp(['registry', 'verify'])).out).toContain('agent');
    expect((await acp(['registry', 'remove', 'florist'])).err).toBe('removed florist-acp 1.1.0\n');
    expect(await acp(['registry', 'remove', 'florist'])).toMatchObject({ exitCode: 2 });
    expect((await acp(['registry', 'list', '--installed'])).err).toContain('no agent is installed');
  });

  test('says that the record of an agent is damaged, and does not verify it', async () => {
    useRegistry();
    listFlorist();
    await acp(['registry', 'install', 'florist', '--yes']);
    const [record = ''] = findFiles(dataFolder(), 'installed.json');
    writeFileSync(record, '{');
    const damaged = expect.stringMatching(/^acp: The record .*installed\.json cannot be used: it is not JSON; .*\n$/u);
    expect(await acp(['registry', 'verify'])).toEqual({ exitCode: 1, out: '', err: damaged });
    expect((await acp(['registry', 'list', '--installed'])).err).toContain('cannot be used: it is not JSON');
    expect((await acp(['agents', 'list'])).err).toContain('cannot be used: it is not JSON');
    expect(await acp(['registry', 'remove', 'florist-acp'])).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(/removed florist-acp\n$/u),
    });
    expect(await acp(['registry', 'verify'])).toMatchObject({ exitCode: 0 });
  });

  test('runs a package at the version that was installed, by the stand-in on PATH', async () => {
    useRegistry();
    registry.agents.push(baker);
    const bin = standIn(user.home, 'npx', florist);
    const env = { PATH: [bin, user.env['PATH']].join(delimiter) };
    const first = await user.run(['agents', 'info', 'baker', '--yes'], { env });
    expect(first).toMatchObject({ exitCode: 0, err: expect.stringContaining('installing baker 2.0.0 from garden') });
    registry.agents.splice(0, 1, { ...baker, version: '3.0.0' });
    expect((await user.run(['agents', 'info', 'baker'], { env })).exitCode).toBe(0);
    const [start, again, ...others] = readFileSync(join(bin, 'npx.log'), 'utf8').split('\n');
    expect(start).toMatch(/^--prefix .*npx --yes @village\/baker@2\.0\.0 --acp$/u);
    expect([again, ...others]).toEqual([start, '']);
  });

  test('says what to do about wrong names, versions and distributions', async () => {
    useRegistry();
    listFlorist();
    registry.agents.push({ ...baker, id: 'baker-one' }, { ...baker, id: 'baker-two' });
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [['install', 'florits-acp', '--yes'], /florits-acp.*florist-acp/u],
      [['install', 'baker', '--yes'], /baker-one.*baker-two/u],
      [['install', 'florist', '--yes', '--version', '9.9.9'], /lists florist-acp 1\.0\.0, not 9\.9\.9/u],
      [['install', 'florist', '--yes', '--distribution', 'uvx'], /uvx/u],
      [['verify', 'nobody'], /no agent "nobody" is installed/u],
      [['update', 'nobody'], /no agent "nobody" is installed/u],
    ];
    for (const [args, words] of refusals) {
      const { exitCode, err } = await acp(['registry', ...args]);
      expect({ args, exitCode }).toEqual({ args, exitCode: 2 });
      expect(err).toMatch(words);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(registry.requests.filter(({ path }) => path !== '/registry.json')).toEqual([]);
  });

  test('explains a registry that cannot be reached, a download that fails, and a folder that cannot be written', async () => {
    useRegistry();
    listFlorist();
    registry.files.clear();
    const missing = await acp(['registry', 'install', 'florist', '--yes']);
    expect(missing.exitCode).toBe(1);
    expect(missing.err).toContain('404');
    const blocked = user.write('blocked', 'this is no folder');
    listFlorist();
    const full = await acp(['registry', 'install', 'florist', '--yes'], { env: { XDG_DATA_HOME: blocked } });
    expect(full.exitCode).not.toBe(70);
    expect(full.exitCode).not.toBe(0);
    expect(full.err).toContain(blocked);
    await registry.stop();
    const unreachable = await acp(['registry', 'install', 'nobody', '--yes']);
    expect(unreachable.exitCode).not.toBe(70);
    expect(unreachable.exitCode).not.toBe(0);
  });

  test('goes on with a download that was interrupted', async () => {
    useRegistry();
    listFlorist('1.0.0');
    const noise = Array.from({ length: 40_000 }, (_, index) => `# ${Math.sin(index)}\n`).join('');
    registry.files.set('/florist-1.0.0.tar.gz', archiveOf('agent', `${scriptOf(florist)}${noise}`));
    void registry.stallNext();
    const stopped = await runInTerminal(
      user,
      ['registry', 'install', 'florist', '--yes'],
      [['downloading', '\u0003']],
      {
        TERM: 'xterm',
      },
    );
    expect(stopped.exitCode).toBe(130);
    expect(stopped.screen).toContain('the download goes on where it stopped');
    expect((await acp(['registry', 'install', 'florist', '--yes'])).exitCode).toBe(0);
    const downloads = registry.requests.filter(({ path }) => path !== '/registry.json');
    expect(downloads.map(({ range }) => range)).toEqual([undefined, expect.stringMatching(/^bytes=\d+-/u)]);
    expect((await acp(['registry', 'verify'])).exitCode).toBe(0);
  });

  test('refuses a version that has changed since its first install, until its checksum is accepted', async () => {
    useRegistry();
    listFlorist('1.0.0', { signature: 'RWQ' });
    const first = await acp(['registry', 'install', 'florist', '--yes']);
    expect(first.err).toContain('not checked: signature\n');
    await acp(['registry', 'remove', 'florist']);
    registry.files.set('/florist-1.0.0.tar.gz', archiveOf('agent', `${scriptOf(florist)}# other\n`));
    for (const name of readdirSync(join(dataFolder(), 'downloads'))) rmSync(join(dataFolder(), 'downloads', name));
    const changed = await acp(['registry', 'install', 'florist', '--yes']);
    expect(changed.exitCode).toBe(1);
    const [, accept = ''] =
      /confirms it: acp registry install <agent> (--accept-sha256 [0-9a-f]{64})$/mu.exec(changed.err) ?? [];
    expect((await acp(['registry', 'install', 'florist', '--yes', '--accept-sha256', 'x'])).exitCode).toBe(2);
    expect((await acp(['registry', 'install', 'florist', '--yes', ...accept.split(' ')])).exitCode).toBe(0);
  });

  test('says what is installed before it installs another version, or the same again', async () => {
    useRegistry();
    listFlorist();
    await acp(['registry', 'install', 'florist', '--yes']);
    const answers = { stdin: ['n\n'], isInputTerminal: true, isErrorTerminal: true };
    const again = await acp(['registry', 'install', 'florist'], answers);
    expect(again.err).toContain('florist-acp 1.0.0 is installed, and garden lists 1.0.0.');
    expect(again.err).toContain('Install it again? [y/N]');
    listFlorist('0.9.0');
    await acp(['registry', 'list', '--refresh']);
    const older = await acp(['registry', 'install', 'florist'], answers);
    expect(older.err).toContain('florist-acp 1.0.0 is installed, and garden lists 0.9.0.');
    expect(older.err).toContain('Replace it? [y/N]');
    expect(older.exitCode).toBe(1);
    registry.agents.splice(0);
    const gone = await acp(['registry', 'update']);
    expect(gone).toMatchObject({ exitCode: 0, err: 'florist-acp: no source lists it any more\nnothing is newer\n' });
    const record = await acp(['registry', 'info', 'florist-acp']);
    expect(record.out).toMatch(/installed +1\.0\.0 as binary/u);
    expect(record.out).toContain('No source lists it any more.');
    expect((await acp(['registry', 'list'])).out).toContain('installed, not listed');
  });

  test('names agents of a later source with its name if an earlier one has the same ids', async () => {
    listFlorist();
    await using other = await loopbackRegistry([{ ...baker, id: 'florist-acp' }]);
    user.write('config/acp-stack/config.json', { registries: { other: other.url, garden: registry.url } });
    const { out, err } = await acp(['registry', 'list']);
    expect(out).toMatch(/^florist-acp +2\.0\.0 +other +Bakes bread\.$/mu);
    expect(err).toContain('garden: 1 id is that of an earlier source; garden/florist-acp names the agent here\n');
    expect((await acp(['registry', 'info', 'garden/florist-acp'])).out).toContain('The Florist');
  });

  test('completes the names of agents where it takes one', async () => {
    const { out } = await acp(['completion', 'bash']);
    const lines = out
      .split('\n')
      .filter((line) => /^ +'registry (?:install|info|update|remove|verify)'\) .*_acp_add/u.test(line));
    expect(lines).toHaveLength(5);
    expect(lines.every((line) => line.includes('acp agents list --format json'))).toBe(true);
  });

  test('lets two terminals install the same agent', async () => {
    useRegistry();
    listFlorist();
    const outcomes = await Promise.all([
      acp(['registry', 'install', 'florist', '--yes']),
      acp(['registry', 'install', 'florist', '--yes']),
    ]);
    expect(outcomes.map(({ exitCode }) => exitCode)).toContain(0);
    expect(outcomes.every(({ exitCode }) => exitCode === 0 || exitCode === 1)).toBe(true);
    expect((await acp(['registry', 'verify'])).exitCode).toBe(0);
  });
});

/** The files with this name below a folder. */
function findFiles(folder: string, name: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === name)
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('the name of an agent', () => {
  test('asks about the official registry and then about the agent, in a terminal, and remembers both', async () => {
    listFlorist();
    const env = { ACP_OFFICIAL_REGISTRY: registry.url };
    const { exitCode, screen } = await runInTerminal(
      user,
      ['agents', 'info', 'florist'],
      [
        ['Use it? [y/N]', 'y\r'],
        ['Install and start it? [y/N]', 'y\r'],
      ],
      env,
    );
    expect(screen).toContain('Agent "florist" not found. The official registry lists agents:');
    expect(screen).toMatch(/name +The Florist \(florist-acp\)/u);
    expect(screen).toMatch(/license +MIT/u);
    expect(screen).toMatch(/runs +\.\/agent/u);
    expect(exitCode).toBe(0);
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toEqual({ registries: { official: registry.url } });
    await registry.stop();
    expect((await acp(['agents', 'info', 'florist'])).exitCode).toBe(0);
  });

  test('is refused without a terminal, and nothing is contacted or installed', async () => {
    listFlorist();
    for (const args of [
      ['exec', 'florist', 'hello'],
      ['agents', 'info', 'florist'],
      ['serve', 'florist'],
      ['conduct', 'florist'],
      ['bridge', '--to', '2', 'florist'],
    ]) {
      const { exitCode, err, out } = await acp(args, { env: { ACP_OFFICIAL_REGISTRY: registry.url } });
      expect({ args, exitCode, out }).toEqual({ args, exitCode: 2, out: '' });
      expect(err).toBe(
        `acp: agent "florist" not found; acp agents add florist -- command adds it to ${configFile()}, and acp registry sources add official, or --yes, accepts the official registry (${registry.url})\n`,
      );
    }
    expect(registry.requests).toEqual([]);
    useRegistry();
    const { exitCode, err } = await acp(['exec', 'florist', 'hello']);
    expect({ exitCode, err }).toEqual({
      exitCode: 2,
      err: 'acp: florist-acp 1.0.0 of garden is not installed; acp registry install florist-acp --yes installs it, as does --yes with this command\n',
    });
    expect(registry.requests.map(({ path }) => path)).toEqual(['/registry.json']);
    expect(existsSync(join(dataFolder(), 'agents'))).toBe(false);
  });

  test('means the agent of the config file first, then the installed one', async () => {
    useRegistry();
    listFlorist();
    await acp(['registry', 'install', 'florist', '--yes']);
    user.write('config/acp-stack/config.json', {
      registries: { garden: registry.url },
      agent_servers: { 'florist-acp': { command: '/no/such/program' } },
    });
    expect((await acp(['agents', 'info', 'florist-acp'])).exitCode).toBe(7);
    expect((await acp(['exec', 'florist', 'hello', '--format', 'quiet'])).exitCode).toBe(0);
    const chain = await acp(['conduct', '--check', '--proxy', 'redact', 'florist', '--format', 'json']);
    expect(chain.exitCode).toBe(0);
    expect(JSON.parse(chain.out)).toMatchObject({
      components: [{ name: 'redact' }, { name: 'florist-acp', runs: expect.stringContaining(dataFolder()) }],
    });
  });

  test('with the name of a source is not an agent of another source that is installed', async () => {
    listFlorist();
    user.write('other/registry.json', { agents: [{ ...baker, id: 'florist-acp' }] });
    user.write('config/acp-stack/config.json', {
      registries: { garden: registry.url, other: '../../other/registry.json' },
    });
    await acp(['registry', 'install', 'garden/florist-acp', '--yes']);
    const bin = standIn(user.home, 'npx', florist);
    const env = { PATH: [bin, user.env['PATH']].join(delimiter) };
    expect((await acp(['agents', 'info', 'garden/florist-acp'], { env })).exitCode).toBe(0);
    expect((await acp(['agents', 'info', 'other/florist-acp'], { env })).err).toContain(
      'florist-acp 1.0.0 is installed, and other lists 2.0.0',
    );
  });

  test('is not taken for an installed agent if a registry lists one with exactly this name', async () => {
    useRegistry();
    listFlorist();
    registry.agents.push({ ...baker, id: 'florist', name: 'Another' });
    await acp(['registry', 'install', 'florist-acp', '--yes']);
    expect((await acp(['agents', 'info', 'flor'])).exitCode).toBe(0);
    expect((await acp(['agents', 'info', 'florist'])).err).toContain('florist 2.0.0 of garden is not installed');
    const wrong = await acp(['agents', 'info', 'floristt']);
    expect(wrong).toMatchObject({ exitCode: 2, err: 'acp: agent "floristt" not found; did you mean florist?\n' });
    expect((await acp(['agents', 'info', 'zzz'])).err).toBe(
      'acp: agent "zzz" not found; acp registry list lists agents, and acp agents add adds one; the official registry is not used: acp registry sources add official accepts it\n',
    );
    expect((await acp(['agents', 'info', 'bak', '--yes'])).exitCode).toBe(2);
    await registry.stop();
    user.write('config/acp-stack/config.json', { registries: { far: registry.url.replace('registry', 'other') } });
    const offline = await acp(['agents', 'info', 'zzz']);
    expect(offline.exitCode).toBe(7);
    expect(offline.err).toMatch(/^acp: agent "zzz" not found, and far is offline: [^\n]+\n$/u);
  });

  test('can be an entry of the type registry, with variables of its own', async () => {
    listFlorist();
    user.write('config/acp-stack/config.json', {
      registries: { garden: registry.url },
      agent_servers: { 'florist-acp': { type: 'registry', env: { COLOUR: 'red' } } },
    });
    const listed = await acp(['agents', 'list']);
    expect(listed.out).toContain('an agent of a registry, not installed yet');
    const sick = await acp(['agents', 'doctor', '--format', 'json']);
    expect(sick.exitCode).toBe(1);
    expect(sick.out).toContain('it is not installed; acp registry install florist-acp installs it');
    expect((await acp(['exec', 'florist-acp', 'hello', '--yes', '--format', 'quiet'])).exitCode).toBe(0);
    const healthy = JSON.parse((await acp(['agents', 'doctor', '--format', 'json'])).out) as { agent: string }[];
    expect(healthy.filter(({ agent }) => agent === 'florist-acp')).toMatchObject([
      { verdict: 'ok', words: expect.stringContaining(dataFolder()) },
      { verdict: 'ok' },
      { verdict: 'ok' },
      {},
    ]);
  });

  test('keeps the variables of a login with an entry of its own in the config file', async () => {
    useRegistry();
    const rude = fixtureAgent('rude-agent.mjs', 'auth', join(user.home, 'door'));
    registry.files.set('/rude.tar.gz', archiveOf('agent', scriptOf(rude)));
    registry.agents.push({ ...baker, id: 'rude', distribution: { binary: builds(`${registry.origin}/rude.tar.gz`) } });
    await acp(['registry', 'install', 'rude', '--yes']);
    const login = ['auth', 'login', 'rude', '--method', 'key', '--save'];
    expect((await acp(login, { env: { RUDE_KEY: 'thorn' } })).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toMatchObject({
      agent_servers: { rude: { type: 'registry', env: { RUDE_KEY: 'thorn' } } },
    });
  });

  test('in the file of a project installs nothing, even with --yes, and adds no registry', async () => {
    listFlorist();
    useRegistry();
    const evil = await loopbackRegistry([{ ...baker, id: 'evil' }]);
    writeFileSync(
      join(user.project, '.acp.json'),
      JSON.stringify({
        default_agent: 'florist-acp',
        agent_servers: { evil: { type: 'registry' } },
        registries: { evil: evil.url },
      }),
    );
    const place = ['--cwd', realpathSync(user.project), '--trust-project'];
    const { exitCode, err } = await acp(['exec', 'hello', '--yes', ...place]);
    expect(exitCode).toBe(2);
    expect(err).toContain('"registries" in ');
    expect(err).toContain('florist-acp 1.0.0 of garden is not installed');
    expect((await acp(['exec', 'evil', 'hello', '--yes', ...place])).exitCode).toBe(2);
    expect(evil.requests).toEqual([]);
    expect(existsSync(join(dataFolder(), 'agents'))).toBe(false);
    await evil[Symbol.asyncDispose]();
  });
});

describe('acp agents', () => {
  test('takes over the agents of Zed that come from a registry, and those of acpx', async () => {
    user.write('config/zed/settings.json', {
      agent_servers: {
        'florist-acp': { type: 'registry', default_mode: 'plan', favorite_models: ['x'] },
        old: { default_mode: 'plan' },
      },
    });
    user.write('.acpx/config.json', {
      defaultAgent: 'words',
      agents: {
        words: { argv: ['node', 'a b.mjs', '--acp'] },
        line: { command: "node 'c d.mjs' acp" },
        both: { command: '/opt/my agent', args: ['acp'] },
        none: {},
      },
    });
    const zed = await acp(['agents', 'import', 'zed']);
    expect(zed.out).toBe('florist-acp: an agent of a registry, installed when it is first used\n');
    expect(zed.err).toContain('old is installed by the editor');
    expect((await acp(['agents', 'import', 'acpx'])).err).toContain('none is installed by the editor');
    expect((JSON.parse(readFileSync(configFile(), 'utf8')) as { agent_servers: object }).agent_servers).toEqual({
      'florist-acp': { type: 'registry', default_mode: 'plan' },
      words: { type: 'custom', command: 'node', args: ['a b.mjs', '--acp'], env: {} },
      line: { type: 'custom', command: 'node', args: ['c d.mjs', 'acp'], env: {} },
      both: { type: 'custom', command: '/opt/my agent', args: ['acp'], env: {} },
    });
    expect((await acp(['agents', 'import', 'zed'])).err).toContain('florist-acp already exists');
    expect((await acp(['agents', 'remove', 'florist-acp'])).exitCode).toBe(0);
  });

  test('lists what a registry listed before, without contacting it', async () => {
    useRegistry();
    registry.agents.push(baker);
    await acp(['registry', 'list']);
    const before = registry.requests.length;
    const { out } = await acp(['agents', 'list']);
    expect(out).toMatch(/^baker +available +2\.0\.0 of garden: The Baker$/mu);
    expect(registry.requests).toHaveLength(before);
  });
});
