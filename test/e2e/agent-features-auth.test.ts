/** `acp agent --auth`: the ways to log in, for the authors of clients. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryPair } from '@acp-stack/rpc';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import { memoryStore } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createLogin, type LoginOptions } from '../../apps/agent/src/auth/create-login.ts';
import { codingAgent } from '@acp-stack/agent';
import { emptyConfig } from '../../apps/agent/src/providers/config.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { repository } from '../support/checkout.ts';
import { readTerminalAuth } from '../../packages/workspace/src/client/login/terminal-auth.ts';
import { WireClient, type WireMessage } from '../support/wire-client.ts';

type Fields = Readonly<Record<string, unknown>>;
type Answers = ConstructorParameters<typeof WireClient>[1];

const acp = join(repository, 'apps/cli/dist/main.js');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'login-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const initializeParams = (version: 1 | 2, capabilities: object = {}): object =>
  version === 1
    ? { protocolVersion: 1, clientCapabilities: capabilities }
    : { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' }, capabilities };

interface MeetOptions extends Partial<LoginOptions> {
  readonly version?: 1 | 2;
  readonly capabilities?: object;
  readonly answers?: Answers;
}

/** The agent, and a client that it knows; `offered` are the ways to log in. */
async function meet(options: MeetOptions = {}): Promise<{ client: WireClient; offered: readonly Fields[] }> {
  const { version = 2, capabilities, answers = {}, auth = ['agent', 'terminal', 'env'], env = {} } = options;
  const [left, right] = memoryPair();
  const client = new WireClient(right, answers);
  codingAgent({
    store: memoryStore(),
    providers: new Providers(emptyConfig),
    version: '1.0.0',
    login: createLogin({ env, data: folder, auth }),
  }).connect(left);
  const { authMethods = [] } = await client.call('initialize', initializeParams(version, capabilities));
  return { client, offered: authMethods as readonly Fields[] };
}

const login = { 1: 'authenticate', 2: 'auth/login' } as const;
const logout = { 1: 'logout', 2: 'auth/logout' } as const;

describe.each([1, 2] as const)('a client of version %i', (version) => {
  const idName = version === 1 ? 'id' : 'methodId';
  const setUp = (): object => ({ cwd: folder, mcpServers: [] });

  test('is offered the ways that are switched on; the terminal only where it has one (AUTH-10, AUTH-16)', async () => {
    const terminal = { auth: { terminal: version === 1 ? true : {} } };
    const { offered } = await meet({ version, capabilities: terminal });
    expect(offered.map((method) => method[idName])).toEqual(['agent', 'terminal', 'env']);
    expect(offered[1]).toMatchObject({ type: 'terminal', args: ['login'] });
    expect(offered[2]).toMatchObject({ type: 'env_var', vars: [{ name: 'ACP_AGENT_KEY', secret: true }] });
    const { offered: fewer } = await meet({ version });
    expect(fewer.map((method) => method[idName])).toEqual(['agent', 'env']);
    expect((await meet({ version, auth: [] })).offered).toEqual([]);
  });

  test('gets nowhere before it has logged in, and again after it has logged out (AUTH-05, AUTH-07)', async () => {
    const { client } = await meet({ version });
    const guarded = ['new', 'resume', 'fork', 'list', 'delete', 'close', ...(version === 1 ? ['load'] : [])].map(
      (name) => `session/${name}`,
    );
    const refused = { code: -32_000, data: { reason: 'auth_required', methodIds: ['agent', 'terminal', 'env'] } };
    for (const method of guarded)
      expect((await client.ask(method, { ...setUp(), sessionId: 's' })).error).toMatchObject(refused);
    expect((await client.ask(login[version], { methodId: 'agent' })).result).toEqual({});
    const { sessionId } = await client.call('session/new', setUp());
    const prompt = { sessionId, prompt: [{ type: 'text', text: '/help' }] };
    await client.call('session/prompt', prompt);
    expect((await client.ask(logout[version])).result).toEqual({});
    expect((await client.ask('session/prompt', prompt)).error).toMatchObject(refused);
    expect((await client.ask('session/new', setUp())).error).toMatchObject(refused);
  });

  test('cannot name a way that was not offered (AUTH-01)', async () => {
    const { client } = await meet({ version });
    expect((await client.ask(login[version], { methodId: 'unheard-of' })).error?.code).toBe(-32_602);
  });

  test('that confirms a login in a terminal is answered by the stored login (X-19)', async () => {
    const { client } = await meet({ version });
    const confirm = { methodId: 'terminal' };
    expect((await client.ask(login[version], confirm)).error).toMatchObject({
      code: -32_000,
      message: 'Log in in a terminal first, then try again.',
      data: { reason: 'auth_required' },
    });
    expect((await client.ask('session/new', setUp())).error?.code).toBe(-32_000);
    await client.call(login[version], { methodId: 'agent' });
    expect((await client.ask(login[version], confirm)).result).toEqual({});
  });

  test('is told how things stand, and when that changes (AUTH-18, AUTH-20)', async () => {
    const { client } = await meet({ version });
    expect(await client.call('auth/status')).toEqual({ state: 'unauthenticated' });
    await client.call(login[version], { methodId: 'agent' });
    await client.call(login[version], { methodId: 'agent' });
    expect(await client.call('auth/status')).toMatchObject({ state: 'authenticated' });
    await client.call(logout[version]);
    await client.call('auth/status');
    const told = client.heard.filter(({ method }) => method === 'auth/status_update');
    expect(told.map(({ params }) => params?.['state'])).toEqual(['authenticated', 'unauthenticated']);
    const { client: free } = await meet({ version, auth: [] });
    expect(await free.call('auth/status')).toEqual({ state: 'not_required' });
  });

  test('logs in with a key that the agent was started with (AUTH-17)', async () => {
    const { client } = await meet({ version, auth: ['env'] });
    expect((await client.ask(login[version], { methodId: 'env' })).error).toMatchObject({
      code: -32_000,
      message: 'ACP_AGENT_KEY is not set; start the agent with it.',
    });
    const { client: other } = await meet({ version, auth: ['env'], env: { ACP_AGENT_KEY: 'k' } });
    await other.call(login[version], { methodId: 'env' });
    await other.call('session/new', setUp());
    await other.call(logout[version]);
    expect((await other.ask('session/new', setUp())).error?.code).toBe(-32_000);
    expect(JSON.stringify(other.heard)).not.toContain('"k"');
  });

  test('is sent to a page for the password, where it can open pages (ELIC-02, ELIC-09)', async () => {
    const seen: Fields[] = [];
    const { client } = await meet({
      version,
      capabilities: { elicitation: { url: {} } },
      answers: {
        'elicitation/create': (params) => {
          seen.push(params);
          return { action: 'accept' };
        },
      },
    });
    const answered = client.ask(login[version], { methodId: 'agent' });
    await client.until(({ method }) => method === 'elicitation/create');
    const [question] = seen;
    // Nothing of the request of the client has been answered, so its id names it.
    expect(question).toMatchObject({ mode: 'url', requestId: 2 });
    const url = String(question?.['url']);
    const [code = ''] = /[A-Z2-9]{4}-[A-Z2-9]{4}/u.exec(String(question?.['message'])) ?? [];
    const type = async (password: string): Promise<number> =>
      (await fetch(url, { method: 'POST', body: new URLSearchParams({ password, code }) })).status;
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
    expect((await fetch(new URL('/login/other', url))).status).toBe(404);
    expect(await type('guess')).toBe(403);
    expect(await client.call('auth/status')).toEqual({ state: 'unauthenticated' });
    expect(await type('test')).toBe(200);
    expect((await answered).result).toEqual({});
    const completed = client.heard.find(({ method }) => method === 'elicitation/complete');
    expect(completed?.params).toEqual({ elicitationId: question?.['elicitationId'] });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('is not logged in when the user does not want to (ELIC-05)', async () => {
    const { client } = await meet({
      version,
      capabilities: { elicitation: { url: {} } },
      answers: { 'elicitation/create': () => ({ action: 'decline' }) },
    });
    expect((await client.ask(login[version], { methodId: 'agent' })).error).toMatchObject({ code: -32_000 });
    expect(await client.call('auth/status')).toEqual({ state: 'unauthenticated' });
  });

  test('that cannot show the page after all is told so, and not that there is no login', async () => {
    const { client } = await meet({ version, capabilities: { elicitation: { url: {} } } });
    expect((await client.ask(login[version], { methodId: 'agent' })).error).toMatchObject({
      code: -32_000,
      message: expect.stringContaining('The client could not show the page') as string,
    });
  });
});

describe('acp agent login', () => {
  const data = (): readonly string[] => ['--data', join(folder, 'data')];

  function run(password: string | undefined): Promise<{ code: number; stdout: string }> {
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [acp, 'agent', '--auth', 'terminal', ...data(), 'login'],
        (error, stdout) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout });
        },
      );
      child.stdin?.end(password === undefined ? '' : `${password}\n`);
    });
  }

  test('writes credentials that only the user can read, and the agent takes them (AUTH-11, AUTH-12, AUTH-14)', async () => {
    expect(await run('test')).toEqual({ code: 0, stdout: 'Password of the acp-stack agent: You are logged in.\n' });
    expect(await readdir(join(folder, 'data'))).toEqual(['credentials.json']);
    const { mode } = await stat(join(folder, 'data', 'credentials.json'));
    expect((mode & 0o777).toString(8)).toBe('600');
    const agent = spawnAgent({ command: process.execPath, args: [acp, 'agent', '--auth', 'terminal', ...data()] });
    const client = new WireClient(agent);
    await client.call('initialize', initializeParams(2, { auth: { terminal: {} } }));
    expect(await client.call('auth/status')).toMatchObject({ state: 'authenticated' });
    await client.call('session/new', { cwd: folder });
    await agent[Symbol.asyncDispose]();
  });

  test('is the command that a client of version 1 finds in _meta["terminal-auth"], and its result is reported', async () => {
    const agent = spawnAgent({
      command: process.execPath,
      args: [acp, 'agent', '--auth', 'terminal', '--data', 'data'],
      cwd: folder,
    });
    const client = new WireClient(agent);
    const { authMethods, agentCapabilities } = await client.call(
      'initialize',
      initializeParams(1, { _meta: { 'terminal-auth': true } }),
    );
    expect(agentCapabilities).toMatchObject({ _meta: { authStatus: {} } });
    const [method] = authMethods as readonly Fields[];
    expect(method).toMatchObject({ id: 'terminal', name: 'Log in in a terminal' });
    const read = readTerminalAuth({ ...method, type: 'agent' } as unknown as AuthMethod);
    expect(read?.label).toBe('Log in to the acp-stack agent');
    const isReport = ({ method: name }: WireMessage): boolean => name === '_auth/status_update';
    expect((await client.until(isReport)).params).toEqual({ authStatus: { kind: 'none', label: 'Not logged in' } });
    expect((await client.ask('authenticate', { methodId: 'terminal' })).error?.code).toBe(-32_000);
    const code = await new Promise((resolve) => {
      const env = { ...process.env, ...read?.env };
      const child = execFile(read?.command ?? '', [...(read?.args ?? [])], { env }, (error) => {
        resolve(error?.code ?? 0);
      });
      child.stdin?.end('test\n');
    });
    expect(code).toBe(0);
    const from = client.heard.length;
    await client.call('authenticate', { methodId: 'terminal' });
    expect((await client.until(isReport, from)).params).toEqual({
      authStatus: { kind: 'account', label: 'Test account' },
    });
    await client.call('session/new', { cwd: folder, mcpServers: [] });
    await agent[Symbol.asyncDispose]();
  });

  test.each([['wrong'], [undefined]])('is no login with %s as the password (AUTH-12)', async (password) => {
    expect((await run(password)).code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('says in one sentence that a way does not exist', async () => {
    const failed = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [acp, 'agent', '--auth', 'agent,magic'], (error, _, stderr) => {
        resolve({ code: error?.code, stderr });
      });
    });
    expect(failed).toEqual({
      code: 2,
      stderr: 'acp: --auth: Unknown login method "magic"; the methods are agent, terminal and env.\n',
    });
  });
});
