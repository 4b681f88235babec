import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';

import { chain } from '@acp-stack/conductor';
import { mcpServer, offer, tool } from '@acp-stack/mcp';
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { client, type ProxyComponent } from '@acp-stack/sdk';
import { http, webSocket } from '@acp-stack/http/node';
import { afterEach, describe, expect, test } from 'vitest';

import { RawHttp } from '../../../../../test/support/raw-http.ts';
import type { ThroughProxies } from './agent-source.ts';
import { serveAgent, type ServeAgentOptions, type ServedAgent } from './serve-agent.ts';

/** An agent of version 1 in a few lines: it says its process and what it was told, and waits when it is told to. */
const program = `
let count = 0;
let cancelled = 0;
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const waiting = new Map();
const servers = new Map();
const water = ({ command, args, env }, done) => {
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const server = require('node:child_process').spawn(command, args, { env: { ...process.env, ...variables } });
  const post = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  require('node:readline').createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    if (id === 1) post({ id: 2, method: 'tools/call', params: { name: 'water', arguments: {} } });
    if (id !== 2) return;
    done(result.content[0].text);
    server.stdin.end();
  });
  const clientInfo = { name: 'agent', version: '1' };
  post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { list: {}, close: {}, delete: {}, resume: {} } } } });
  if (method === 'session/new') {
    const sessionId = process.pid + '-' + (count += 1);
    servers.set(sessionId, params.mcpServers[0]);
    say({ id, result: { sessionId } });
  }
  if (/resume|close|delete/.test(method)) say({ id, result: { _meta: { did: method } } });
  if (method === 'session/list') {
    const cwd = params.cursor ? require('node:os').tmpdir() : '/';
    say({ id, result: { sessions: [{ sessionId: 'in ' + cwd, cwd }], ...(params.cursor ? {} : { nextCursor: 'next' }) } });
  }
  if (method === 'session/cancel') {
    cancelled += 1;
    say({ id: waiting.get(params.sessionId), result: { stopReason: 'cancelled' } });
  }
  if (method !== 'session/prompt') return;
  const { sessionId, prompt: [{ text }] } = params;
  const tell = (words) => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: process.pid + ' ' + words } };
    say({ method: 'session/update', params: { sessionId, update } });
  };
  if (text === 'tools') {
    water(servers.get(sessionId), (words) => {
      tell(words.replaceAll(' ', '-'));
      say({ id, result: { stopReason: 'end_turn' } });
    });
    return;
  }
  tell(text === 'cancelled?' ? cancelled : text);
  if (text === 'wait') waiting.set(sessionId, id);
  else say({ id, result: { stopReason: 'end_turn' } });
});`;

const open: ServedAgent[] = [];
const logged: string[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close(0)));
  logged.length = 0;
});

async function serve(options: Partial<ServeAgentOptions> = {}): Promise<ServedAgent> {
  const served = await serveAgent({
    command: [process.execPath, '-e', program],
    port: 0,
    version: '1.0.0',
    host: '127.0.0.1',
    path: '/acp',
    shared: false,
    token: undefined,
    allowedOrigins: [],
    allowedHosts: [],
    log: (line) => void logged.push(line),
    ...options,
  });
  open.push(served);
  return served;
}

type Connection = Awaited<ReturnType<ReturnType<typeof client>['connect']>>;

const connect = (url: string, how = webSocket, token?: string): Promise<Connection> =>
  client({ name: 'editor', version: '1.0.0' }).connect(how(url, token === undefined ? {} : { token }));

/** What the agent says to `words`. */
async function ask(connection: Connection, words: string): Promise<{ readonly pid: string; readonly said: string }> {
  const session = await connection.newSession({ cwd: '/' });
  let all = '';
  for await (const update of session.prompt(words)) {
    const { sessionUpdate, content } = update as { sessionUpdate?: string; content?: { text?: string } };
    if (sessionUpdate === 'agent_message_chunk') all += content?.text ?? '';
  }
  const [pid = '', said = ''] = all.split(' ');
  return { pid, said };
}

const get = async (
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> => {
  const request = httpRequest(new URL(path, url), { headers });
  request.end();
  const answered = [once(request, 'response'), once(request, 'upgrade')];
  const [response] = (await Promise.race(answered)) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
};

const isAlive = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

/**
 * Starts a turn that runs until it is cancelled; resolves when the agent has started, with its process and its input.
 */
async function hang(connection: Connection): Promise<{ readonly pid: string; readonly run: PromiseLike<unknown> }> {
  const { promise: heard, resolve } = withResolvers();
  let pid = '';
  const onUpdate = (update: object): void => {
    const { sessionUpdate, content } = update as { sessionUpdate?: string; content?: { text?: string } };
    if (sessionUpdate !== 'agent_message_chunk') return;
    pid = content?.text?.split(' ')[0] ?? '';
    resolve();
  };
  const session = await connection.newSession({ cwd: '/' }, { onUpdate });
  const run = session.prompt('wait');
  await heard;
  return { pid, run };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}

/** A proxy that passes everything on, until its channel, which is added to `made`, is paused. */
const proxyWithoutReading = (made: Channel[]): ProxyComponent => ({
  name: 'passing',
  role: 'proxy',
  start: () => {
    const [ours, theirs] = memoryPair();
    made.push(theirs);
    const ids: unknown[] = [];
    theirs.open({
      receive: (message) => {
        const { id, method, params, ...rest } = message as Readonly<Record<string, unknown>>;
        const request = id === undefined ? {} : { id: ids.push(id) - 1 };
        if (method === undefined) theirs.send({ ...rest, id: ids[Number(id)] });
        else if (method === 'proxy/successor') theirs.send({ ...rest, ...request, ...(params as object) });
        else {
          const inner = { method: method === 'proxy/initialize' ? 'initialize' : method, params };
          theirs.send({ ...rest, ...request, method: 'proxy/successor', params: inner });
        }
      },
      reject: () => undefined,
      ended: () => undefined,
    });
    return ours;
  },
});

test('is at the path that it is given, for pages that expect another than /acp', async () => {
  const { url } = await serve({ path: '/message', allowedOrigins: ['http://localhost:2718'] });
  expect(new URL(url).pathname).toBe('/message');
  const connection = await client({ name: 'notebook', version: '1.0.0' }).connect(webSocket(url));
  await connection.close();
  const elsewhere = await fetch(new URL('/acp', url));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, 'Not found; the agent is at /message.\n']);
});

describe('an agent that is served', () => {
  test.each([
    ['WebSocket', webSocket],
    ['HTTP', http],
  ])('is reached over %s, with a process for every connection', async (_name, how) => {
    const { url } = await serve();
    const first = await connect(url, how);
    const second = await connect(url, how);
    const answers = await Promise.all([ask(first, 'one'), ask(second, 'two')]);
    expect(answers.map(({ said }) => said)).toEqual(['one', 'two']);
    expect(answers[0].pid).not.toBe(answers[1].pid);
    await Promise.all([first.close(), second.close()]);
  });

  test('is one process for all clients when it is shared, and each gets its own responses', async () => {
    const { url } = await serve({ shared: true });
    const clients = await Promise.all(
      Array.from({ length: 5 }, (_, n) => connect(url, n % 2 === 0 ? webSocket : http)),
    );
    const answers = await Promise.all(clients.map((each, n) => ask(each, `word-${n}`)));
    expect(answers.map(({ said }) => said)).toEqual(clients.map((_, n) => `word-${n}`));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
    await Promise.all(clients.map((each) => each.close()));
  });

  test.each([
    ['each client', false],
    ['all clients', true],
  ])(
    'gets the MCP servers of its clients, as one process for %s, although it lacks MCP over ACP',
    async (_, shared) => {
      const { url } = await serve({ shared, rules: { roots: ['/'], allowsMcpStdio: false, allowsExtensions: false } });
      const answers = await Promise.all(
        ['rose', 'lily'].map(async (plant) => {
          const app = client({ name: 'editor', version: '1.0.0' });
          offer(app, mcpServer('garden', { water: tool({ type: 'object' }, () => `The ${plant} is wet.`) }));
          await using connection = await app.connect(webSocket(url));
          return (await ask(connection, 'tools')).said;
        }),
      );
      expect(answers).toEqual(['rose', 'lily'].map((plant) => `The-${plant}-is-wet.`));
    },
  );

  test('is started again when it was shared and has ended', async () => {
    const { url } = await serve({ shared: true });
    const first = await connect(url);
    const { pid } = await ask(first, 'one');
    process.kill(Number(pid), 'SIGKILL');
    await first.closed;
    const second = await connect(url);
    expect((await ask(second, 'two')).pid).not.toBe(pid);
    await second.close();
    expect(logged).toHaveLength(1);
  });

  test('says how it is, and counts', async () => {
    const { url } = await serve();
    expect(await get(url, '/health')).toEqual({ status: 200, text: 'ok\n' });
    const connection = await connect(url);
    await ask(connection, 'one');
    const metrics = await get(url, '/metrics');
    expect(metrics.text).toMatch(/^acp_connections 1$/mu);
    expect(metrics.text).toMatch(/^acp_agent_processes 1$/mu);
    expect(metrics.text).toMatch(/^# TYPE acp_messages_sent_total counter$/mu);
    expect((await get(url, '/nothing')).status).toBe(404);
    expect((await fetch(new URL('/', url), { method: 'POST', body: '{}' })).status).toBe(404);
    await connection.close();
  });

  test('refuses a client without the token', async () => {
    const { url } = await serve({ token: 'secret' });
    await expect(connect(url)).rejects.toThrow(/401/u);
    await expect(connect(url, http, 'wrong')).rejects.toThrow(/401/u);
    const connection = await connect(url, webSocket, 'secret');
    expect((await ask(connection, 'one')).said).toBe('one');
    await connection.close();
  });

  test.each([1, 2] as const)('answers 401 to everything without the token, over HTTP/%d', async (version) => {
    const { url } = await serve({ token: 'secret' });
    const connection = await connect(url, http, 'secret');
    using stranger = new RawHttp(url, version);
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 2 } };
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const authorization of [undefined, 'Bearer wrong', 'Basic c2VjcmV0', 'Bearer ', 'Bearer secret2']) {
      const headers = { ...json, ...(authorization === undefined ? {} : { authorization }) };
      const body = JSON.stringify(initialize);
      for (const request of [
        { method: 'POST', headers, body },
        { method: 'GET', headers: { ...headers, accept: 'text/event-stream', 'acp-connection-id': 'any' } },
        { method: 'DELETE', headers: { ...headers, 'acp-connection-id': 'any' } },
      ])
        expect((await stranger.ask(request)).status, request.method).toBe(401);
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      const given: Record<string, string> = authorization === undefined ? {} : { authorization };
      expect((await get(url, '/acp', { ...upgrade, ...key, ...given })).status, 'upgrade').toBe(401);
    }
    expect((await ask(connection, 'one')).said).toBe('one');
    expect((await get(url, '/metrics', { authorization: 'Bearer secret' })).text).toMatch(/^acp_agent_processes 1$/mu);
    await connection.close();
  });

  test.each([
    ['WebSocket', webSocket, false],
    ['HTTP', http, false],
    ['WebSocket, shared', webSocket, true],
  ])(
    'works only in the folders of its operator, and starts no programs of its clients, over %s',
    async (_, how, shared) => {
      const rules = { roots: [realpathSync(tmpdir())], allowsMcpStdio: false, allowsExtensions: false };
      const { url } = await serve({ rules, shared });
      const connection = await connect(url, how);
      const mcpServers = [{ type: 'stdio' as const, name: 'x', command: '/bin/sh', args: ['-c', 'id'], env: [] }];
      await expect(connection.newSession({ cwd: '/' })).rejects.toMatchObject({
        code: -32_602,
        message: 'The folder / is not one of this server; its operator adds it with --root.',
      });
      await expect(connection.newSession({ cwd: tmpdir(), mcpServers })).rejects.toMatchObject({
        code: -32_602,
        message: 'This server starts no MCP servers for its clients; its operator allows that with --allow-mcp-stdio.',
      });
      expect((await connection.newSession({ cwd: tmpdir() })).id).toMatch(/^\d+-1$/u);
      expect(logged).toHaveLength(2);
      const listed: string[] = [];
      for await (const { cwd } of connection.list()) listed.push(cwd);
      expect(listed).toEqual([tmpdir()]);
      const missing = { code: -32_002, message: 'Session not found.' };
      for (const sessionId of ['in /', 'in no folder']) {
        const opened = connection.resume({ sessionId, cwd: tmpdir() });
        await expect(opened).rejects.toMatchObject({ ...missing, data: { sessionId } });
      }
      const named = { sessionId: `in ${tmpdir()}` };
      expect((await connection.resume({ ...named, cwd: tmpdir() })).id).toBe(named.sessionId);
      const other = await connect(url, how);
      for (const sessionId of ['in /', 'in no folder'])
        expect(await other.request('session/delete', { sessionId })).toEqual({});
      await connection.close();
      expect(await other.request('session/delete', named)).toEqual({ _meta: { did: 'session/delete' } });
      await other.close();
    },
  );

  test('goes on for its clients when another one opens too many connections, or sends too much', async () => {
    const rules = { roots: [realpathSync(tmpdir())], allowsMcpStdio: false, allowsExtensions: false };
    const { url } = await serve({ shared: true, rules });
    const staying = await connect(url);
    const session = await staying.newSession({ cwd: tmpdir() });
    const answers = async (): Promise<void> => {
      let said = '';
      for await (const update of session.prompt('one')) said += JSON.stringify(update);
      expect(said).toMatch(/ one"/u);
    };
    using flood = new RawHttp(url, 1);
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } };
    const replies = [];
    for (let count = 0; count < 64; count += 1) replies.push(await flood.post(initialize));
    // One of the 64 connections of the token is that of the client that stays.
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 63 }, () => 200), 429]);
    expect(replies.at(-1)?.body).toContain('connections');
    await answers();
    const connection = String(replies[0]?.headers['acp-connection-id']);
    const tooLarge = await flood.post(`"${'x'.repeat(17 * 1024 * 1024)}"`, { connection });
    expect(tooLarge.status).toBe(413);
    await answers();
    const closed = await flood.ask({ method: 'DELETE', headers: { 'acp-connection-id': connection } });
    expect(closed.status).toBeLessThan(300);
    const next = await connect(url);
    await Promise.all([next.close(), answers()]);
    await staying.close();
  });

  test('goes on for its clients when the proxy before the agent of another one does not read', async () => {
    const proxies: Channel[] = [];
    const through: ThroughProxies = (agent) => {
      const made = chain(proxyWithoutReading(proxies), { name: 'agent', role: 'agent', start: () => agent });
      const [ours, theirs] = memoryPair();
      const conductor = made.connect(theirs);
      return { channel: ours, close: async () => conductor.destroy() };
    };
    const { url } = await serve({ through });
    const [stuck, other] = [await connect(url), await connect(url)];
    proxies[0]?.pause();
    let isTold = false;
    void stuck.newSession({ cwd: '/' }).then(
      () => (isTold = true),
      () => (isTold = true),
    );
    for (let index = 0; index < 3000; index += 1) void stuck.notify('_n', { index }).catch(() => undefined);
    for (const words of ['one', 'two']) expect(await ask(other, words)).toMatchObject({ said: words });
    expect(isTold).toBe(false);
    for (const each of [other, stuck]) each.destroy();
  });

  test('reports only its health without a token', async () => {
    const { url } = await serve({ token: 'secret' });
    expect(await get(url, '/health')).toEqual({ status: 200, text: 'ok\n' });
    expect((await get(url, '/metrics')).status).toBe(401);
    expect((await get(url, '/metrics', { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await get(url, '/metrics', { authorization: 'Bearer secret' })).status).toBe(200);
    expect((await get(url, '/metrics', { authorization: 'bearer secret' })).status).toBe(200);
  });

  test('is not there for pages, nor under a name that it was not given', async () => {
    const { url } = await serve({ allowedHosts: ['agents.example'] });
    for (const path of ['/health', '/metrics', '/nothing', '/acp']) {
      expect((await get(url, path, { host: 'evil.example' })).status).toBe(403);
      expect((await get(url, path, { origin: 'https://evil.example' })).status).toBe(403);
    }
    expect((await get(url, '/health', { host: 'agents.example' })).status).toBe(200);
  });

  test.each([
    ['WebSocket', webSocket],
    ['HTTP', http],
  ])('goes on for others when one leaves in the middle of a turn over %s', async (_name, how) => {
    const { url } = await serve({ shared: true });
    const leaving = await connect(url, how);
    const staying = await connect(url);
    const { pid, run } = await hang(leaving);
    const isOver = Promise.resolve(run).catch(() => 'gone');
    await leaving.close();
    await isOver;
    // The agent was told to cancel: it says so to the next who asks.
    for (;;) {
      const { said, pid: same } = await ask(staying, 'cancelled?');
      expect(same).toBe(pid);
      if (said === '1') break;
    }
    await staying.close();
  });

  test('ends with its client, also in the middle of a turn', async () => {
    const { url } = await serve();
    const leaving = await connect(url);
    const { pid, run } = await hang(leaving);
    const isOver = Promise.resolve(run).catch(() => 'gone');
    await leaving.close();
    await isOver;
    while (isAlive(pid)) await new Promise(setImmediate);
  });

  test('leaves no request without a response when it dies', async () => {
    const { url } = await serve({ shared: true });
    const clients = [await connect(url, webSocket), await connect(url, http)];
    const turns = await Promise.all(clients.map((each) => hang(each)));
    const verdicts = Promise.allSettled(turns.map(({ run }) => run));
    process.kill(Number(turns[0]?.pid), 'SIGKILL');
    const error = { message: 'The agent has exited.' };
    expect(await verdicts).toMatchObject([{ value: { error } }, { value: { error } }]);
    await Promise.all(clients.map((each) => each.closed));
  });

  test('answers what it was asked before it ends', async () => {
    const served = await serve();
    const connection = await connect(served.url);
    const { promise: heard, resolve } = withResolvers();
    const onUpdate = (update: object): void => {
      if ((update as { sessionUpdate?: string }).sessionUpdate === 'agent_message_chunk') resolve();
    };
    const session = await connection.newSession({ cwd: '/' }, { onUpdate });
    const run = session.prompt('wait');
    await heard;
    const closing = served.close(60_000);
    session.cancel();
    await expect(run).resolves.toBeDefined();
    await closing;
    await connection.closed;
  });
});
