/** Where the remote transports of the official SDK 2.4.0 are weak, ours are not; see `weaknesses.test.ts`. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createServer2, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';

import * as versionOne from '@agentclientprotocol/sdk';
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { webSocket } from '@acp-stack/http/node';
import { serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { agent, client } from '@acp-stack/sdk';

import { verifies } from '../requirements/requirement.ts';
import { failure, info } from './weakness-stand.ts';

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } };
const evil = { origin: 'https://evil.example' };
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function ours(options: ServeOptions = {}): Promise<HttpServing> {
  const serving = await serveHttp(
    agent(info).onPrompt(() => undefined),
    options,
  );
  closers.push(() => serving[Symbol.asyncDispose]());
  return serving;
}

const theirServer = (): AcpServer =>
  new AcpServer({
    createAgent: () =>
      versionOne
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 1 }))
        .onRequest('session/new', () => ({ sessionId: 's' })),
  });

async function listening(server: Server | Http2Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

/** Asks their server without a network. */
const theirs = (server: AcpServer, method: string, body?: unknown, headers: object = {}): Promise<Response> =>
  server.handleRequest(
    new Request('http://127.0.0.1/acp', {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

const post = (url: string, body: unknown, headers: object = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

/** The status of a POST over HTTP/2. */
async function statusOver2(url: string): Promise<number> {
  const session = connect(url);
  closers.push(() => {
    session.destroy();
  });
  const stream = session.request({ ':method': 'POST', ':path': '/acp', ...json });
  stream.end(JSON.stringify(initialize));
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  return Number(headers[':status']);
}

describe('HTTP/2', () => {
  test('is spoken', async () => {
    expect(await statusOver2((await ours()).url)).toBe(200);
  });

  test('the official SDK: fails', async () => {
    const handler = createNodeHttpHandler(theirServer()) as unknown as Parameters<typeof createServer2>[0];
    expect(await statusOver2(await listening(createServer2(handler)))).toBe(500);
  });
});

describe('a page of another origin', () => {
  test('is refused, over HTTP and as a WebSocket', async () => {
    const { url } = await ours();
    expect((await post(url, initialize, evil)).status).toBe(403);
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: evil });
    expect(await failure(once(socket, 'open'))).toBeInstanceOf(Error);
  });

  test('the official SDK: is served, over HTTP and as a WebSocket', async () => {
    const server = theirServer();
    expect((await theirs(server, 'POST', initialize, evil)).status).toBe(200);
    const node = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    node.on('upgrade', createNodeWebSocketUpgradeHandler(server, sockets));
    const url = await listening(node);
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: evil });
    await once(socket, 'open');
    socket.terminate();
  });
});

describe('an array', () => {
  test(verifies('HTTP-13', 'is answered with 501'), async () => {
    const { url } = await ours();
    expect((await post(url, [initialize])).status).toBe(501);
  });

  test('the official SDK: is answered with 400', async () => {
    expect((await theirs(theirServer(), 'POST', [initialize])).status).toBe(400);
  });
});

describe('the stream of a session that there is not', () => {
  const headersOf = (response: Response): Record<string, string> => ({
    accept: 'text/event-stream',
    'acp-connection-id': response.headers.get('acp-connection-id') ?? '',
    'acp-session-id': 'nobody',
  });

  test('is refused where that is wished', async () => {
    const { url } = await ours({ refuseUnknownSessions: true });
    const opened = await post(url, initialize);
    const response = await fetch(url, { headers: headersOf(opened) });
    expect(response.status).toBe(404);
  });

  test('the official SDK: is opened', async () => {
    const server = theirServer();
    const opened = await theirs(server, 'POST', initialize);
    const response = await theirs(server, 'GET', undefined, headersOf(opened));
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});

describe('connections that nobody uses', () => {
  test('are refused beyond a number', async () => {
    const { url } = await ours({ limits: { connections: 3 } });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await post(url, initialize)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('the official SDK: are all kept', async () => {
    const server = theirServer();
    const statuses: number[] = [];
    for (let index = 0; index < 50; index += 1) statuses.push((await theirs(server, 'POST', initialize)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await server.close();
  });
});

describe('a frame of a WebSocket that is too large', () => {
  /** A server that answers whatever comes with much. */
  async function talkative(): Promise<string> {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(sockets, 'listening');
    closers.push(() => {
      for (const each of sockets.clients) each.terminate();
      sockets.close();
    });
    sockets.on('connection', (socket) => {
      socket.on('message', () => {
        socket.send(
          JSON.stringify({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, x: 'x'.repeat(2_000_000) } }),
        );
      });
    });
    return `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/acp`;
  }

  test('is not taken by a client', async () => {
    const channel = webSocket(await talkative(), { limits: { messageBytes: 1_000_000 } });
    expect(await failure(client(info).connect(channel))).toMatchObject({ name: 'ConnectionError' });
  });

  test('the official SDK: is taken by a client, which has no limit to set', async () => {
    const connection = versionOne.client().connect(createWebSocketStream(await talkative(), { WebSocket }));
    const answer = await connection.agent.request('initialize', { protocolVersion: 1 });
    expect(JSON.stringify(answer).length).toBeGreaterThan(2_000_000);
    connection.close();
  });
});
