/**
 * How `acp chat` begins: logins, projects that have to be trusted, sessions that go on, and what waits at an agent that
 * takes it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fixtureAgent } from '../support/acp-program.ts';
import { repository } from '../support/checkout.ts';
import { keys, TerminalProgram, type TerminalProgramOptions } from '../support/terminal-program.ts';

const ready = '? for keys';
const acp = [process.execPath, join(repository, 'apps/cli/dist/main.js')];

let garden: string;

beforeEach(() => {
  garden = realpathSync(mkdtempSync(join(tmpdir(), 'acp-garden-')));
  writeFileSync(join(garden, 'rose.md'), 'A rose is red.\n');
});

afterEach(() => {
  rmSync(garden, { recursive: true, force: true });
});

const start = (options: TerminalProgramOptions): TerminalProgram => new TerminalProgram({ cwd: garden, ...options });

test('the first screen says once that there is no model, and what it proposes to ask is answered', async () => {
  await using chat = start({ args: ['chat'] });
  const [, question = ''] = /words +(\S.*)/u.exec(await chat.shows(ready)) ?? [];
  chat.say(question.trim());
  const shown = await chat.shows(/In this folder: rose\.md\n[^]*\? for keys/u);
  expect(shown.match(/Search-only/gu)).toHaveLength(1);
});

describe('a login', () => {
  test('by a key asks for it without showing it, and starts the agent with it', async () => {
    await using chat = start({ args: ['chat', '--', ...acp, 'agent', '--auth', 'env'] });
    await chat.shows('The agent requires a login');
    chat.press(keys.enter);
    await chat.shows('Key *:');
    chat.press('hidden');
    const shown = await chat.shows('••••••');
    expect(shown).not.toContain('hidden');
    chat.press(keys.enter);
    await chat.shows(ready);
    expect(chat.raw).not.toContain('hidden');
    chat.say('/read rose.md');
    await chat.shows('A rose is red.');
  });

  test('in a terminal lets the agent have the terminal, and goes on', async () => {
    await using chat = start({ args: ['chat', '--', ...acp, 'agent', '--auth', 'terminal'] });
    await chat.shows('1. Log in in a terminal');
    chat.press('1');
    await chat.shows('Password of the acp-stack agent:');
    chat.press('test', keys.enter);
    await chat.shows(ready);
    chat.say('/read rose.md');
    await chat.shows('A rose is red.');
  });

  test('that is declined is a sentence and an exit code', async () => {
    await using chat = start({ args: ['chat', '--', ...acp, 'agent', '--auth', 'terminal'] });
    await chat.shows('1. Log in in a terminal');
    chat.press(keys.escape);
    expect(await chat.exited).toBe(6);
    expect(chat.screen).toMatch(/^acp: /u);
  });
});

describe('a project', () => {
  test('is asked about before its agents are started', async () => {
    const server = { command: acp[0], args: [...acp.slice(1), 'agent', '--in-memory'] };
    writeFileSync(join(garden, '.acp.json'), JSON.stringify({ agent_servers: { gardener: server } }));
    await using chat = start({ args: ['chat', 'gardener'] });
    await chat.shows('Do you trust it? [y/N]');
    chat.say('y');
    await chat.shows(ready);
    chat.say('/read rose.md');
    await chat.shows('A rose is red.');
  });
});

describe('a session', () => {
  test('goes on with --continue, past those in which nothing was said', async () => {
    await using first = start({ args: ['chat'] });
    await first.shows(ready);
    first.say('/read rose.md');
    await first.shows('A rose is red.');
    await first.shows(ready);
    first.press(keys.control('d'));
    expect(await first.exited).toBe(0);
    const env = { ACP_AGENT_DATA: join(first.home, 'sessions') };
    await using silent = start({ args: ['chat'], env });
    await silent.shows(ready);
    silent.kill('SIGKILL');
    await silent.exited;
    await using second = start({ args: ['chat', '--continue'], env });
    expect(await second.shows(ready)).toContain('❯ /read rose.md');
  });

  test('that is not there is one sentence', async () => {
    await using chat = start({ args: ['chat', '--continue'] });
    expect(await chat.exited).toBe(4);
    expect(chat.screen).toMatch(/^acp: there is no session in this folder yet/u);
  });

  test('of an agent that cannot list its sessions goes on as well', async () => {
    const answers = {
      initialize: { result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } },
      'session/load': {
        updates: [{ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Which rose?' } }],
        result: {},
      },
    };
    const agent = ['--', ...fixtureAgent('answering-agent.mjs', JSON.stringify(answers))];
    const env = { XDG_CONFIG_HOME: join(garden, 'config') };
    await using none = start({ args: ['chat', '--continue', ...agent], env });
    expect(await none.exited).toBe(4);
    expect(none.screen).toMatch(/^acp: this agent cannot list its sessions/u);
    await using first = start({ args: ['chat', ...agent], env });
    await first.shows(ready);
    first.say('Which rose?');
    await first.shows((screen) => screen.includes('Which rose?') && screen.includes(ready));
    first.press(keys.control('d'));
    await first.exited;
    await using second = start({ args: ['chat', '--continue', ...agent], env });
    expect(await second.shows(ready)).toContain('Which rose?');
  });
});

test('what is typed while the agent works waits at the agent, where it takes that', async () => {
  const trace = join(garden, 'trace.ndjson');
  await using chat = start({ args: ['chat', '--trace', trace] });
  await chat.shows(ready);
  chat.say('/run cat; echo over');
  await chat.shows('Enter or the number chooses');
  chat.press('y');
  await chat.shows(/[◐◓◑◒] cat/u);
  chat.say('/read rose.md');
  await chat.shows('⧗ queued: /read rose.md');
  chat.press(keys.escape);
  await chat.shows('2. Send it now');
  chat.press('2');
  await chat.shows('A rose is red.');
  await chat.shows((screen) => screen.includes(ready) && !screen.includes('waits'));
  expect(readFileSync(trace, 'utf8')).toContain('session/inject');
});

test('a message steers the agent that comes with the program, which has it before its next step', async () => {
  await using chat = start({ args: ['chat'] });
  await chat.shows(ready);
  chat.say('/run cat; echo over');
  await chat.shows('Enter or the number chooses');
  chat.press('y');
  await chat.shows(/[◐◓◑◒] cat/u);
  chat.press('/read rose.md', keys.control('s'));
  await chat.shows('↪ steering: /read rose.md');
  chat.press(keys.escape);
  await chat.shows('2. Send it now');
  chat.press('2');
  await chat.shows('A rose is red.');
  await chat.shows((screen) => screen.includes(ready) && !screen.includes('steers'));
});

test('the first frame is there before the library that draws is loaded', async () => {
  const telling = new URL('fixtures/loaded-modules.mjs', import.meta.url).href;
  await using chat = start({ args: ['chat'], env: { NODE_OPTIONS: `--import=${telling}` }, columns: 200, rows: 200 });
  await chat.shows(() => /loads \S*\/marked\//u.test(chat.raw));
  const first = chat.raw.indexOf('❯');
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(chat.raw.indexOf('run-chat.chunk.js'));
  expect(first).toBeLessThan(chat.raw.search(/loads \S*\/marked\//u));
  expect(chat.raw.slice(0, first)).not.toContain('/string-width/');
});

test('piped into a screen reader chat, lines are a conversation; piped into another one, a sentence', () => {
  const run = (args: readonly string[], input: string): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(acp[0] ?? '', [...acp.slice(1), 'chat', ...args], {
      cwd: garden,
      input,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: garden, ACP_AGENT_DATA: join(garden, 'data') },
    });
  const spoken = run(['--screen-reader'], '/edit rose.md "red" "white"\n1\n');
  expect(spoken.status).toBe(0);
  expect(spoken.stdout).toContain('Line 1 added: A rose is white.');
  expect(spoken.stdout).toContain('Agent: Done. Changed rose.md.');
  expect(readFileSync(join(garden, 'rose.md'), 'utf8')).toBe('A rose is white.\n');
  const refused = run([], 'hello\n');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/^acp: acp chat needs a terminal; use acp exec "prompt" in scripts.*\n$/u);
});

test('a home that cannot be written to is no reason not to chat', async () => {
  const file = join(garden, 'rose.md');
  await using chat = start({
    args: ['chat'],
    env: { HOME: file, XDG_CONFIG_HOME: join(file, 'none'), ACP_AGENT_DATA: join(garden, 'data') },
  });
  await chat.shows(ready);
  chat.say('/read rose.md');
  await chat.shows('A rose is red.');
});

test('a remote agent is talked to by its address, and told of when it goes away', async () => {
  const env = { XDG_DATA_HOME: join(garden, 'data') };
  const args = ['serve', '--port', '0', '--', ...acp, 'agent', '--in-memory'];
  await using server = start({ args, env, columns: 120 });
  const [url = ''] =
    /http:\/\/127\.0\.0\.1:\d+\/acp/u.exec(await server.shows(/http:\/\/127\.0\.0\.1:\d+\/acp/u)) ?? [];
  await using chat = start({ args: ['chat', '--url', url.replace('http:', 'ws:')], env });
  await chat.shows(ready);
  chat.say('/read rose.md');
  await chat.shows('A rose is red.');
  await chat.shows(ready);
  server.press(keys.control('c'));
  await chat.shows('The agent has stopped');
  chat.press(keys.control('d'));
  expect(await chat.exited).toBe(0);
});
