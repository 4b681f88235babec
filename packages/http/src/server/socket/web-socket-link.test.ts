import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { VirtualClock } from '@acp-stack/testing';

import { socketsAreQuiet } from '../../../../../test/support/quiet-sockets.ts';
import { defaultHttpLimits } from '../limits/http-limits.ts';
import { WebSocketLink } from './web-socket-link.ts';

let server: WebSocketServer;
let client: WebSocket;
let link: WebSocketLink;
let serverSocket: WebSocket;
let wire: Socket;
let writes: number;
let received: string[];
let clock: VirtualClock;

/** Shorter than the interval between the pings of the link. */
const stallTimeout = defaultHttpLimits.keepAliveInterval / 2;

beforeEach(async () => {
  received = [];
  writes = 0;
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('message', (data: Buffer) => received.push(data.toString()));
  await once(client, 'open');
  const [webSocket, { socket }] = (await connected) as [WebSocket, IncomingMessage];
  serverSocket = webSocket;
  wire = socket;
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    writes += 1;
    return write(...args);
  }) as typeof socket.write;
  clock = new VirtualClock();
  link = new WebSocketLink(webSocket, socket, { limits: { ...defaultHttpLimits, stallTimeout }, clock });
});

afterEach(() => {
  link.terminate();
  client.terminate();
  server.close();
});

describe('what a link sends', () => {
  test('arrives in order and before the goodbye, short or long, in whatever language', async () => {
    const texts = [
      '{}',
      'ü'.repeat(40),
      'x'.repeat(70_000),
      'z',
      '花'.repeat(30_000),
      'y'.repeat(40_000),
      '🌼',
      'last',
    ];
    for (const text of texts) link.send(text);
    link.close(1000, 'done');
    const [code] = (await once(client, 'close')) as [number];
    expect(code).toBe(1000);
    expect(received).toEqual(texts);
  });

  test('leaves in one write where it is sent in one turn, and counts until then', async () => {
    for (let n = 0; n < 100; n += 1) link.send(`message ${n}`);
    expect(writes).toBe(0);
    expect(link.unsentBytes).toBeGreaterThan(1000);
    await once(client, 'message');
    expect(writes).toBe(1);
    expect(link.unsentBytes).toBe(0);
  });

  test('does not wait for the end of the turn where it is much', () => {
    for (let n = 0; n < 100; n += 1) link.send('x'.repeat(2000));
    expect(writes).toBe(3);
  });

  test('is dropped when the socket is', async () => {
    const closed = once(client, 'close');
    link.send('never read');
    link.terminate();
    await closed;
    expect([received, writes, link.unsentBytes]).toEqual([[], 0, 0]);
  });
});

describe('binary frames', () => {
  const hear = (): string[] => {
    const texts: string[] = [];
    link.listen({
      onText: (text) => texts.push(text),
      onDrain: () => undefined,
      onClosed: () => undefined,
      onCut: () => undefined,
    });
    return texts;
  };
  const binary = (text: string): void => {
    client.send(Buffer.from(text), { binary: true });
  };

  test('of a client that begins with a text frame are ignored [WS-02]', async () => {
    const texts = hear();
    client.send('{"first":1}');
    binary('{"second":2}');
    client.send('{"third":3}');
    await expect.poll(() => texts.at(-1)).toBe('{"third":3}');
    expect(texts).toEqual(['{"first":1}', '{"third":3}']);
  });

  test('of a client that begins with one are read, as UTF-8 [X-63]', async () => {
    const texts = hear();
    binary(' {"first":"ü"}');
    client.send(Buffer.from([0xff, 0xfe]), { binary: true });
    binary('{"second":2}');
    client.send('{"third":3}');
    await expect.poll(() => texts.at(-1)).toBe('{"third":3}');
    expect(texts).toEqual([' {"first":"ü"}', '{"second":2}', '{"third":3}']);
  });

  test('that hold no JSON object begin nothing', async () => {
    const texts = hear();
    client.send(Buffer.from([0xff, 0x7b]), { binary: true });
    binary('hello');
    client.send('{"first":1}');
    binary('{"second":2}');
    client.send('{"third":3}');
    await expect.poll(() => texts.at(-1)).toBe('{"third":3}');
    expect(texts).toEqual(['{"first":1}', '{"third":3}']);
  });
});

describe('a link that has paused', () => {
  const listen = (): { texts: string[]; cuts: number } => {
    const heard = { texts: [] as string[], cuts: 0 };
    link.listen({
      onText: (text) => heard.texts.push(text),
      onDrain: () => undefined,
      onClosed: () => undefined,
      onCut: () => (heard.cuts += 1),
    });
    link.pause();
    return heard;
  };
  const oneRound = defaultHttpLimits.keepAliveInterval + defaultHttpLimits.pongTimeout;
  /** Lets a few rounds of pings pass, and everything that comes of each. */
  const rounds = async (count: number): Promise<void> => {
    for (let step = 0; step < count * 7; step += 1) {
      await clock.advance(oneRound / 7);
      await socketsAreQuiet();
    }
  };

  test('cuts a client that is gone without a word', async () => {
    // It does not read, so it answers no ping.
    client.pause();
    const heard = listen();
    await rounds(3);
    expect(heard.cuts).toBe(1);
    expect(link.isOver).toBe(true);
  });

  test('keeps one that answers, and one that has said more than may be read', async () => {
    const heard = listen();
    await rounds(3);
    expect(heard.cuts).toBe(0);
    for (let n = 0; n < 20_000; n += 1) client.send(`message ${n} ${'x'.repeat(100)}`);
    await rounds(3);
    expect(heard.cuts).toBe(0);
    expect(heard.texts.length).toBeLessThan(10_000);
    link.resume();
    await expect.poll(() => heard.texts.length).toBe(20_000);
  });
});

describe('a client that sends pings', () => {
  const pings = 20_000;
  /** Sends many pings and waits until the link has received them. */
  const pingOften = async (): Promise<void> => {
    let arrived = 0;
    const all = new Promise<void>((resolve) => {
      serverSocket.on('ping', () => {
        arrived += 1;
        if (arrived === pings) resolve();
      });
    });
    for (let n = 0; n < pings; n += 1) client.ping(String(n));
    await all;
  };

  test('gets a pong for the last one, at least', async () => {
    const answered = new Promise<void>((resolve) => {
      client.on('pong', (data) => {
        if (data.toString() === String(pings - 1)) resolve();
      });
    });
    await pingOften();
    await answered;
  });

  test('and reads nothing costs the memory of one pong, and is cut after the stall timeout', async () => {
    let cuts = 0;
    link.listen({
      onText: () => undefined,
      onDrain: () => undefined,
      onClosed: () => undefined,
      onCut: () => (cuts += 1),
    });
    // Nothing leaves a corked socket, as if the client did not read.
    wire.cork();
    await pingOften();
    expect(wire.writableLength).toBeLessThan(100);
    expect(cuts).toBe(0);
    await clock.advance(stallTimeout);
    client.ping('again');
    await once(client, 'close');
    expect(cuts).toBe(1);
    expect(link.isOver).toBe(true);
  });
});
