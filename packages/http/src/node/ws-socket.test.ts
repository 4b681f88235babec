import { once } from 'node:events';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';

import { VirtualClock } from '@acp-stack/testing';

import type { Socket, SocketClose, SocketEvents } from '../client/socket/socket.ts';
import { wsSockets } from './ws-socket.ts';

let server: WebSocketServer;
let socket: Socket;
let peer: WebSocket;
/** What has arrived. */
let texts: string[];
let clock: VirtualClock;
let onOpened: () => void;
let onClosed: (close: SocketClose) => void;
/** What waits until this many texts have arrived. */
let awaited: { readonly count: number; readonly resolve: () => void } | undefined;

const arrived = (count: number): Promise<void> =>
  new Promise((resolve) => {
    awaited = { count, resolve };
    if (texts.length >= count) resolve();
  });

const events: SocketEvents = {
  opened: () => {
    onOpened();
  },
  cookies: () => undefined,
  text: (text) => {
    texts.push(text);
    if (texts.length === awaited?.count) awaited.resolve();
  },
  alive: () => undefined,
  drained: () => undefined,
  closed: (close) => {
    onClosed(close);
  },
};

beforeEach(async () => {
  texts = [];
  clock = new VirtualClock();
  onClosed = () => undefined;
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection');
  const opened = new Promise<void>((resolve) => {
    onOpened = resolve;
  });
  socket = wsSockets({ messageBytes: 1_000_000, pongTimeout: 1000, clock })(
    new URL(`ws://127.0.0.1:${port}`),
    {},
    events,
  );
  [peer] = (await connected) as [WebSocket];
  await opened;
});

afterEach(() => {
  socket.abort();
  server.close();
});

/** Sends each number in a write of its own. */
async function sendApart(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    peer.send(String(n));
    // The reader is in this process, and gets its turn.
    await new Promise(setImmediate);
  }
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n));

test('everything arrives in order, however quickly it is sent apart', async () => {
  const all = arrived(3000);
  await sendApart(0, 3000);
  await all;
  expect(texts).toEqual(numbers(3000));
});

test('nothing arrives while the program has paused, also where reads wait for each other', async () => {
  const some = arrived(100);
  await sendApart(0, 200);
  await some;
  socket.pause?.();
  const before = texts.length;
  await sendApart(200, 600);
  expect(texts.length).toBe(before);
  const all = arrived(600);
  socket.resume?.();
  await all;
  expect(texts).toEqual(numbers(600));
});

test('a response arrives in the middle of a stream', async () => {
  peer.on('message', (data: Buffer) => {
    peer.send(`heard ${data.toString()}`);
  });
  await sendApart(0, 100);
  const answered = arrived(101);
  socket.send('hello');
  await answered;
  expect(texts.filter((text) => text.startsWith('heard'))).toEqual(['heard hello']);
});

test('a last word arrives that was sent just before the socket was closed', async () => {
  const all = arrived(501);
  await sendApart(0, 500);
  peer.send('last');
  peer.close();
  await all;
  expect(texts.at(-1)).toBe('last');
});

test('a server that sends pings and reads nothing costs the memory of one pong, and is dropped after the timeout', async () => {
  const wire = (socket as unknown as { readonly _socket: TcpSocket })._socket;
  const closed = new Promise<SocketClose>((resolve) => {
    onClosed = resolve;
  });
  // Nothing leaves a corked socket, as if the server did not read.
  wire.cork();
  for (let n = 0; n < 20_000; n += 1) peer.ping(String(n));
  const heard = arrived(1);
  peer.send('after the pings');
  await heard;
  expect(wire.writableLength).toBeLessThan(100);
  await clock.advance(1000);
  peer.ping('again');
  expect((await closed).error).toMatchObject({
    code: 'unreachable',
    message: 'The WebSocket dropped: the server sends pings and reads nothing.',
  });
});
