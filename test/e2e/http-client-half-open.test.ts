/** Servers that fall silent: every client knows in bounded time, whatever it was waiting for. */
import { once } from 'node:events';
import { createServer as createHttp1, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import {
  http as http1,
  webSocket as platformWebSocket,
  type ConnectOptions,
  type WebSocketOptions,
} from '@acp-stack/http';
import { http as http2, remote, webSocket } from '@acp-stack/http/node';
import type { Channel } from '@acp-stack/rpc';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

// Most of it is spent waiting, on purpose.
vi.setConfig({ testTimeout: 60_000 });

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Listens on loopback; the answer is where. Sockets that are left are cut afterwards. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

/** For servers that never answer. */
const hasty = { limits: { answerTimeout: 300 }, reconnect: false } as const;
/** For servers that answer at first, which may take a moment on a busy machine. */
const limits = { answerTimeout: 1500, silence: 300 };

/** Sends `initialize`; the answer is how the channel ends. */
function ending(channel: Channel): Promise<Error | undefined> {
  return new Promise((resolve) => {
    channel.open({ receive: () => undefined, reject: () => undefined, ended: resolve });
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } });
  });
}

type Connect = (url: string, options: ConnectOptions) => Channel;

const constructor = WebSocket as unknown as NonNullable<WebSocketOptions['WebSocket']>;
const transports: readonly (readonly [name: string, connect: Connect])[] = [
  ['HTTP/1.1', (url, options) => http1(url, options)],
  ['HTTP/2', (url, options) => http2(url, options)],
  ['WebSocket of ws', (url, options) => webSocket(url, options)],
  ['WebSocket of the platform', (url, options) => platformWebSocket(url, { ...options, WebSocket: constructor })],
  ['WebSocket or HTTP', (url, options) => remote(url, options)],
];

describe('a server that accepts a connection and says nothing', () => {
  test.each(transports)('is given up over %s', async (_name, connect) => {
    const url = await listen(createServer((socket) => void socket.resume()));
    expect(await ending(connect(url, hasty))).toMatchObject({
      name: 'TransportError',
      code: 'unreachable',
      message: expect.stringMatching(/did not respond within 300 ms/) as string,
    });
  });
});

const answer = JSON.stringify({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } });
const isPost = ({ method }: Pick<IncomingMessage, 'method'>): boolean => method === 'POST';

/** Servers of both versions that treat requests alike. */
const servers: readonly (readonly [name: string, connect: Connect, create: (listener: RequestListener) => Server])[] = [
  ['HTTP/1.1', http1, (listener) => createHttp1(listener)],
  ['HTTP/2', http2, (listener) => createHttp2(listener as never)],
];

describe.each(servers)('over %s', (_name, connect, create) => {
  test('a server that begins its answer to initialize and does not end it is given up', async () => {
    const url = await listen(
      create((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'acp-connection-id': 'c' });
        response.write('{"jsonrpc":');
      }),
    );
    expect(await ending(connect(url, hasty))).toMatchObject({ code: 'unreachable' });
  });

  test('a server whose stream falls silent is asked again, and again, and given up in the end', async () => {
    let streams = 0;
    const url = await listen(
      create((request, response) => {
        if (isPost(request)) {
          response.writeHead(200, { 'acp-connection-id': 'c', 'acp-resume': '1' });
          response.end(answer);
          return;
        }
        streams += 1;
        // The first stream is opened and never heard of again; the others are not even answered.
        if (streams > 1) return;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(':\n\n');
      }),
    );
    const reconnect = { first: 10, longest: 20, giveUpAfter: 400 };
    expect(await ending(connect(url, { limits, reconnect }))).toMatchObject({ code: 'unreachable' });
    expect(streams).toBeGreaterThan(1);
  });

  test('a server that cannot resume and whose comments stop is lost', async () => {
    const url = await listen(
      create((request, response) => {
        if (isPost(request)) {
          response.writeHead(200, { 'acp-connection-id': 'c' });
          response.end(answer);
          return;
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(':\n\n');
      }),
    );
    expect(await ending(connect(url, { limits }))).toMatchObject({ code: 'lost' });
  });
});

describe('over WebSocket', () => {
  /** A server that answers `initialize` on every socket, and nothing else: not even pings. */
  async function deaf(meta: object): Promise<{ readonly url: string; readonly sockets: () => number }> {
    const server = createHttp1();
    const all = new WebSocketServer({ server, autoPong: false });
    let count = 0;
    all.on('connection', (socket) => {
      count += 1;
      socket.on('error', () => undefined);
      socket.on('message', (data: Buffer) => {
        const { method } = JSON.parse(data.toString()) as { readonly method?: string };
        const result = { protocolVersion: 1, _meta: meta };
        if (method === 'initialize') socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, result }));
      });
    });
    return { url: await listen(server), sockets: () => count };
  }

  test('a server that does not answer pings is lost where it cannot resume', async () => {
    const { url } = await deaf({});
    expect(await ending(webSocket(url, { limits }))).toMatchObject({ code: 'lost' });
  });

  test.each([
    ['pings', (url: string, options: ConnectOptions) => webSocket(url, options)],
    [
      'requests, where the platform cannot ping',
      (url: string, options: ConnectOptions) => platformWebSocket(url, { ...options, WebSocket: constructor }),
    ],
  ])(
    'a server that does not answer %s is asked again on another socket, and given up in the end',
    async (_what, connect) => {
      const { url, sockets } = await deaf({ 'acp-stack.dev/resume': { token: 't', window: 1000 } });
      const reconnect = { first: 10, longest: 20, giveUpAfter: 400 };
      expect(await ending(connect(url, { limits, reconnect }))).toMatchObject({ code: 'unreachable' });
      expect(sockets()).toBeGreaterThan(1);
    },
  );
});
