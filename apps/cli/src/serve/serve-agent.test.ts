import { client } from '@acp-stack/sdk';
import { http, webSocket } from '@acp-stack/http/node';
import { afterEach, describe, expect, test } from 'vitest';

import { serveAgent, type ServeAgentOptions, type ServedAgent } from './serve-agent.ts';

/** An agent of version 1 in a few lines: it says its process and what it was told, and waits when it is told to. */
const program = `
let count = 0;
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const waiting = new Map();
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === 'session/new') say({ id, result: { sessionId: process.pid + '-' + (count += 1) } });
  if (method === 'session/cancel') say({ id: waiting.get(params.sessionId), result: { stopReason: 'cancelled' } });
  if (method !== 'session/prompt') return;
  const { sessionId, prompt: [{ text }] } = params;
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: process.pid + ' ' + text } };
  say({ method: 'session/update', params: { sessionId, update } });
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
    host: '127.0.0.1',
    shared: false,
    token: undefined,
    allowedOrigins: [],
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

const get = async (url: string, path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(new URL(path, url));
  return { status: response.status, text: await response.text() };
};

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}

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

  test('is one process for all when it is shared, and everybody gets his own answers', async () => {
    const { url } = await serve({ shared: true });
    const clients = await Promise.all(
      Array.from({ length: 5 }, (_, n) => connect(url, n % 2 === 0 ? webSocket : http)),
    );
    const answers = await Promise.all(clients.map((each, n) => ask(each, `word-${n}`)));
    expect(answers.map(({ said }) => said)).toEqual(clients.map((_, n) => `word-${n}`));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
    await Promise.all(clients.map((each) => each.close()));
  });

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
    const { text } = await get(url, '/metrics');
    expect(text).toMatch(/^acp_connections 1$/mu);
    expect(text).toMatch(/^acp_agent_processes 1$/mu);
    expect(text).toMatch(/^# TYPE acp_messages_sent_total counter$/mu);
    expect((await get(url, '/nothing')).status).toBe(404);
    await connection.close();
  });

  test('lets in only who shows the token', async () => {
    const { url } = await serve({ token: 'secret' });
    await expect(connect(url)).rejects.toThrow(/401/u);
    await expect(connect(url, http, 'wrong')).rejects.toThrow(/401/u);
    const connection = await connect(url, webSocket, 'secret');
    expect((await ask(connection, 'one')).said).toBe('one');
    await connection.close();
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
