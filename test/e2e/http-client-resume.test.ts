/** Coming back: what stays in order between streams, and what a program does when something is lost for good. */
import { http as http1, type ConnectionReport, type ConnectOptions } from '@acp-stack/http';
import { http as http2, webSocket } from '@acp-stack/http/node';
import { serveHttp, type ServeOptions } from '@acp-stack/http/server';
import type { Channel, RpcError } from '@acp-stack/rpc';
import { agent, client, type ClientSession } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { verifies } from '../requirements/requirement.ts';
import { RawHttp } from '../support/raw-http.ts';
import { initializeRequest, ServedProgram } from '../support/served-program.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const load = { jsonrpc: '2.0', id: 7, method: 'session/load', params: { sessionId: 's1', cwd: '/', mcpServers: [] } };
const update = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', n: 1 } };
const loaded = { jsonrpc: '2.0', id: 7, result: {} };

/** Tells what happened in a session, and then that this was all. */
const replaying = (): ServedProgram =>
  new ServedProgram((message, channel) => {
    if (message.method !== 'session/load') return;
    channel.send(update);
    channel.send(loaded);
  });

describe.each([1, 2] as const)('the answer to session/load over HTTP/%d', (version) => {
  test.each([
    [{ 'acp-resume': '1' }, [update, { jsonrpc: '2.0', method: '_acp-stack.dev/answered', params: { id: 7 } }]],
    [{}, [update]],
  ])(
    verifies('HTTP-09', 'comes on the stream of the connection, for a client that says %o too'),
    async (headers: Record<string, string>, told) => {
      const serving = await serveHttp(replaying(), { port: 0 });
      using raw = new RawHttp(serving.url, version);
      const reply = await raw.post(initializeRequest(), headers);
      const connection = String(reply.headers['acp-connection-id']);
      const own = await raw.stream({ connection });
      const session = await raw.stream({ connection, session: 's1' });
      await raw.post(load, { connection, session: 's1' });
      expect((await own.events.reaches(1)).map(({ data }) => JSON.parse(data) as unknown)).toEqual([loaded]);
      const events = await session.events.reaches(told.length);
      expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(told);
      await serving.close();
    },
  );
});

type Connect = (url: string, options: ConnectOptions) => Channel;

describe.each([1, 2] as const)('the place of a POST over HTTP/%d', (version) => {
  test('is kept by a notification that the program does not see, when the POST itself was refused', async () => {
    const program = new ServedProgram();
    const serving = await serveHttp(program, { port: 0 });
    using raw = new RawHttp(serving.url, version);
    const reply = await raw.post(initializeRequest(), { 'acp-resume': '1' });
    const connection = String(reply.headers['acp-connection-id']);
    const later = raw.post({ jsonrpc: '2.0', method: '_later' }, { connection, 'acp-sequence': '2' });
    await raw.post({ jsonrpc: '2.0', method: '_acp-stack.dev/skipped' }, { connection, 'acp-sequence': '1' });
    expect((await later).status).toBe(202);
    const { received } = await program.served();
    expect(received.items.map(({ method }) => method)).toEqual(['initialize', '_later']);
    await serving.close();
  });
});

/** Called when the agent has said everything. */
let onSaid: () => void = () => undefined;

const chatter = agent({ name: 'chatter', version: '1.0.0' }).onPrompt(async (turn) => {
  if (turn.text !== 'Much') {
    await turn.message.append('little');
    return;
  }
  for (let n = 0; n < 200; n += 1) {
    const content = [{ type: 'text' as const, text: `${n}${'x'.repeat(10_000)}` }];
    await turn.session.update({ sessionUpdate: 'agent_message', messageId: turn.session.nextId('message'), content });
  }
  onSaid();
});

interface Fixture extends AsyncDisposable {
  readonly proxy: TcpProxy;
  /** The server. */
  readonly url: string;
  /** The server through the proxy. */
  readonly through: string;
}

async function setUp(options: ServeOptions = {}): Promise<Fixture> {
  const serving = await serveHttp(chatter, { port: 0, ...options });
  const proxy = await TcpProxy.to(serving.url);
  return {
    proxy,
    url: serving.url,
    through: proxy.through(serving.url),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await serving.close();
    },
  };
}

async function said(session: ClientSession, words: string): Promise<string> {
  let all = '';
  for await (const each of session.prompt(words)) {
    if (each.sessionUpdate === 'agent_message_chunk' && each.content.type === 'text') all += each.content.text;
  }
  return all;
}

const info = { name: 'editor', version: '1.0.0' };
/** A window that is too small for what is said, and an agent that does not wait long for a client that is away. */
const small = { limits: { windowBytes: 1000, unsentBytes: 600_000, stallTimeout: 300 } };
const reconnect = { first: 1, longest: 5 };

/** Makes the session send much while the client cannot reconnect; returns the outcome of the prompt. */
async function loseHistory({ proxy, url }: Fixture, session: ClientSession): Promise<unknown> {
  const finished = new Promise<void>((resolve) => (onSaid = resolve));
  const failure = said(session, 'Much').catch((error: unknown) => error);
  await new Promise<void>((resolve) => {
    session.onUpdate(() => {
      resolve();
    });
  });
  proxy.lead('http://127.0.0.1:1/');
  proxy.cut();
  await finished;
  proxy.lead(url);
  return failure;
}

describe('over WebSocket', () => {
  test('history that is lost costs the connection, and the program goes on with its sessions over another', async () => {
    await using all = await setUp(small);
    const connection = await client(info).connect(webSocket(all.through, { reconnect }));
    const session = await connection.newSession({ cwd: '/' });
    expect(await loseHistory(all, session)).toMatchObject({ name: 'ConnectionError', code: 'closed' });
    expect((await connection.closed).error).toMatchObject({ name: 'TransportError', code: 'history-lost' });
    const { restored, lost } = await connection.reconnect(webSocket(all.through, { reconnect }));
    expect({ restored, lost }).toEqual({ restored: [session], lost: [] });
    expect(await said(session, 'Little')).toBe('little');
    await connection.close();
  });
});

describe.each([
  ['HTTP/1.1', http1],
  ['HTTP/2', http2],
] as const)('over %s', (_name, connect: Connect) => {
  test('history that is lost costs the session whose history it is, and loading it brings it back', async () => {
    await using all = await setUp(small);
    const reports: ConnectionReport[] = [];
    const onReport = (report: ConnectionReport): void => void reports.push(report);
    const connection = await client(info).connect(connect(all.through, { reconnect, onReport }));
    const [lost, other] = [await connection.newSession({ cwd: '/' }), await connection.newSession({ cwd: '/' })];
    const prompt = loseHistory(all, lost);
    await sessionLost(reports);
    expect(reports.filter(({ kind }) => kind === 'session-lost')).toMatchObject([
      { sessionId: lost.id, error: { code: 'history-lost' } },
    ]);
    // The prompt was answered long ago, and nothing more would come of it.
    expect(await prompt).toMatchObject({ code: -32_002, data: { reason: 'history_lost', sessionId: lost.id } });
    const refused = await said(lost, 'Hello?').catch((error: unknown) => error as RpcError);
    expect(refused).toMatchObject({ code: -32_002, data: { reason: 'history_lost', sessionId: lost.id } });
    expect(await said(other, 'Little')).toBe('little');
    let replayed = '';
    lost.onUpdate((each) => {
      replayed += JSON.stringify(each);
    });
    const back = await connection.load({ sessionId: lost.id, cwd: '/' });
    expect(replayed).toContain('199xxx');
    expect(await said(back, 'Little')).toBe('little');
    await connection.close();
  });
});

/** Resolves when a session was lost. */
async function sessionLost(reports: readonly ConnectionReport[]): Promise<void> {
  while (!reports.some(({ kind }) => kind === 'session-lost')) await new Promise(setImmediate);
}
