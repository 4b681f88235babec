/** Hostile input: the server stays up, its memory stays bounded, and a healthy client does not notice. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { serveHttp } from '@acp-stack/http/server';
import { agent, type Agent } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { attack, Dice } from '../support/hostile-input.ts';
import { RawHttp, type RawStream } from '../support/raw-http.ts';
import { initializeRequest, ServedProgram } from '../support/served-program.ts';
import { usedMemory } from '../support/used-memory.ts';

const isLong = process.env['ACP_LONG'] === '1';
const inputs = isLong ? 12_000 : 300;
const seed = Number(process.env['ACP_HUB_SEED'] ?? (isLong ? Date.now() : 6));
const atOnce = 25;

const mebibyte = 1024 * 1024;

/** Answers every request with an error, as an agent does that has no sessions. */
const idle: Agent = agent({ name: 'idle', version: '1.0.0' });

/** A client that behaves, and expects the server to. */
class HealthyClient implements Disposable {
  readonly #http: RawHttp;
  readonly #connection: string;
  readonly #stream: RawStream;
  #asked = 0;

  private constructor(http: RawHttp, connection: string, stream: RawStream) {
    this.#http = http;
    this.#connection = connection;
    this.#stream = stream;
  }

  static async connect(url: string): Promise<HealthyClient> {
    const http = new RawHttp(url, 2);
    const reply = await http.post(initializeRequest());
    const connection = String(reply.headers['acp-connection-id']);
    return new HealthyClient(http, connection, await http.stream({ connection }));
  }

  /** Asks for something and waits for the answer. */
  async ask(): Promise<void> {
    this.#asked += 1;
    const request = { jsonrpc: '2.0', id: this.#asked, method: 'session/list', params: {} };
    const reply = await this.#http.post(request, { connection: this.#connection });
    expect(reply.status).toBe(202);
    const events = await this.#stream.events.reaches(this.#asked);
    expect(JSON.parse(events[this.#asked - 1]?.data ?? '')).toMatchObject({ id: this.#asked });
  }

  [Symbol.dispose](): void {
    this.#http[Symbol.dispose]();
  }
}

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  // What comes back is read and forgotten: a server that cannot write is another test.
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

describe('malformed input and floods', () => {
  test(
    `${inputs} of them harm neither the server nor a healthy client`,
    { timeout: isLong ? 600_000 : 60_000 },
    async () => {
      const dice = new Dice(seed);
      const serving = await serveHttp(idle, { limits: { connections: 100_000 } });
      using healthy = await HealthyClient.connect(serving.url);
      const { host } = new URL(serving.url);
      await healthy.ask();
      let before = 0;
      for (let done = 0; done < inputs; done += atOnce) {
        const sockets = await Promise.all(
          Array.from({ length: atOnce }, async () => {
            const socket = await openSocket(serving.url);
            socket.write(attack(dice, host).bytes);
            return socket;
          }),
        );
        // Two round trips: the server has read what was sent before the second is answered.
        await healthy.ask();
        await healthy.ask();
        for (const socket of sockets) socket.destroy();
        if (done === atOnce * 4) before = usedMemory();
      }
      expect(usedMemory() - before, `the seed was ${seed}`).toBeLessThan(50 * mebibyte);
      await healthy.ask();
      healthy[Symbol.dispose]();
      await serving.close();
      expect(serving.counters(), `the seed was ${seed}`).toMatchObject({ connections: 0, webSockets: 0, streams: 0 });
    },
  );

  test('a flood of well-formed messages is bounded by the limits of its connection', async () => {
    const serving = await serveHttp(new ServedProgram(), { limits: { unfinishedRequests: 100 } });
    using client = new RawHttp(serving.url, 2);
    const { headers } = await client.post(initializeRequest());
    const connection = String(headers['acp-connection-id']);
    const replies = await Promise.all(
      Array.from({ length: 500 }, (_, id) =>
        client.post({ jsonrpc: '2.0', id: id + 1, method: 'session/list', params: {} }, { connection }),
      ),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(100);
    expect(serving.counters().refused).toEqual({ 429: 400 });
    await serving.close();
  });
});

describe('slow input', () => {
  const limits = {
    headersTimeout: 200,
    bodyTimeout: 300,
    initializeTimeout: 200,
    keepAliveInterval: 100,
    pongTimeout: 3000,
    idleTimeout: 400,
  };

  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
  const upgrade =
    'GET /acp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  const post =
    'POST /acp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';

  const settings = '\0\0\0\x04\0\0\0\0\0';
  /** A POST to the endpoint over HTTP/2, as the payload of its headers. */
  const fields = '\x83\x86\x44\x04/acp\x41\x09localhost\x5f\x10application/json';
  const headers = (flags: number): string =>
    `\0\0${String.fromCodePoint(fields.length)}\x01${String.fromCodePoint(flags)}\0\0\0\x01`;

  /** What is said at once, and what drips after it. */
  const ways: readonly (readonly [name: string, text: string, drip: string])[] = [
    ['nothing', '', ''],
    ['half a preface', preface.slice(0, 10), ''],
    ['a preface and no settings', preface, ''],
    ['a preface and settings, and then nothing', `${preface}${settings}`, ''],
    ['half of the headers of HTTP/2', `${preface}${settings}${headers(0)}${fields.slice(0, 9)}`, ''],
    [
      'headers of HTTP/2 that never end',
      `${preface}${settings}${headers(0)}${fields}`,
      '\0\0\x05\x09\0\0\0\0\x01\x40\x01x\x01y',
    ],
    ['a body over HTTP/2 that never begins', `${preface}${settings}${headers(4)}${fields}`, ''],
    ['a body over HTTP/2 that drips', `${preface}${settings}${headers(4)}${fields}`, '\0\0\x01\0\0\0\0\0\x01 '],
    ['half a request line', 'POST /ac', ''],
    ['headers that never end', 'POST /acp HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'],
    ['a body that stops', post, ''],
    ['a body that drips', post, ' '],
    ['a WebSocket that says nothing', upgrade, ''],
    ['a frame that stops', `${upgrade}\x81\xfe\x10\x00`, ''],
    ['a frame that drips', `${upgrade}\x81\xfe\x10\x00\0\0\0\0`, ' '],
  ];

  test('is cut off, and a healthy client does not notice', async () => {
    // A step of the clock after each answer: a busy machine makes nothing late that is healthy.
    const clock = new VirtualClock();
    const serving = await serveHttp(idle, { limits, clock });
    using healthy = await HealthyClient.connect(serving.url);
    const closed: Promise<void>[] = [];
    const drips: (() => void)[] = [];
    for (const [, text, drip] of ways) {
      for (let copy = 0; copy < 10; copy += 1) {
        const socket = await openSocket(serving.url);
        closed.push(
          new Promise<void>((resolve) => {
            socket.once('close', () => {
              resolve();
            });
          }),
        );
        socket.write(Buffer.from(text, 'latin1'));
        if (drip !== '') drips.push(() => void socket.write(drip));
      }
    }
    const all = Promise.all(closed).then(() => 'over' as const);
    const askOnce = async (): Promise<'healthy'> => {
      await healthy.ask();
      return 'healthy';
    };
    while ((await Promise.race([askOnce(), all])) === 'healthy') {
      for (const drip of drips) drip();
      await clock.advance(50);
    }
    await healthy.ask();
    healthy[Symbol.dispose]();
    await serving.close();
    expect(serving.counters()).toMatchObject({ connections: 0, webSockets: 0, streams: 0 });
  });
});
