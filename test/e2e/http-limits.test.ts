/** Every limit of a server: its default, its option, and the error of a client that exceeds it. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { defaultHttpLimits, serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { cert, key } from '../support/loopback-certificate.ts';
import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { RawHttp } from '../support/raw-http.ts';
import { RawSocket } from '../support/raw-socket.ts';
import { initializeRequest, ServedProgram } from '../support/served-program.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

interface Fixture extends AsyncDisposable {
  readonly serving: HttpServing;
  readonly program: ServedProgram;
}

async function setUp(options: ServeOptions = {}): Promise<Fixture> {
  const program = new ServedProgram();
  const serving = await serveHttp(program, options);
  return { serving, program, [Symbol.asyncDispose]: () => serving.close() };
}

async function begin(client: RawHttp, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const reply = await client.post(initializeRequest(), headers);
  return String(reply.headers['acp-connection-id']);
}

const list = (id: number): object => ({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
const note = (n: number): object => ({ jsonrpc: '2.0', method: '_note', params: { n } });

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connectSocket(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const posted = JSON.stringify(initializeRequest());
const request =
  'POST /acp HTTP/1.1\r\nhost: localhost\r\naccept: application/json, text/event-stream\r\n' +
  `content-type: application/json\r\ncontent-length: ${posted.length}\r\n\r\n${posted}`;

/** Sends a request on `socket`; resolves when it is answered, and the socket stays open. */
async function busy<T extends Socket>(socket: T): Promise<T> {
  socket.on('error', () => undefined).write(request);
  await once(socket, 'data');
  return socket;
}

/** Connects, and sends a request. */
const openBusy = async (url: string): Promise<Socket> => busy(await openSocket(url));

/** Everything that comes until the socket is closed. */
async function hear(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

describe('the limits of a server', () => {
  test('are in the table of the guide, with their defaults', () => {
    const guide = readFileSync(new URL('../../docs/guides/serve-an-agent.md', import.meta.url), 'utf8');
    const rows = [...guide.matchAll(/^\| `(\w+)` +\| ([\d,]+) ?(KiB|MiB|s|min)? +\|/gmu)];
    const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, s: 1000, min: 60_000 };
    const shown = rows.map(([, name = '', amount = '', unit = '']) => [
      name,
      Number(amount.replaceAll(',', '')) * (units[unit] ?? 1),
    ]);
    expect(Object.fromEntries(shown)).toEqual(defaultHttpLimits);
  });
});

describe('POSTs', () => {
  test('of a principal are refused when too many come in a short time, and others are not', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({
      clock,
      limits: { postsPerSecond: 1 },
      authenticate: (head) => head.header('x-user'),
    });
    using client = new RawHttp(all.serving.url, 2);
    const ann = { 'x-user': 'ann' };
    const connection = await begin(client, ann);
    const statuses: number[] = [];
    for (let n = 1; n <= 10; n += 1) statuses.push((await client.post(note(n), { ...ann, connection })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 202, 202, 202, 429]);
    const refused = await client.post(note(0), { ...ann, connection });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await client.post(initializeRequest(), { 'x-user': 'bob' })).status).toBe(200);
    await clock.advance(2000);
    expect((await client.post(note(11), { ...ann, connection })).status).toBe(202);
  });

  test('that are refused do not hold up those after them', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock, limits: { postsPerSecond: 0.2 } });
    using client = new RawHttp(all.serving.url, 2);
    const connection = await begin(client, { 'acp-resume': '1' });
    const post = (place: number): Promise<{ readonly status: number }> =>
      client.post(note(place), { connection, 'acp-sequence': String(place) });
    expect((await post(1)).status).toBe(202);
    expect((await post(2)).status).toBe(429);
    await clock.advance(5000);
    expect((await post(3)).status).toBe(202);
  });

  test.each(['one byte at a time', 'in large pieces'])(
    'with bodies that never end take no more room than a principal has: %s',
    async (how) => {
      const mebibyte = 1024 * 1024;
      await using all = await setUp({ limits: { pendingBytes: 2 * mebibyte } });
      const session = connectHttp2(new URL(all.serving.url).origin);
      session.on('error', () => undefined);
      const piece = Buffer.alloc(how === 'in large pieces' ? 64 * 1024 : 1, ' ');
      const head = { ':method': 'POST', ':path': '/acp', 'content-type': 'application/json' };
      const replies = Array.from({ length: 64 }, () => {
        const stream = session.request(head);
        stream.on('error', () => undefined);
        const feed = (): void => {
          if (!stream.closed && !stream.destroyed) stream.write(piece, feed);
        };
        feed();
        return new Promise<number | undefined>((resolve) => {
          stream.once('response', (headers) => {
            resolve(headers[':status']);
          });
        });
      });
      // One request is refused for it; the others go on with the room that frees.
      expect(await Promise.race(replies)).toBe(429);
      session.destroy();
      using client = new RawHttp(all.serving.url, 2);
      expect((await client.post(initializeRequest())).status).toBe(200);
    },
  );

  test.each([1, 2] as const)('are told over HTTP/%d why they are refused, although they never end', async (version) => {
    await using all = await setUp({ limits: { bodyBytes: 1000 } });
    const { origin, host } = new URL(all.serving.url);
    const body = ' '.repeat(100_000);
    const session = version === 2 ? connectHttp2(origin) : undefined;
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        if (session === undefined) {
          const socket = await openSocket(all.serving.url);
          const head = `POST /acp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
          socket.write(`${head}${body.length.toString(16)}\r\n${body}`);
          const [reply] = (await once(socket, 'data')) as [Buffer];
          socket.destroy();
          return Number(/^HTTP\/1\.1 (\d+)/u.exec(reply.toString())?.[1]);
        }
        const stream = session.request({ ':method': 'POST', ':path': '/acp', 'content-type': 'application/json' });
        stream.on('error', () => undefined);
        stream.write(body);
        const [headers] = (await once(stream, 'response')) as [{ readonly ':status': number }];
        return headers[':status'];
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([413]));
    session?.destroy();
  });

  test('that wait for one which never comes do not keep their connection', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client, { 'acp-resume': '1' });
    const waiting = client.post(note(2), { connection, 'acp-sequence': '2' });
    const { ended } = await all.program.served();
    // The request has arrived when another one, which came later on a socket of its own, was answered.
    using other = new RawHttp(all.serving.url, 1);
    await other.post(note(0), { connection });
    await clock.advance(320_000);
    expect(ended.items).toMatchObject([{ code: 'timeout' }]);
    expect((await waiting).status).toBe(404);
  });
});

describe('sockets', () => {
  test('of one address are turned away when there are too many, in words', async () => {
    await using all = await setUp({ limits: { socketsPerAddress: 2 } });
    const open = [await openBusy(all.serving.url), await openBusy(all.serving.url)];
    expect(await hear(await openSocket(all.serving.url))).toMatch(
      /^HTTP\/1\.1 429 Too Many Requests\r\n[^]*Too many sockets/u,
    );
    expect(all.serving.counters().socketsRefused).toBe(1);
    open[0]?.destroy();
    using client = new RawHttp(all.serving.url, 1);
    for (;;) {
      const status = await client.post(initializeRequest()).then(
        (reply) => reply.status,
        () => 0,
      );
      if (status === 200) break;
    }
    open[1]?.destroy();
  });

  test('are turned away when there are too many altogether', async () => {
    await using all = await setUp({ limits: { sockets: 1 } });
    const socket = await openBusy(all.serving.url);
    expect(await hear(await openSocket(all.serving.url))).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/u);
    socket.destroy();
  });

  test('are closed before their handshake with TLS', async () => {
    await using all = await setUp({ tls: { key, cert }, limits: { socketsPerAddress: 1 } });
    const { port } = new URL(all.serving.url);
    const socket = await busy(connectTls({ port: Number(port), host: '127.0.0.1', ca: cert, servername: 'localhost' }));
    expect(await hear(await openSocket(all.serving.url))).toBe('');
    expect(all.serving.counters().socketsRefused).toBe(1);
    socket.destroy();
  });

  test('that send nothing do not keep others of the same address out', async () => {
    await using all = await setUp({ limits: { socketsPerAddress: 20 } });
    const silent: Socket[] = [];
    for (let count = 0; count < 30; count += 1) silent.push(await openSocket(all.serving.url));
    for (const version of [1, 2] as const) {
      using client = new RawHttp(all.serving.url, version);
      expect((await client.post(initializeRequest())).status).toBe(200);
    }
    using socket = await RawSocket.open(all.serving.url);
    socket.send(initializeRequest());
    await socket.messages.reaches(1);
    for (const each of silent) each.destroy();
  });
});

describe('a WebSocket', () => {
  test('is answered with an error for more requests than may be unanswered', async () => {
    await using all = await setUp({ limits: { unfinishedRequests: 2 } });
    using socket = await RawSocket.open(all.serving.url);
    socket.send(initializeRequest());
    await socket.messages.reaches(1);
    for (const id of [1, 2, 3]) socket.send(list(id));
    expect((await socket.messages.reaches(2))[1]).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32_603, message: 'Too many requests have no response yet.', data: { status: 429 } },
    });
    const { channel, received } = await all.program.served();
    expect(received.items).toHaveLength(3);
    channel.send({ jsonrpc: '2.0', id: 1, result: {} });
    socket.send(list(4));
    expect(await received.reaches(4)).toMatchObject([{}, {}, {}, { id: 4 }]);
    expect(all.serving.counters().refused).toEqual({ 429: 1 });
  });

  test('is refused when too many of the same principal have not begun', async () => {
    await using all = await setUp({ limits: { connections: 2 } });
    const silent = [await RawSocket.open(all.serving.url), await RawSocket.open(all.serving.url)];
    await expect(RawSocket.open(all.serving.url)).rejects.toThrow('429');
    for (const socket of silent) socket.drop();
    while (all.serving.counters().webSockets > 0) await new Promise(setImmediate);
    using socket = await RawSocket.open(all.serving.url);
    socket.send(initializeRequest());
    await socket.messages.reaches(1);
  });
});

describe('a client that vanishes without a word', () => {
  test.each([1, 2] as const)('is found out in bounded time over HTTP/%d when it can resume', async (version) => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock });
    await using proxy = await TcpProxy.to(all.serving.url);
    using client = new RawHttp(proxy.through(all.serving.url), version);
    const connection = await begin(client, { 'acp-resume': '1' });
    const stream = await client.stream({ connection });
    proxy.freeze();
    const { ended } = await all.program.served();
    const found = ended.reaches(1);
    // What the clock cannot hurry: that a socket is closed.
    for (let minute = 0; minute < 60 && ended.items.length === 0; minute += 1) {
      await clock.advance(60_000);
      await socketsAreQuiet();
    }
    expect(await found).toMatchObject([{ code: 'timeout' }]);
    expect(all.serving.counters()).toMatchObject({ connections: 0, streams: 0 });
    stream.close();
  });

  test('and one that is there comes back over HTTP/1.1, and loses nothing', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock });
    using client = new RawHttp(all.serving.url, 1);
    const connection = await begin(client, { 'acp-resume': '1' });
    const { channel } = await all.program.served();
    let seen = 0;
    for (let round = 0; round < 5; round += 1) {
      const stream = await client.stream({ connection, 'last-event-id': String(seen) });
      channel.send(note(round));
      const events = await stream.events.reaches(1);
      expect(events).toMatchObject([{ id: String(seen + 1) }]);
      seen += 1;
      await clock.advance(130_000);
      await stream.ended;
    }
    expect(all.serving.counters()).toMatchObject({ connections: 1, cut: 0, historyLost: 0 });
  });

  test('keeps its streams over HTTP/2, which has pings, and where it did not say that it comes back', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock, limits: { pongTimeout: 3_600_000 } });
    using second = new RawHttp(all.serving.url, 2);
    const resuming = await begin(second, { 'acp-resume': '1' });
    using first = new RawHttp(all.serving.url, 1);
    const plain = await begin(first);
    await second.stream({ connection: resuming });
    await first.stream({ connection: plain });
    await clock.advance(130_000);
    expect(all.serving.counters().streams).toBe(2);
  });
});

describe('other paths', () => {
  test('are as closed to foreign names and pages as the endpoint', async () => {
    await using all = await setUp({
      otherwise: (_request, response) => {
        response.end('here');
      },
    });
    for (const version of [1, 2] as const) {
      using client = new RawHttp(all.serving.url, version);
      const ask = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await client.ask({ method: 'GET', path: '/other', headers })).status;
      expect([await ask({}), await ask({ host: 'evil.example' })]).toEqual([200, 403]);
      expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    }
  });
});
