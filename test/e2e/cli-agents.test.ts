/** `acp agents`, and how agents are found: the config file, the file of a project, the settings of editors. */
import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { runHere } from '../support/acp-here.ts';
import { acpUser, fixtureAgent, runInTerminal, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
/** `acp` in this process, in the folder of the user. */
const here = (...call: Parameters<AcpUser['run']>): ReturnType<typeof runHere> => runHere(user, ...call);
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

const official = fixtureAgent('v1-agent.mjs');
const rude = (...args: readonly string[]): readonly string[] => fixtureAgent('rude-agent.mjs', ...args);
const [command, ...args] = official;
const configFile = (): string => join(user.home, 'config', 'acp-stack', 'config.json');

describe('acp agents', () => {
  test('lists the agent that comes with the program when there is no other', async () => {
    const { exitCode, out } = await user.run(['agents', 'list']);
    expect(exitCode).toBe(0);
    // A long path is wrapped.
    expect(out).toMatch(/^bundled\s+default\s+[\s\S]*main\.js"?\s+agent\n$/u);
  });

  test('adds and removes agents, in a file that only the user can read', async () => {
    const added = await here(['agents', 'add', 'florist', '--env', 'COLOUR=red', '--mode', 'plan', '--', ...official]);
    expect(added).toMatchObject({ exitCode: 0, err: expect.stringMatching(/^added florist: .*\n.*ok: it started/su) });
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toEqual({
      agent_servers: { florist: { type: 'custom', command, args, env: { COLOUR: 'red' }, default_mode: 'plan' } },
    });
    expect(statSync(configFile()).mode & 0o777).toBe(0o600);
    await here(['agents', 'add', 'far', '--url', 'wss://agents.example/acp', '--header', 'x-team: garden', '--no-try']);
    const listed = JSON.parse((await here(['agents', 'list', '--format', 'json'])).out) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(['bundled', 'florist', 'far']);
    expect(await here(['agents', 'remove', 'florits'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('florist?'),
    });
    expect((await here(['agents', 'remove', 'florist'])).exitCode).toBe(0);
    expect((await here(['agents', 'list'])).out).not.toContain('florist');
  });

  test('does not lose the comments of a file', async () => {
    user.write('config/acp-stack/config.json', '{ // mine\n "agent_servers": {}, }');
    expect((await here(['agents', 'list'])).exitCode).toBe(0);
    const refused = await here(['agents', 'add', 'x', '--', 'y']);
    expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('comments') });
  });

  test('keeps whole paths, so that an agent works in every folder, and tries the agent', async () => {
    writeFileSync(join(user.project, 'florist.mjs'), '');
    writeFileSync(join(user.project, 'serve'), '');
    const added = await here(['agents', 'add', 'florist', '--', 'node', 'florist.mjs', 'serve', '--acp', 'no.mjs']);
    // A program that ends at once is no agent.
    expect(added).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/problem: .*exited[\s\S]*acp agents doctor florist tries it again\n$/u),
    });
    const untried = await here(['agents', 'add', 'near', '--no-try', '--', './bin/agent']);
    expect(untried).toMatchObject({ exitCode: 0, err: expect.stringContaining('acp agents doctor near tries it\n') });
    const config = JSON.parse(readFileSync(configFile(), 'utf8')) as { agent_servers: Record<string, object> };
    const file = join(realpathSync(user.project), 'florist.mjs');
    expect(config.agent_servers['florist']).toMatchObject({
      command: 'node',
      args: [file, 'serve', '--acp', 'no.mjs'],
    });
    expect(config.agent_servers['near']).toMatchObject({ command: join(realpathSync(user.project), 'bin', 'agent') });
    const missing = await here(['agents', 'add', 'gone', '--', 'no-such-agent']);
    expect(missing).toMatchObject({ exitCode: 1, err: expect.stringContaining('command no-such-agent not found') });
  });

  test('says where a file is broken, without quoting it', async () => {
    const path = user.write(
      'config/acp-stack/config.json',
      '{ "agent_servers": { "x": { "command": 7, "key": "geheim" } } }',
    );
    const { exitCode, err } = await here(['agents', 'list']);
    expect(exitCode).toBe(2);
    expect(err).toBe(`acp: ${path}, line 1, column 40: agent_servers.x.command must be a non-empty string\n`);
  });

  test('takes over the agents of Zed and of JetBrains', async () => {
    const servers = { agent_servers: { florist: { type: 'custom', command, args }, known: { type: 'registry' } } };
    user.write('config/zed/settings.json', `// Zed\n${JSON.stringify(servers)}`);
    user.write('.jetbrains/acp.json', {
      default_mcp_settings: {},
      agent_servers: { other: { command: 'x', use_idea_mcp: true } },
    });
    const dry = await here(['agents', 'import', 'zed', '--dry-run']);
    expect(dry.out).toContain('florist: ');
    expect(dry.out).toContain('known: an agent of a registry');
    await here(['agents', 'import', 'zed']);
    await here(['agents', 'import', 'jetbrains']);
    const names = Object.keys(
      (JSON.parse(readFileSync(configFile(), 'utf8')) as { agent_servers: object }).agent_servers,
    );
    expect(names).toEqual(['florist', 'known', 'other']);
    expect((await here(['agents', 'import', 'zed'])).err).toContain('florist already exists');
  });

  test('imports what it can: a bad entry is a line, and the name of the bundled agent stays', async () => {
    const evil = { command: 'evil' };
    const path = user.write('zed.json', {
      agent_servers: { bundled: evil, bad: { command: 5 }, worse: 5, 'a\u001b[2J': evil, rose: { command: 'rose' } },
    });
    const { err } = await here(['agents', 'import', 'zed', '--from', path]);
    expect(err).toContain('bundled already exists\n');
    expect(err).toMatch(/^bad was skipped: .*command must be a non-empty string$/mu);
    expect(err).toContain('worse is not an object and was skipped\n');
    const { out } = await here(['agents', 'list']);
    expect(out).toMatch(/^rose +rose$/mu);
    expect(out).not.toContain('\u001b');
    const acpx = user.write('acpx.json', { agents: { s: 'x', n: { argv: ['a', 5] }, tulip: { command: 'tulip' } } });
    expect((await here(['agents', 'import', 'acpx', '--from', acpx])).out).toBe('tulip: tulip\n');
  });
});

describe('acp agents info', () => {
  test('says in words what an agent is', async () => {
    const { exitCode, out } = await here(['agents', 'info', '--', ...rude('auth', '/no/such/door')]);
    expect(exitCode).toBe(0);
    expect(out).toContain('rude 1.2.3');
    expect(out).toMatch(/protocol +version 1/u);
    expect(out).toContain('Easy (easy, by the agent itself)');
    expect(out).toContain('In a shell (shell, in a terminal)');
    const words = 'list its sessions, load sessions, resume sessions';
    expect(out.replaceAll(/\s+/gu, ' ').split(' cannot ')[1]).toContain(words);
  });

  test('prints the answer to initialize as it came', async () => {
    const { out } = await here(['agents', 'info', '--format', 'json', '--', ...rude('polite')]);
    expect(JSON.parse(out)).toEqual({
      protocolVersion: 1,
      agentInfo: { name: 'rude', version: '1.2.3' },
      agentCapabilities: {},
    });
    const bundled = JSON.parse((await here(['agents', 'info', '--format', 'json'])).out) as {
      protocolVersion: number;
    };
    expect(bundled.protocolVersion).toBe(2);
  });
});

describe('acp agents doctor', () => {
  test('finds nothing wrong with the agent that comes with the program', async () => {
    const { exitCode, out } = await user.run(['agents', 'doctor']);
    expect(exitCode).toBe(0);
    expect(out).toContain('ok: it speaks protocol version 2');
  });

  test.each([
    ['is missing', ['no-such-agent'], 'command no-such-agent not found in PATH; install it'],
    [
      'is no agent',
      [process.execPath, '-e', 'console.error("usage: x")'],
      'without speaking ACP; it printed:\n  usage: x',
    ],
    [
      'never answers',
      rude('silent'),
      'longer than 1 second; --timeout allows more, unless it is not an agent or needs an option such as --acp',
    ],
    ['speaks another version', rude('future'), 'version 99'],
  ])('says what to do when the program %s', async (_, agent, words) => {
    const { exitCode, out } = await here(['agents', 'doctor', '--timeout', '1', '--', ...agent]);
    expect(exitCode).toBe(1);
    expect(out).toContain(words);
  });

  test('looks at every agent of the file, and notes what is odd', async () => {
    const [program, ...noisy] = rude('noisy');
    user.write('config/acp-stack/config.json', {
      agent_servers: { noisy: { command: program, args: noisy }, gone: { command: '/no/such/program' } },
    });
    const { exitCode, out } = await here(['agents', 'doctor', '--format', 'json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ agent: 'noisy', step: 'output', verdict: 'note' }),
        expect.objectContaining({ agent: 'gone', step: 'program', verdict: 'problem' }),
      ]),
    );
  });
});

describe('the file of a project', () => {
  const project = (): string => join(user.project, '.acp.json');
  beforeEach(() => {
    writeFileSync(project(), JSON.stringify({ agent_servers: { local: { command, args } }, default_agent: 'local' }));
  });

  test('is left out without a terminal, unless a flag says otherwise', async () => {
    const ignored = await here(['exec', '--format', 'quiet', '/help']);
    expect(ignored.exitCode).toBe(0);
    expect(ignored.err.match(/is not trusted and was ignored/gu)).toHaveLength(1);
    expect(await here(['exec', 'local', 'hello'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('--trust-project'),
    });
    const trusted = await here(['exec', '--trust-project', '--format', 'quiet', 'hello there']);
    expect(trusted).toEqual({ exitCode: 0, out: 'You said: hello there\n', err: '' });
  });

  test('is asked about in a terminal, once, and again when it has changed', async () => {
    const run = (answer: string): ReturnType<typeof runInTerminal> =>
      runInTerminal(user, ['exec', '--format', 'quiet', 'hello there'], [['[y/N]', answer]]);
    const refused = await run('n\r');
    expect(refused.screen).not.toContain('You said');
    const trusted = await run('y\r');
    expect(trusted).toMatchObject({ exitCode: 0, screen: expect.stringContaining('You said: hello there') });
    expect((await here(['exec', '--format', 'quiet', 'hello there'])).out).toBe('You said: hello there\n');
    writeFileSync(
      project(),
      JSON.stringify({ agent_servers: { local: { command, args, env: { X: '1' } } }, default_agent: 'local' }),
    );
    expect((await here(['exec', '--format', 'quiet', 'hello there'])).out).not.toContain('You said');
  });
});
