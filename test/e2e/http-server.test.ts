/** The server behind every way to reach it: ports, TLS, servers of others, limits, strangers and slow readers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import { connect as connectSocket, type AddressInfo } from 'node:net';

import {
  acpFetchHandler,
  acpHandler,
  memoryWindow,
  serveHttp,
  type HttpServing,
  type ServeOptions,
} from '@acp-stack/http/server';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { cert, key } from '../support/loopback-certificate.ts';
import { RawHttp, type HttpVersion } from '../support/raw-http.ts';
import { initializeRequest, ServedProgram, type Served } from '../support/served-program.ts';

interface Fixture extends AsyncDisposable {
  readonly serving: HttpServing;
  readonly program: ServedProgram;
}

async function setUp(options: ServeOptions = {}, program: ServedProgram = new ServedProgram()): Promise<Fixture> {
  const serving = await serveHttp(program, options);
  return { serving, program, [Symbol.asyncDispose]: () => serving.close() };
}

async function begin(client: RawHttp, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const reply = await client.post(initializeRequest(), headers);
  return String(reply.headers['acp-connection-id']);
}

const list = (id: number): object => ({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
const note = (n: number, text = ''): object => ({ jsonrpc: '2.0', method: '_note', params: { n, text } });

/** Sends `text` on a new socket; everything that comes back until it is closed. */
async function talk(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connectSocket(Number(port), hostname);
  socket.on('error', () => undefined);
  let reply = '';
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString();
  });
  socket.write(text);
  await once(socket, 'close');
  return reply;
}

describe('one port', () => {
  test('serves HTTP/1.1, HTTP/2 with prior knowledge and WebSocket side by side', async () => {
    await using all = await setUp();
    const { url } = all.serving;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acp$/u);
    using first = new RawHttp(url, 1);
    using second = new RawHttp(url, 2);
    expect((await first.post(initializeRequest())).status).toBe(200);
    expect((await second.post(initializeRequest())).status).toBe(200);
    const socket = new WebSocket(url.replace('http', 'ws'));
    await once(socket, 'open');
    expect(all.serving.counters()).toMatchObject({ connections: 2, webSockets: 1, connectionsOpened: 2 });
    socket.close();
  });

  test('answers a request that offers to switch to HTTP/2 as if it had not offered', async () => {
    await using all = await setUp();
    const { host } = new URL(all.serving.url);
    const body = initializeRequest();
    const reply = await talk(
      all.serving.url,
      `POST /acp HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        `DELETE /acp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*HTTP\/1\.1 400 Bad Request\r\n/u);
  });

  test('decides although the first bytes come one by one', async () => {
    await using all = await setUp();
    const { hostname, port, host } = new URL(all.serving.url);
    const socket = connectSocket(Number(port), hostname);
    socket.setNoDelay(true);
    for (const letter of `PRINT /acp HTTP/1.1\r\nHost: ${host}\r\n`) socket.write(letter);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 400/u);
    socket.destroy();
  });

  test('passes other paths to `otherwise`', async () => {
    await using all = await setUp({
      otherwise: (request, response) => {
        response.end(`${request.url} is fine`);
      },
    });
    for (const version of [1, 2] as const) {
      using client = new RawHttp(all.serving.url, version);
      expect(await client.ask({ method: 'GET', path: '/health' })).toMatchObject({
        status: 200,
        body: '/health is fine',
      });
      expect((await client.post(initializeRequest())).status).toBe(200);
    }
  });

  test('serves further programs at paths of their own, and counts them together', async () => {
    const other = new ServedProgram();
    await using all = await setUp({ apps: { '/other': other } });
    for (const version of [1, 2] as const) {
      using client = new RawHttp(all.serving.url, version);
      expect((await client.post(initializeRequest())).status).toBe(200);
      expect(
        (
          await client.ask({
            method: 'POST',
            path: '/other',
            body: initializeRequest(),
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(200);
      expect((await client.ask({ method: 'GET', path: '/nowhere' })).status).toBe(404);
    }
    expect(other.connections.items.length).toBe(2);
    expect(all.serving.counters().connectionsOpened).toBe(4);
    await all.serving.close();
    const served = await other.served();
    expect((await served.ended.reaches(1)).length).toBe(1);
  });
});

describe('a request without a body', () => {
  test('is answered over HTTP/2, and its stream is not reset', async () => {
    await using all = await setUp();
    const session = connectHttp2(new URL(all.serving.url).origin);
    using client = new RawHttp(all.serving.url, 2);
    const connection = await begin(client);
    const head = { ':method': 'DELETE', ':path': '/acp', 'acp-connection-id': connection };
    for (const expected of [202, 404]) {
      const stream = session.request(head, { endStream: true });
      const [replied] = (await once(stream, 'response')) as [Record<string, unknown>];
      expect(replied[':status']).toBe(expected);
      stream.resume();
      await once(stream, 'close');
      expect(stream.rstCode).toBe(0);
    }
    session.destroy();
  });
});

describe('the extended CONNECT of HTTP/2', () => {
  test('is not offered, and refused: a WebSocket begins with a GET', async () => {
    await using all = await setUp();
    const session = connectHttp2(new URL(all.serving.url).origin);
    const [settings] = (await once(session, 'remoteSettings')) as [{ readonly enableConnectProtocol?: boolean }];
    expect(settings.enableConnectProtocol ?? false).toBe(false);
    const stream = session.request({ ':method': 'CONNECT', ':authority': new URL(all.serving.url).host });
    const [replied] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(replied[':status']).toBe(405);
    session.destroy();
  });
});

describe('a client that goes away without a word', () => {
  test.each([1, 2] as const)('is noticed at once over HTTP/%d', async (version) => {
    await using all = await setUp();
    const client = new RawHttp(all.serving.url, version);
    const connection = await begin(client);
    await client.stream({ connection });
    await client.stream({ connection, session: 's1' });
    expect(all.serving.counters().streams).toBe(2);
    client[Symbol.dispose]();
    while (all.serving.counters().streams > 0) await new Promise(setImmediate);
    using again = new RawHttp(all.serving.url, version);
    expect((await again.stream({ connection })).status).toBe(200);
  });
});

describe('a program that throws where it should not', () => {
  const failing = (): ServedProgram =>
    new ServedProgram(() => {
      throw new Error('oops');
    });

  test('loses its connection, and no other does', async () => {
    await using all = await setUp({}, failing());
    using client = new RawHttp(all.serving.url, 1);
    const [first, second] = [await begin(client), await begin(client)];
    await client.post(note(1), { connection: first });
    const [failed, other] = await all.program.connections.reaches(2);
    expect(failed?.ended.items).toMatchObject([{ message: 'oops' }]);
    expect(other?.ended.items).toEqual([]);
    expect((await client.stream({ connection: first })).status).toBe(404);
    expect((await client.stream({ connection: second })).status).toBe(200);
  });

  test('is answered with 1011 over WebSocket', async () => {
    await using all = await setUp({}, failing());
    const socket = new WebSocket(all.serving.url.replace('http', 'ws'));
    await once(socket, 'open');
    socket.send(initializeRequest());
    socket.send(JSON.stringify(note(1)));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1011);
  });

  test('cannot be connected to', async () => {
    const serving = await serveHttp({
      connect: () => {
        throw new Error('no more room');
      },
    });
    await using closing = serving;
    using client = new RawHttp(closing.url, 1);
    const reply = await client.post(initializeRequest());
    expect(reply.status).toBe(500);
    expect(reply.body).not.toContain('room');
  });
});

describe('TLS', () => {
  const tls = { key, cert };

  test('is negotiated: HTTP/2 and HTTP/1.1 and WebSocket on one port', async () => {
    await using all = await setUp({ tls });
    const { url } = all.serving;
    expect(url).toMatch(/^https:/u);
    const session = connectHttp2(new URL(url).origin, { ca: cert });
    const stream = session.request({ ':method': 'POST', ':path': '/acp', 'content-type': 'application/json' });
    stream.end(initializeRequest());
    const [replied] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(replied[':status']).toBe(200);
    expect(session.alpnProtocol).toBe('h2');
    session.destroy();
    const request = httpsRequest(url, { method: 'POST', ca: cert, headers: { 'content-type': 'application/json' } });
    request.end(initializeRequest());
    const [response] = (await once(request, 'response')) as [{ statusCode: number; resume: () => void }];
    expect(response.statusCode).toBe(200);
    response.resume();
    const socket = new WebSocket(url.replace('https', 'wss'), { ca: cert });
    await once(socket, 'open');
    socket.close();
  });

  test('lets a certificate say who asks', async () => {
    await using all = await setUp({
      tls: { ...tls, ca: cert, requestCert: true, rejectUnauthorized: false },
      authenticate: (request) => request.certificate()?.fingerprint256,
    });
    const statusOf = async (options: object): Promise<number> => {
      const agent = new Agent({ ca: cert, ...options });
      const request = httpsRequest(all.serving.url, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      });
      request.end(initializeRequest());
      const [response] = (await once(request, 'response')) as [{ statusCode: number; resume: () => void }];
      response.resume();
      agent.destroy();
      return response.statusCode;
    };
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ key, cert })).toBe(200);
  });
});

describe('a server that exists already', () => {
  test('takes the handler beside its own paths', async () => {
    const program = new ServedProgram();
    const server = createServer((request, response) => {
      if (request.url === '/mine') response.end('mine');
    });
    server.listen(0, '127.0.0.1');
    const serving = await serveHttp(program, { server });
    using client = new RawHttp(serving.url, 1);
    expect((await client.ask({ method: 'GET', path: '/mine' })).body).toBe('mine');
    expect((await client.post(initializeRequest())).status).toBe(200);
    const socket = new WebSocket(serving.url.replace('http', 'ws'));
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await serving.close();
    await closed;
    expect((await client.ask({ method: 'GET', path: '/mine' })).body).toBe('mine');
    server.closeAllConnections();
    server.close();
  });

  test('may speak HTTP/2 only', async () => {
    const handler = acpHandler(new ServedProgram());
    const server = createHttp2Server(handler.request);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    {
      using client = new RawHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`, 2);
      const connection = await begin(client);
      expect((await client.stream({ connection })).status).toBe(200);
    }
    await handler.close();
    server.close();
  });

  test('may be of the Web-standard kind', async () => {
    const program = new ServedProgram();
    await using handler = acpFetchHandler(program);
    const url = 'http://localhost/acp';
    const headers = { 'content-type': 'application/json' };
    const initialized = await handler.fetch(new Request(url, { method: 'POST', headers, body: initializeRequest() }));
    expect(initialized.status).toBe(200);
    const here = { 'acp-connection-id': initialized.headers.get('acp-connection-id') ?? '' };
    const stream = await handler.fetch(new Request(url, { headers: { ...here, accept: 'text/event-stream' } }));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const accepted = await handler.fetch(
      new Request(url, { method: 'POST', headers: { ...headers, ...here }, body: JSON.stringify(list(1)) }),
    );
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
    const { channel, received } = await program.served();
    expect(received.items).toHaveLength(2);
    channel.send(note(1));
    const reader = stream.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe(`data: ${JSON.stringify(note(1))}\n\n`);
    const removed = await handler.fetch(new Request(url, { method: 'DELETE', headers: here }));
    expect(removed.status).toBe(202);
    const foreign = new Request('http://evil.example/acp', { method: 'POST', headers, body: initializeRequest() });
    expect((await handler.fetch(foreign)).status).toBe(403);
  });
});

describe('the stream of a session', () => {
  const answering = (): ServedProgram =>
    new ServedProgram(({ id, params }, channel) => {
      if (id !== undefined)
        channel.send({ jsonrpc: '2.0', id, result: { sessionId: params?.['sessionId'] ?? 'fresh' } });
    });
  const about = (id: number, method: string, sessionId: string): object => ({
    jsonrpc: '2.0',
    id,
    method,
    params: { sessionId },
  });

  test('ends with the answer that closes the session, and is unknown until the session is loaded again', async () => {
    await using all = await setUp({}, answering());
    using client = new RawHttp(all.serving.url, 2);
    const connection = await begin(client);
    const own = await client.stream({ connection });
    const stream = await client.stream({ connection, session: 's1' });
    await client.post(about(1, 'session/close', 's1'), { connection, session: 's1' });
    await stream.ended;
    expect(stream.events.items).toHaveLength(1);
    expect((await client.stream({ connection, session: 's1' })).status).toBe(404);
    await client.post(about(2, 'session/load', 's1'), { connection, session: 's1' });
    await own.events.reaches(1);
    expect((await client.stream({ connection, session: 's1' })).status).toBe(200);
  });

  test('may be refused until its session was opened on the connection', async () => {
    await using all = await setUp({ refuseUnknownSessions: true }, answering());
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client);
    const own = await client.stream({ connection });
    expect((await client.stream({ connection, session: 'fresh' })).status).toBe(404);
    await client.post({ jsonrpc: '2.0', id: 2, method: 'session/new', params: {} }, { connection });
    await own.events.reaches(1);
    expect((await client.stream({ connection, session: 'fresh' })).status).toBe(200);
  });

  test('keeps what may be read again wherever it is told to', async () => {
    const logs: string[][] = [];
    await using all = await setUp({
      createWindow: (bytes) => {
        const inner = memoryWindow(bytes);
        const log: string[] = [];
        logs.push(log);
        return {
          get first() {
            return inner.first;
          },
          get last() {
            return inner.last;
          },
          get bytes() {
            return inner.bytes;
          },
          append: (text) => {
            log.push(text);
            return inner.append(text);
          },
          after: (n) => inner.after(n),
          trim: (n) => {
            inner.trim(n);
          },
        };
      },
    });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client, { 'acp-resume': '1' });
    const { channel } = await all.program.served();
    channel.send(note(1));
    const stream = await client.stream({ connection, 'last-event-id': '0' });
    await stream.events.reaches(1);
    expect(logs).toEqual([[JSON.stringify(note(1))]]);
  });
});

describe('strangers', () => {
  const bearer: ServeOptions = {
    authenticate: (request) => /^Bearer (ann|bob)-secret$/u.exec(request.header('authorization') ?? '')?.[1],
  };
  const ann = { authorization: 'Bearer ann-secret' };
  const bob = { authorization: 'Bearer bob-secret' };

  test.each([1, 2] as const)('need credentials over HTTP/%d', async (version: HttpVersion) => {
    await using all = await setUp(bearer);
    using client = new RawHttp(all.serving.url, version);
    const refused = await client.post(initializeRequest());
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect((await client.post(initializeRequest(), ann)).status).toBe(200);
  });

  test('need credentials over WebSocket too', async () => {
    await using all = await setUp(bearer);
    const socket = new WebSocket(all.serving.url.replace('http', 'ws'));
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('401');
  });

  test('are refused when the check fails itself', async () => {
    await using all = await setUp({
      authenticate: () => {
        throw new Error('the token service is down: secret detail');
      },
    });
    using client = new RawHttp(all.serving.url, 1);
    const reply = await client.post(initializeRequest());
    expect(reply.status).toBe(401);
    expect(reply.body).not.toContain('secret');
  });

  test('get the same response for the connection of another principal and for one that does not exist', async () => {
    await using all = await setUp(bearer);
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client, ann);
    const ways = [
      (id: string) => client.post(list(1), { ...bob, connection: id }),
      (id: string) => client.ask({ method: 'DELETE', headers: { ...bob, 'acp-connection-id': id } }),
      (id: string) =>
        client.ask({ method: 'GET', headers: { ...bob, accept: 'text/event-stream', 'acp-connection-id': id } }),
    ];
    for (const way of ways) {
      const [foreign, unknown] = [await way(connection), await way('x'.repeat(connection.length))];
      const { date: _date, ...headers } = foreign.headers;
      expect(foreign.status).toBe(404);
      expect(unknown).toMatchObject({ status: 404, body: foreign.body, headers });
    }
    expect((await client.post(list(1), { ...ann, connection })).status).toBe(202);
    expect((await all.program.served()).received.items).toHaveLength(2);
  });

  test('cannot connect from pages of other origins by WebSocket, nor by another host name', async () => {
    await using all = await setUp();
    const url = all.serving.url.replace('http', 'ws');
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example' }]) {
      const socket = new WebSocket(url, { headers });
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toContain('403');
    }
    expect(all.serving.counters().refused).toEqual({ 403: 2 });
  });

  test('over HTTP/2 claim no other host besides their authority', async () => {
    await using all = await setUp();
    const { origin, host } = new URL(all.serving.url);
    const session = connectHttp2(origin);
    const statuses: unknown[] = [];
    for (const authority of ['evil.example', host]) {
      const claims = authority === host ? 'evil.example' : host;
      const stream = session.request({ ':path': '/acp', ':authority': authority, host: claims });
      const [replied] = (await once(stream.resume(), 'response')) as [Record<string, unknown>];
      statuses.push(replied[':status']);
    }
    session.destroy();
    expect(statuses).toEqual([400, 400]);
  });

  test('may be invited: an allowed origin gets the headers that its browser wants', async () => {
    await using all = await setUp({ allowedOrigins: ['https://editor.example'], ...bearer });
    using client = new RawHttp(all.serving.url, 1);
    const origin = 'https://editor.example';
    const asked = await client.ask({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect(asked).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'authorization' },
    });
    const reply = await client.post(initializeRequest(), { origin, ...ann });
    expect(reply.headers['access-control-expose-headers']).toContain('acp-connection-id');
  });
});

describe('limits', () => {
  test.each([1, 2] as const)('refuse what is too large over HTTP/%d, and the connection goes on', async (version) => {
    await using all = await setUp({ limits: { bodyBytes: 1000, depth: 20 } });
    using client = new RawHttp(all.serving.url, version);
    const connection = await begin(client);
    expect((await client.post(note(1, 'x'.repeat(2000)), { connection })).status).toBe(413);
    expect((await client.post(`${'['.repeat(30)}${']'.repeat(30)}`, { connection })).status).toBe(400);
    expect((await client.post(note(2), { connection })).status).toBe(202);
  });

  test('refuse headers that are too large', async () => {
    await using all = await setUp({ limits: { headerBytes: 4096 } });
    using client = new RawHttp(all.serving.url, 1);
    const reply = await client.post(initializeRequest(), { 'x-long': 'x'.repeat(8000) });
    expect(reply.status).toBe(431);
  });

  test('refuse WebSocket messages that are too large', async () => {
    await using all = await setUp({ limits: { frameBytes: 1000 } });
    const socket = new WebSocket(all.serving.url.replace('http', 'ws'));
    await once(socket, 'open');
    socket.send('x'.repeat(2000));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1009);
  });

  test('refuse more connections than one principal may have, of both kinds together', async () => {
    await using all = await setUp({ limits: { connections: 2 }, authenticate: (head) => head.header('x-user') });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client, { 'x-user': 'ann' });
    const socket = new WebSocket(all.serving.url.replace('http', 'ws'), { headers: { 'x-user': 'ann' } });
    await once(socket, 'open');
    socket.send(initializeRequest());
    await once(socket, 'message');
    expect((await client.post(initializeRequest(), { 'x-user': 'ann' })).status).toBe(429);
    const another = new WebSocket(all.serving.url.replace('http', 'ws'), { headers: { 'x-user': 'ann' } });
    const [error] = (await once(another, 'error')) as [Error];
    expect(error.message).toContain('429');
    expect((await client.post(initializeRequest(), { 'x-user': 'bob' })).status).toBe(200);
    await client.ask({ method: 'DELETE', headers: { 'acp-connection-id': connection, 'x-user': 'ann' } });
    expect((await client.post(initializeRequest(), { 'x-user': 'ann' })).status).toBe(200);
    socket.close();
  });

  test('refuse more unanswered requests, and more streams, than one connection may have', async () => {
    await using all = await setUp({ limits: { unfinishedRequests: 2, streams: 2 } });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client);
    const statuses: number[] = [];
    for (const id of [1, 2, 3]) statuses.push((await client.post(list(id), { connection })).status);
    expect(statuses).toEqual([202, 202, 429]);
    const { channel } = await all.program.served();
    channel.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await client.post(list(4), { connection })).status).toBe(202);
    const streams: number[] = [];
    for (const session of ['a', 'b', 'c']) streams.push((await client.stream({ connection, session })).status);
    expect(streams).toEqual([200, 200, 429]);
  });

  test('end an idle connection', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client);
    await clock.advance(299_000);
    expect((await client.post(note(1), { connection })).status).toBe(202);
    await clock.advance(299_000);
    const { ended } = await all.program.served();
    expect(ended.items).toEqual([]);
    await clock.advance(20_000);
    expect(ended.items).toMatchObject([{ code: 'timeout' }]);
    expect((await client.post(note(1), { connection })).status).toBe(404);
  });

  test('end a WebSocket that does not begin, and one that does not answer pings', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock });
    const url = all.serving.url.replace('http', 'ws');
    const silent = new WebSocket(url);
    await once(silent, 'open');
    const deaf = new WebSocket(url, { autoPong: false });
    await once(deaf, 'open');
    deaf.send(initializeRequest());
    await once(deaf, 'message');
    const closed = [once(silent, 'close'), once(deaf, 'close')];
    await clock.advance(40_000);
    await Promise.all(closed);
    const { ended } = await all.program.served();
    await ended.reaches(1);
    expect(all.serving.counters()).toMatchObject({ connections: 0, cut: 1 });
  });
});

describe('a reader that does not read', () => {
  const large = 'x'.repeat(64 * 1024);

  /** Sends until the sender should wait; returns how much that was. */
  const fill = ({ channel }: Served, sessionId: string): number => {
    const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId, large } };
    for (let count = 1; count < 1000; count += 1) if (!channel.send(message)) return count;
    throw new Error('the sender was not asked to wait');
  };

  test('holds up its own session only, and no POST on the same HTTP/2 connection', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, 2);
    const connection = await begin(client);
    const stalled = await client.stream({ connection, session: 'stalled' });
    const healthy = await client.stream({ connection, session: 'healthy' });
    const served = await all.program.served();
    stalled.pause();
    for (let round = 0; round < 200; round += 1) {
      if (served.channel.unsentBytes < 1024 * 1024) fill(served, 'stalled');
      await new Promise(setImmediate);
    }
    const drained = served.channel.drained();
    for (let n = 1; n <= 200; n += 1) {
      const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'healthy', n } };
      expect(served.channel.send(message)).toBe(true);
      expect((await client.post(note(n, large), { connection })).status).toBe(202);
    }
    await healthy.events.reaches(200);
    expect(served.received.items).toHaveLength(201);
    stalled.resume();
    await drained;
    expect(served.channel.unsentBytes).toBeLessThan(1024 * 1024);
  });

  test.each([1, 2] as const)('is cut at the cap, and can resume over HTTP/%d', async (version) => {
    await using all = await setUp({ limits: { unsentBytes: 4 * 1024 * 1024, windowBytes: 32 * 1024 * 1024 } });
    using client = new RawHttp(all.serving.url, version);
    const connection = await begin(client, { 'acp-resume': '1' });
    const served = await all.program.served();
    const slow = await client.stream({ connection, session: 's1' });
    slow.pause();
    let sent = 0;
    while (all.serving.counters().cut === 0) {
      sent += 1;
      served.channel.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', sent, large } });
      if (sent % 16 === 0) await new Promise(setImmediate);
    }
    expect(served.channel.unsentBytes).toBeLessThan(5 * 1024 * 1024);
    slow.close();
    const again = await client.stream({ connection, session: 's1', 'last-event-id': '0' });
    const events = await again.events.reaches(sent);
    expect(events.map(({ id }) => Number(id))).toEqual(Array.from({ length: sent }, (_, n) => n + 1));
  });

  test('is given up after a while, so that the program goes on', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock, limits: { idleTimeout: 3_600_000, pongTimeout: 3_600_000 } });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client, { 'acp-resume': '1' });
    const served = await all.program.served();
    const slow = await client.stream({ connection, session: 's1' });
    slow.pause();
    let count = 0;
    // The sockets in between take some of it.
    for (let round = 0; round < 200; round += 1) {
      if (served.channel.unsentBytes < 1024 * 1024) count += fill(served, 's1');
      await new Promise(setImmediate);
    }
    const drained = served.channel.drained();
    await clock.advance(60_000);
    await drained;
    expect(all.serving.counters().cut).toBe(1);
    const again = await client.stream({ connection, session: 's1', 'last-event-id': '0' });
    await again.events.reaches(count);
  });
});

describe('closing', () => {
  test('waits for answers where it is told to, and ends streams after them', async () => {
    const program = new ServedProgram();
    const serving = await serveHttp(program);
    using client = new RawHttp(serving.url, 1);
    using other = new RawHttp(serving.url, 2);
    const connection = await begin(client);
    const stream = await client.stream({ connection });
    await client.post(list(1), { connection });
    const { channel, ended } = await program.served();
    const closing = serving.close({ drain: 60_000 });
    expect((await other.post(initializeRequest())).status).toBe(503);
    channel.send({ jsonrpc: '2.0', id: 1, result: {} });
    await closing;
    await stream.ended;
    expect(stream.events.items).toHaveLength(1);
    expect(await ended.reaches(1)).toEqual([undefined]);
  });

  test('does not wait for ever', async () => {
    const clock = new VirtualClock();
    const program = new ServedProgram();
    const serving = await serveHttp(program, { clock });
    using client = new RawHttp(serving.url, 1);
    const connection = await begin(client);
    await client.post(list(1), { connection });
    const closing = serving.close({ drain: 5000 });
    await clock.advance(5000);
    await closing;
    expect((await program.served()).ended.items).toEqual([undefined]);
  });
});
