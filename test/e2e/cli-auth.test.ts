/** `acp auth` and `acp providers`: every way to log in, with an agent that remembers how. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { acpHere } from '../support/acp-here.ts';
import { acpProgram, acpUser, fixtureAgent, runInTerminal, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
let door: string;
beforeEach(() => {
  user = acpUser();
  door = join(user.home, 'door');
});
afterEach(() => {
  user[Symbol.dispose]();
});

const agent = (): readonly string[] => fixtureAgent('rude-agent.mjs', 'auth', door);
const remembered = (): string => readFileSync(door, 'utf8');

describe('acp auth login', () => {
  test('logs in by the way that was named, after which the agent works', async () => {
    expect((await user.run(['exec', 'hello', '--', ...agent()])).exitCode).toBe(6);
    expect(await user.run(['auth', 'login', '--method', 'easy', '--', ...agent()])).toEqual({
      exitCode: 0,
      out: '',
      err: 'You are logged in.\n',
    });
    expect(remembered()).toBe('easy');
    expect((await user.run(['exec', '--format', 'quiet', 'hello', '--', ...agent()])).out).toBe('door easy\n');
  });

  test('lists the ways when it cannot ask, and refuses one that there is not', async () => {
    const unasked = await user.run(['auth', 'login', '--', ...agent()]);
    expect(unasked).toMatchObject({ exitCode: 2, err: expect.stringContaining('--method: easy (Easy)') });
    expect(await user.run(['auth', 'login', '--method', 'magic', '--', ...agent()])).toMatchObject({ exitCode: 2 });
    expect(existsSync(door)).toBe(false);
  });

  test('asks which way, and runs the agent in the terminal for it', async () => {
    const { exitCode, screen } = await runInTerminal(
      user,
      ['auth', 'login', '--', ...agent()],
      [['Which one?', '2\r']],
    );
    expect(screen).toContain('logging in with login');
    expect(screen).toContain('You are logged in.');
    expect({ exitCode, door: remembered() }).toEqual({ exitCode: 0, door: 'terminal' });
  });

  test('counts a login in the terminal only when it ends well', async () => {
    const failing: AcpUser = { ...user, env: { ...user.env, LOGIN_EXIT: '3' } };
    const args = ['auth', 'login', '--method', 'shell', '--', ...agent()];
    const { exitCode, screen } = await runInTerminal(failing, args, []);
    expect(exitCode).toBe(6);
    expect(screen).toContain('ended with the code 3');
  });

  test('asks for variables without showing them, and starts the agent again with them', async () => {
    const args = ['auth', 'login', '--method', 'key', '--', ...agent()];
    const { exitCode, screen } = await runInTerminal(user, args, [['The key:', 'thorn\r']]);
    expect(exitCode).toBe(0);
    expect(screen).not.toContain('thorn');
    expect(screen).toContain('RUDE_KEY');
    expect(remembered()).toBe('key thorn');
  });

  test('takes variables from the environment, and keeps them in the config file when asked to', async () => {
    const [command, ...args] = agent();
    const file = user.write('config/acp-stack/config.json', { agent_servers: { rude: { command, args } } });
    const login = ['auth', 'login', 'rude', '--method', 'key', '--save'];
    expect(await user.run(login)).toMatchObject({ exitCode: 2, err: expect.stringContaining('RUDE_KEY') });
    expect((await user.run(login, { env: { RUDE_KEY: 'thorn' } })).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      agent_servers: { rude: { env: { RUDE_KEY: 'thorn' } } },
    });
  });
});

describe('acp auth status and logout', () => {
  const guarded = (): readonly string[] => [process.execPath, acpProgram, 'agent', '--auth', 'agent'];

  test('tell whether a login is needed, with an exit code for scripts', async () => {
    expect(await user.run(['auth', 'status'])).toMatchObject({ exitCode: 0, out: 'This agent needs no login.\n' });
    expect(await user.run(['auth', 'status', '--', ...guarded()])).toMatchObject({ exitCode: 6 });
    expect((await user.run(['auth', 'login', '--', ...guarded()])).exitCode).toBe(0);
    const status = await user.run(['auth', 'status', '--format', 'json', '--', ...guarded()]);
    expect(JSON.parse(status.out)).toMatchObject({ state: 'authenticated' });
    expect((await user.run(['auth', 'logout', '--', ...guarded()])).exitCode).toBe(0);
    expect((await user.run(['auth', 'status', '--', ...guarded()])).exitCode).toBe(6);
  });

  test('say when an agent does not know', async () => {
    expect(await user.run(['auth', 'status', '--', ...agent()])).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('does not report'),
    });
    expect(await user.run(['auth', 'logout', '--', ...agent()])).toMatchObject({
      exitCode: 1,
      err: 'acp: this agent does not support logout; see its documentation\n',
    });
    expect(await acpHere(user, ['auth', 'logout'])).toMatchObject({
      exitCode: 1,
      err: 'acp: this agent has no login methods, so you cannot log out\n',
    });
  });
});

describe('acp providers', () => {
  test('lists, sets and disables the model services of an agent', async () => {
    expect((await user.run(['providers', 'list'])).out).toMatch(/openai +disabled/u);
    const set = ['providers', 'set', 'openai', '--api-type', 'openai', '--base-url', 'http://127.0.0.1:9/v1'];
    expect((await user.run([...set, '--key-from', 'NO_KEY'])).exitCode).toBe(2);
    expect((await user.run([...set, '--key-from', 'A_KEY'], { env: { A_KEY: 'thorn' } })).exitCode).toBe(0);
    const listed = await user.run(['providers', 'list']);
    expect(listed.out).toMatch(/openai +openai at http:\/\/127\.0\.0\.1:9\/v1/u);
    expect(listed.out).not.toContain('thorn');
    expect(await user.run(['providers', 'disable', 'openai'])).toEqual({
      exitCode: 0,
      out: '',
      err: 'openai is disabled\n',
    });
  });

  test('says when there was nothing to disable, and what there is', async () => {
    const { exitCode, err } = await acpHere(user, ['providers', 'disable', 'opnai']);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^unknown provider opnai, so nothing was disabled; this agent has .*openai.*\n$/u);
  });

  test('says when an agent has none to set', async () => {
    const outcome = await user.run(['providers', 'list', '--', ...fixtureAgent('v1-agent.mjs')]);
    expect(outcome).toMatchObject({ exitCode: 1, err: expect.stringContaining('does not let clients configure') });
  });
});
