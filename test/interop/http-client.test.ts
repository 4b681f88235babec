/** Our client, over our remote channels, with an agent behind the official SDK's server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { agent as agentOfVersion1 } from '@agentclientprotocol/sdk';
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer, type AgentFactory } from '@agentclientprotocol/sdk/experimental/server';
import { http, remote, webSocket, type ConnectionReport, type RemoteOptions } from '@acp-stack/http';
import * as node from '@acp-stack/http/node';
import type { Channel, ConnectionError } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { verifies } from '../requirements/requirement.ts';
import { officialAgent, type Work } from './official-agent.ts';

const info = { name: 'editor', version: '1.0.0' };
const chunks = 200;
const words = Array.from({ length: chunks }, (_, n) => `${n} `).join('');
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' as const },
  { optionId: 'no', name: 'No', kind: 'reject_once' as const },
];

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Served {
  readonly url: string;
  /** Cuts every connection. */
  readonly cut: () => void;
}

/** Serves agents the way the official SDK does; the answer is where. */
async function serve(createAgent: AgentFactory, hasWebSocket = true): Promise<Served> {
  const acp = new AcpServer({ createAgent });
  const server = createServer(createNodeHttpHandler(acp));
  const sockets = new WebSocketServer({ noServer: true });
  if (hasWebSocket) {
    server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, sockets));
  } else
    server.on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n'),
    );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wires = new Set<{ destroy(): void }>();
  server.on('connection', (wire) => {
    wires.add(wire);
    wire.once('close', () => wires.delete(wire));
  });
  const cut = (): void => {
    for (const wire of wires) wire.destroy();
  };
  closers.push(async () => {
    await acp.close();
    server.close();
    cut();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`, cut };
}

/** Says many words, asks for permission, and says whether it got it. */
const gardener: Work = async ({ text, client: peer, sessionId }) => {
  for (let n = 0; n < chunks; n += 1) await text(`${n} `);
  const answer = await peer.request('session/request_permission', { sessionId, title: 'Water the plants?', options });
  const { outcome } = answer;
  await text(outcome.outcome === 'selected' ? String(outcome.optionId) : 'nothing');
};

type Connect = (url: string, options?: RemoteOptions) => Channel;

const platform = { WebSocket: WebSocket as unknown as NonNullable<RemoteOptions['WebSocket']> };

const transports: readonly (readonly [name: string, connect: Connect])[] = [
  ['http()', http],
  ['http() of Node', node.http],
  ['webSocket()', (url, more) => webSocket(url, { ...more, ...platform })],
  ['webSocket() of Node', node.webSocket],
  ['remote()', (url, more) => remote(url, { ...more, ...platform })],
  ['remote() of Node', node.remote],
];

/** Everything that the agent said during a prompt. */
async function said(run: AsyncIterable<unknown>): Promise<string> {
  let all = '';
  for await (const update of run) {
    const { sessionUpdate, content } = update as {
      readonly sessionUpdate?: string;
      readonly content?: { readonly text?: string };
    };
    if (sessionUpdate === 'agent_message_chunk') all += content?.text ?? '';
  }
  return all;
}

describe.each(transports)('over %s', (_name, connect) => {
  test('our client holds a conversation with the official agent of version 2', async () => {
    const { url } = await serve(() => officialAgent(gardener));
    const connection = await client(info)
      .onPermission(() => 'yes')
      .connect(connect(url));
    const session = await connection.newSession({ cwd: '/garden' });
    expect(await said(session.prompt('Go'))).toBe(`${words}yes`);
    expect(await said(session.prompt('Again'))).toBe(`${words}yes`);
    await connection.close();
  });

  test('our client holds a conversation with the official agent of version 1', async () => {
    const { url } = await serve(() =>
      agentOfVersion1()
        .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }))
        .onRequest('session/new', () => ({ sessionId: 'garden' }))
        .onRequest('session/prompt', async ({ params, client: peer }) => {
          for (let n = 0; n < chunks; n += 1) {
            await peer.notify('session/update', {
              sessionId: params.sessionId,
              update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${n} ` } },
            });
          }
          return { stopReason: 'end_turn' };
        }),
    );
    const connection = await client(info).connect(connect(url));
    const session = await connection.newSession({ cwd: '/garden' });
    expect(await said(session.prompt('Go'))).toBe(words);
    await connection.close();
  });

  test('two sessions of one connection stay apart', async () => {
    const { url } = await serve(() =>
      officialAgent(async ({ text, words: asked }) => {
        for (let n = 0; n < chunks; n += 1) await text(asked);
      }),
    );
    const connection = await client(info).connect(connect(url));
    const [rose, oak] = await Promise.all([
      connection.newSession({ cwd: '/roses' }),
      connection.newSession({ cwd: '/oaks' }),
    ]);
    const both = await Promise.all([said(rose.prompt('rose ')), said(oak.prompt('oak '))]);
    expect(both).toEqual(['rose '.repeat(chunks), 'oak '.repeat(chunks)]);
    await connection.close();
  });

  test('a connection that drops ends with an error that says what to do', async () => {
    const { url, cut } = await serve(() => officialAgent(() => new Promise(() => undefined)));
    const connection = await client(info).connect(connect(url));
    const session = await connection.newSession({ cwd: '/garden' });
    const run = session.prompt('Wait').then(
      () => undefined,
      (error: unknown) => error as ConnectionError,
    );
    const { closed } = connection;
    await connection.listPage().catch(() => undefined);
    cut();
    const { error } = await closed;
    expect(error).toMatchObject({ name: 'TransportError', code: 'lost' });
    expect(error?.message).toMatch(/Connect again, and load or resume the sessions/);
    expect(await run).toMatchObject({ name: 'ConnectionError', code: 'closed' });
  });
});

/** Agents that know sessions of before, one of each version. */
const returning: readonly (readonly [version: number, createAgent: AgentFactory])[] = [
  [
    1,
    () =>
      agentOfVersion1()
        .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }))
        .onRequest('session/new', () => ({ sessionId: 'garden' }))
        .onRequest('session/load', () => ({}))
        .onRequest('session/prompt', async ({ params, client: peer }) => {
          const content = { type: 'text' as const, text: 'still here' };
          const update = { sessionUpdate: 'agent_message_chunk' as const, content };
          await peer.notify('session/update', { sessionId: params.sessionId, update });
          return { stopReason: 'end_turn' };
        }),
  ],
  [2, () => officialAgent(({ text }) => text('still here')).onRequest('session/resume', () => ({}))],
];

describe.each(transports)('over %s', (_name, connect) => {
  test.each(returning)(
    verifies(
      'HTTP-18',
      'sessions of an agent of version %i go on over another connection, because this one cannot be resumed',
    ),
    async (_version, createAgent) => {
      const { url, cut } = await serve(createAgent);
      const connection = await client(info).connect(connect(url));
      const session = await connection.newSession({ cwd: '/garden' });
      expect(await said(session.prompt('Are you there?'))).toBe('still here');
      cut();
      expect((await connection.closed).error).toMatchObject({ code: 'lost' });
      expect((await connection.reconnect(connect(url))).restored).toEqual([session]);
      expect(await said(session.prompt('And now?'))).toBe('still here');
      await connection.close();
    },
  );
});

describe.each([
  ['remote()', (url: string, more: RemoteOptions) => remote(url, { ...more, ...platform })],
  ['remote() of Node', (url: string, more: RemoteOptions) => node.remote(url, more)],
])('%s', (_name, connect) => {
  test(verifies('HTTP-20', 'takes HTTP where there is no WebSocket'), async () => {
    const { url } = await serve(() => officialAgent(gardener), false);
    const reports: ConnectionReport[] = [];
    const channel = connect(url, { onReport: (report) => void reports.push(report) });
    const connection = await client(info)
      .onPermission(() => 'no')
      .connect(channel);
    const session = await connection.newSession({ cwd: '/garden' });
    expect(await said(session.prompt('Go'))).toBe(`${words}no`);
    expect(reports).toMatchObject([{ kind: 'fell-back' }]);
    await connection.close();
  });
});
