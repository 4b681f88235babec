/** Clients and servers that violate HTTP/2: the violator is cut off soon, and costs little until then. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

import { http2Fetch } from '@acp-stack/http/node';
import { serveHttp, type HttpServing } from '@acp-stack/http/server';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { cert, key } from '../support/loopback-certificate.ts';
import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { RawHttp } from '../support/raw-http.ts';
import { initializeRequest, ServedProgram } from '../support/served-program.ts';

const frame = (type: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

const empty = Buffer.alloc(0);
const types = { data: 0, headers: 1, settings: 4, ping: 6, continuation: 9 } as const;
const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(types.settings, 0, empty)]);

async function open({ url }: HttpServing, isSecure = false): Promise<Socket> {
  const { port } = new URL(url);
  const socket = isSecure
    ? connectSecurely({ port: Number(port), host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
    : connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  socket.write(preface);
  return socket;
}

test('a sound client is not taken for a violator when something else waits to be sent to it', async () => {
  const clock = new VirtualClock();
  await using serving = await serveHttp(new ServedProgram(), { clock });
  using sound = new RawHttp(serving.url, 2);
  const { headers } = await sound.post(initializeRequest());
  const connection = String(headers['acp-connection-id']);
  // After 15 and 30 seconds the session is pinged for another reason, in the same moment as it is looked at.
  for (let second = 1; second <= 40; second += 1) {
    const note = { jsonrpc: '2.0', method: '_count', params: { second } };
    expect((await sound.post(note, { connection })).status).toBe(202);
    await socketsAreQuiet();
    await clock.advance(1000);
    await socketsAreQuiet();
  }
});

describe('a client that violates the protocol', () => {
  const violations = {
    'data of the connection': frame(types.data, 0, Buffer.from('x')),
    'data of no stream': frame(types.data, 7, Buffer.from('x')),
    'headers that cannot be decoded': frame(types.headers, 1, Buffer.alloc(5, 0xff)),
    'a continuation of nothing': frame(types.continuation, 1, empty),
    'settings of a wrong length': frame(types.settings, 0, Buffer.alloc(5)),
  };

  test.each(Object.entries(violations))('is cut off two seconds after %s, and others are not', async (_name, bytes) => {
    const clock = new VirtualClock();
    await using serving = await serveHttp(new ServedProgram(), { clock });
    using sound = new RawHttp(serving.url, 2);
    expect((await sound.post(initializeRequest())).status).toBe(200);
    const socket = await open(serving);
    socket.resume();
    socket.write(bytes);
    const closed = once(socket, 'close');
    for (let second = 0; second < 3; second += 1) {
      await socketsAreQuiet();
      await clock.advance(1000);
    }
    await closed;
    expect((await sound.post(initializeRequest())).status).toBe(200);
  });

  test('is cut off over TLS too, and a sound client stays, however slowly it answers', async () => {
    const clock = new VirtualClock();
    await using serving = await serveHttp(new ServedProgram(), { clock, tls: { key, cert } });
    // It answers no ping.
    const sound = await open(serving, true);
    sound.resume();
    const socket = await open(serving, true);
    socket.resume();
    socket.write(frame(types.data, 0, Buffer.from('x')));
    const closed = once(socket, 'close');
    for (let second = 0; second < 5; second += 1) {
      await socketsAreQuiet();
      await clock.advance(1000);
    }
    await closed;
    expect(sound.destroyed || sound.readableEnded).toBe(false);
    sound.destroy();
  });
});

describe('frames that are answered by a peer which does not read', () => {
  /** Writes frames until the other side is gone; resolves with how many. */
  async function flood(socket: Socket, one: Buffer): Promise<number> {
    const many = Buffer.concat(Array.from({ length: 4000 }, () => one));
    let sent = 0;
    while (!socket.destroyed) {
      sent += 4000;
      if (!socket.write(many))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
      await new Promise(setImmediate);
    }
    return sent;
  }

  test.each([
    ['pings', frame(types.ping, 0, Buffer.alloc(8))],
    ['settings', frame(types.settings, 0, empty)],
  ])('end the connection to a client: %s', async (_name, one) => {
    await using serving = await serveHttp(new ServedProgram());
    const socket = await open(serving);
    socket.pause();
    expect(await flood(socket, one)).toBeLessThan(10_000_000);
    using sound = new RawHttp(serving.url, 2);
    expect((await sound.post(initializeRequest())).status).toBe(200);
  });

  test('end the connection to a server', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.pause();
        socket.write(frame(types.settings, 0, empty));
        void flood(socket, frame(types.ping, 0, Buffer.alloc(8)));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
    const { signal } = new AbortController();
    await expect(http2Fetch()(url, { method: 'GET', headers: {}, signal })).rejects.toThrow(/Flooding/u);
    server.close();
  });
});

describe('a request that names two hosts', () => {
  const ask = async ({ url }: HttpServing, ...hosts: readonly string[]): Promise<string> => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const lines = hosts.map((host) => `Host: ${host}`).join('\r\n');
    socket.write(`GET /acp HTTP/1.1\r\n${lines}\r\naccept: text/event-stream\r\nconnection: close\r\n\r\n`);
    let reply = '';
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
    await once(socket, 'close');
    return reply.split('\r\n', 1)[0] ?? '';
  };

  test.each([
    [['localhost', 'localhost'], '400'],
    [['localhost', 'evil.example'], '400'],
    [['evil.example', 'localhost'], '400'],
    [['evil.example'], '403'],
  ])('over HTTP/1.1: %j is refused with %s', async (hosts, status) => {
    await using serving = await serveHttp(new ServedProgram());
    expect(await ask(serving, ...hosts)).toContain(` ${status} `);
  });

  test('is refused over HTTP/1.1 although any host is allowed', async () => {
    await using serving = await serveHttp(new ServedProgram(), { allowedHosts: ['*'] });
    expect(await ask(serving, 'one.example', 'two.example')).toContain(' 400 ');
  });

  test('is refused over HTTP/1.1 also as an upgrade, and for other paths', async () => {
    await using serving = await serveHttp(new ServedProgram(), {
      otherwise: (_request, response) => {
        response.end('page');
      },
    });
    const { port } = new URL(serving.url);
    for (const head of ['GET /acp HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade', 'GET /page HTTP/1.1']) {
      const socket = connect(Number(port), '127.0.0.1');
      const more = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==';
      socket.write(`${head}\r\nHost: localhost\r\nHost: evil.example\r\n${more}\r\n\r\n`);
      const [reply] = (await once(socket, 'data')) as [Buffer];
      expect(reply.toString()).toMatch(/^HTTP\/1\.1 400 /u);
      socket.destroy();
    }
  });

  test('is refused over HTTP/2, where they differ', async () => {
    await using serving = await serveHttp(new ServedProgram(), { allowedHosts: ['*'] });
    using client = new RawHttp(serving.url, 2);
    const post = async (authority: string, host: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', ':authority': authority, Host: host };
      return (await client.ask({ method: 'POST', headers, body: initializeRequest() })).status;
    };
    expect(await post('localhost', 'evil.example')).toBe(400);
    expect(await post('localhost', 'LOCALHOST')).toBe(200);
  });
});
