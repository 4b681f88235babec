import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { agent } from '@acp-stack/sdk';
import { hostNotifications, type HostNotifications } from '@acp-stack/web';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { noDefaults, type AgentServer } from '../config/agent-server.ts';
import { parseConfig } from '../config/config.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { openHostHub, type HostClient, type HostHub } from './host-hub.test-support.ts';
import { localMethods, sharedMethods, type LocalHostOptions } from './host.ts';

let home: string;
let logins: string[];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-host-login-')));
  logins = [];
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const methods = [
  { type: 'agent', methodId: 'browser', name: 'Browser', description: 'Opens a page' },
  {
    type: 'terminal',
    methodId: 'shell',
    name: 'Shell',
    args: ['--login', 'a b;c'],
    env: [{ name: 'MODE', value: 'log in' }],
  },
  { type: 'env_var', methodId: 'key', name: 'Key', vars: [{ name: 'ROSE_KEY' }, { name: 'ROSE_URL', optional: true }] },
  { type: '_passkey', methodId: 'pass', name: 'Passkey' },
] as const;

/** What the program of the agent does in a terminal. */
const program = `
  const { MODE: mode, GARDEN: garden, ACP_HUB_TOKEN: secret = '-' } = process.env;
  const { columns } = process.stdout;
  console.log(JSON.stringify({ args: process.argv.slice(2), mode, garden, secret, columns, pid: process.pid }));
  process.on('SIGWINCH', () => console.log('columns ' + process.stdout.columns));
  process.stdin.on('data', (data) => {
    const text = String(data).trim();
    console.log('got ' + text);
    if (text.startsWith('exit')) process.exit(Number(text.slice(4)));
  });
`;

function server(): AgentServer {
  const file = join(home, 'agent.mjs');
  writeFileSync(file, program);
  return {
    name: 'shy',
    kind: 'command',
    command: process.execPath,
    args: [file],
    env: { GARDEN: 'roses' },
    defaults: noDefaults,
    cwd: home,
  };
}

async function open(
  change: { server?: AgentServer; env?: Record<string, string>; isShared?: boolean } = {},
): Promise<HostHub> {
  const { server: own = server(), env = {}, isShared = false } = change;
  let hub: HostHub['hub'] | undefined;
  const options: LocalHostOptions = {
    roots: [home],
    agents: ['shy'],
    settings: parseConfig('{}', join(home, 'config.json')),
    terminal: captureTerminal({ env: { HOME: home, ...env } }),
    onInstalled: () => Promise.resolve(),
    logins: {
      hub: () => {
        const running = hub;
        if (running === undefined) throw new Error('The hub is not open.');
        return {
          describeAgent: (name, user) => running.describeAgent(name, user),
          login: async (name, methodId, user) => {
            await running.login(name, methodId, user);
            logins.push(`${name} ${methodId}`);
          },
          loggedIn: (name, { principal }) => {
            logins.push(`${name} for ${principal}`);
            return Promise.resolve();
          },
        };
      },
      serverOf: (name) => (name === 'shy' ? own : undefined),
      hidden: ['ACP_HUB_TOKEN'],
    },
  };
  const shy = agent({ name: 'shy', title: 'Shy agent', version: '2.0.0' })
    // `env_var` is of a draft of version 1, and `_passkey` of none.
    .onLogin(methods as never, { login: () => undefined, logout: () => undefined })
    .onPrompt(() => undefined);
  const host = await openHostHub((isShared ? sharedMethods : localMethods)(options), {
    roots: [home],
    agents: { shy },
  });
  ({ hub } = host);
  return host;
}

/** What a terminal has printed until now. */
const printed = ({ seen }: HostClient, terminalId: string): string =>
  Buffer.concat(
    seen
      .filter(({ method }) => method === hostNotifications.terminalOutput)
      .map(({ params }) => params as HostNotifications['terminalOutput'])
      .filter((params) => params.terminalId === terminalId)
      .map(({ data }) => Buffer.from(data, 'base64')),
  ).toString();

/** What the program has said at its start. */
function parsed(client: HostClient, terminalId: string): { readonly pid: number } {
  const [line = ''] = /\{.*\}/su.exec(printed(client, terminalId).replaceAll(/\r?\n/gu, '')) ?? [];
  return JSON.parse(line) as { readonly pid: number };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const exitOf = ({ seen }: HostClient): unknown =>
  seen.find(({ method }) => method === hostNotifications.terminalExit)?.params;

const until = (condition: () => boolean): Promise<boolean> => vi.waitUntil(condition, { timeout: 150_000 });

async function startShell(client: HostClient): Promise<string> {
  const started = await client.call('login', { name: 'shy', methodId: 'shell', columns: 91, rows: 20 });
  if (!('terminalId' in started)) throw new Error('No terminal was started.');
  await until(() => printed(client, started.terminalId).includes('}'));
  return started.terminalId;
}

describe('describe_agent', () => {
  test('says what the agent is, what it can do, and which logins can be used', async () => {
    await using host = await open();
    const described = await (await host.connect('root')).call('describeAgent', { name: 'shy' });
    expect(described).toMatchObject({ info: { name: 'shy', title: 'Shy agent', version: '2.0.0' }, version: 2 });
    expect(described.capabilities).toMatchObject({ session: {} });
    expect(described.authMethods).toEqual([
      { methodId: 'browser', name: 'Browser', kind: 'agent', description: 'Opens a page' },
      { methodId: 'shell', name: 'Shell', kind: 'terminal' },
      {
        methodId: 'key',
        name: 'Key',
        kind: 'env_var',
        obstacle: 'Set ROSE_KEY and start this program again, or run: acp auth login shy --save.',
      },
      { methodId: 'pass', name: 'Passkey', kind: 'other', obstacle: expect.stringContaining('_passkey') as string },
    ]);
  });

  test('tells users of a shared hub that only the operator can log in', async () => {
    await using host = await open({ isShared: true });
    const ada = await host.connect('ada');
    const { authMethods } = await ada.call('describeAgent', { name: 'shy' });
    expect(new Set(authMethods.map(({ obstacle }) => obstacle))).toEqual(
      new Set(['Log in on the machine of the hub: acp auth login shy.']),
    );
    await expect(ada.call('describeAgent', { name: 'rose' })).rejects.toThrow(
      'The hub has no agent "rose"; it has shy.',
    );
  });
});

describe('login', () => {
  test('by the agent is done by all its processes of the user', async () => {
    await using host = await open();
    const operator = await host.connect('root');
    expect(await operator.call('login', { name: 'shy', methodId: 'browser' })).toEqual({ state: 'done' });
    expect(logins).toEqual(['shy browser']);
  });

  test('by variables says which are missing, and goes on if all are set', async () => {
    await using without = await open();
    await expect((await without.connect('root')).call('login', { name: 'shy', methodId: 'key' })).rejects.toMatchObject(
      {
        message: 'Set ROSE_KEY and start this program again, or run: acp auth login shy --save.',
        data: { reason: 'variables_missing', variables: ['ROSE_KEY'] },
      },
    );
  });

  test('is refused for unknown methods, agents and users', async () => {
    await using host = await open();
    const operator = await host.connect('root');
    const refused: readonly [name: string, methodId: string, words: string][] = [
      ['shy', 'moon', 'shy has no login method moon; it has browser, shell, key, pass.'],
      ['shy', 'pass', '_passkey'],
      ['rose', 'browser', 'The hub has no agent "rose"'],
    ];
    for (const [name, methodId, words] of refused)
      await expect(operator.call('login', { name, methodId })).rejects.toThrow(words);
    await expect((await host.connect('ada')).call('login', { name: 'shy', methodId: 'browser' })).rejects.toMatchObject(
      {
        data: { reason: 'operator_required' },
      },
    );
    expect(logins).toEqual([]);
  });

  test('in a terminal needs a program here', async () => {
    await using host = await open({
      server: { name: 'shy', kind: 'url', url: 'ws://127.0.0.1:9', headers: {}, defaults: noDefaults },
    });
    await expect((await host.connect('root')).call('login', { name: 'shy', methodId: 'shell' })).rejects.toThrow(
      'There is no terminal to run it in.',
    );
  });
});

describe('a login in a terminal', () => {
  test.each([1, 2] as const)(
    'runs exactly its program, is typed in and resized, and counts when it ends with 0; version %d',
    async (version) => {
      vi.stubEnv('ACP_HUB_TOKEN', 'geheim');
      await using host = await open();
      const operator = await host.connect('root', version);
      const terminalId = await startShell(operator);
      expect(parsed(operator, terminalId)).toMatchObject({
        args: ['--login', 'a b;c'],
        mode: 'log in',
        garden: 'roses',
        secret: '-',
        columns: 91,
      });
      await operator.call('terminalResize', { terminalId, columns: 70, rows: 20 });
      await until(() => printed(operator, terminalId).includes('columns 70'));
      await operator.call('terminalInput', { terminalId, data: 'exit0\r' });
      await until(() => exitOf(operator) !== undefined);
      expect(exitOf(operator)).toEqual({ terminalId, exitCode: 0 });
      expect(logins).toEqual(['shy for root']);
      await expect(operator.call('terminalInput', { terminalId, data: 'x' })).rejects.toMatchObject({ code: -32_002 });
    },
  );

  test('that fails logs nothing in, and one that is ended neither', async () => {
    await using host = await open();
    const operator = await host.connect('root');
    const first = await startShell(operator);
    await operator.call('terminalInput', { terminalId: first, data: 'exit3\r' });
    await until(() => exitOf(operator) !== undefined);
    expect(exitOf(operator)).toEqual({ terminalId: first, exitCode: 3 });
    const second = await startShell(operator);
    await operator.call('terminalEnd', { terminalId: second });
    await until(() => operator.seen.filter(({ method }) => method === hostNotifications.terminalExit).length === 2);
    expect(logins).toEqual([]);
  });

  test('belongs to its connection: others cannot use it, and it ends with it', async () => {
    await using host = await open();
    const [operator, other] = [await host.connect('root'), await host.connect('root')];
    const terminalId = await startShell(operator);
    for (const attempt of [
      other.call('terminalInput', { terminalId, data: 'exit0\r' }),
      other.call('terminalResize', { terminalId, columns: 3, rows: 3 }),
      other.call('terminalEnd', { terminalId }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: -32_002 });
    const { pid } = parsed(operator, terminalId);
    await operator[Symbol.asyncDispose]();
    await until(() => !isRunning(pid));
    expect(logins).toEqual([]);
  });
});
