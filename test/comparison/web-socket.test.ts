/**
 * What our WebSockets do where those of the official SDK do otherwise; `official-sdk.ts` says how the two are compared.
 */
import { once } from 'node:events';
import { createServer as createNetServer, type AddressInfo, type Socket } from 'node:net';

import * as versionOne from '@agentclientprotocol/sdk';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer, type ClientOptions } from 'ws';

import { webSocket } from '@acp-stack/http/node';
import { client, type ClientConnection } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { anHourLaterOnSockets, initialize, listening, ourServer, reportsOfACut, theirServing } from './remote-setup.ts';
import { atEnd, failure, info, isPending, closeAfterEach, stopTime, theirApp, turnUntil } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

const toSocket = (url: string): string => url.replace('http', 'ws');

/** A socket that is played by hand; `pings` says how many it was asked to answer. */
async function rawSocket(
  url: string,
  options: ClientOptions = {},
): Promise<{ readonly socket: WebSocket; readonly pings: () => number }> {
  const socket = new WebSocket(toSocket(url), options);
  let pings = 0;
  socket.on('ping', () => (pings += 1));
  await once(socket, 'open');
  atEnd(() => {
    socket.terminate();
  });
  return { socket, pings: () => pings };
}

/** Sends `message`; resolves with what comes back first. */
async function ask(socket: WebSocket, message: object): Promise<unknown> {
  socket.send(JSON.stringify(message));
  const [answer] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(answer.toString());
}

async function ourSocketClient(url: string, options: Parameters<typeof webSocket>[1] = {}): Promise<ClientConnection> {
  const connection = await client(info).connect(webSocket(toSocket(url), options));
  atEnd(() => {
    connection.destroy();
  });
  return connection;
}

/** One that says nothing when it is closed before it was open: the error has no listener. */
class QuietSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    this.on('error', () => undefined);
  }
}

function theirSocketClient(url: string): versionOne.ClientConnection {
  const connection = versionOne.client().connect(createWebSocketStream(toSocket(url), { WebSocket: QuietSocket }));
  atEnd(() => {
    connection.close();
  });
  return connection;
}

/** A server that answers `initialize` and then nothing, not even pings; the answer may have more in it. */
async function deafServer(more: object = {}): Promise<string> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(sockets, 'listening');
  atEnd(() => {
    for (const each of sockets.clients) each.terminate();
    sockets.close();
  });
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id?: unknown; method?: string };
      if (method === 'initialize')
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1, ...more } }));
    });
  });
  return `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/acp`;
}

/** A server that takes connections and never says a word. */
async function muteServer(): Promise<{ readonly url: string; readonly called: Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => void sockets.add(socket.resume()));
  const called = once(server, 'connection');
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: await listening(server), called };
}

describe('a socket that never says initialize', () => {
  test('is closed', async () => {
    const clock = new VirtualClock();
    const { socket } = await rawSocket((await ourServer({ clock })).url);
    const [code] = await turnUntil(clock, once(socket, 'close'));
    expect(code).toBe(1002);
  });

  officialSdk('is kept without an end', async () => {
    const url = await theirServing();
    stopTime();
    const { socket } = await rawSocket(url);
    await anHourLaterOnSockets();
    expect(await ask(socket, initialize)).toMatchObject({ id: 1, result: { protocolVersion: 1 } });
  });
});

describe('a client that has gone without a word', () => {
  test('is asked for a sign of life, and given up without one', async () => {
    const clock = new VirtualClock();
    const serving = await ourServer({ clock });
    const { socket, pings } = await rawSocket(serving.url, { autoPong: false });
    await ask(socket, initialize);
    await turnUntil(clock, once(socket, 'close'));
    expect(pings()).toBeGreaterThan(0);
    expect(serving.counters().webSockets).toBe(0);
  });

  officialSdk('is never asked', async () => {
    const url = await theirServing();
    stopTime();
    const { socket, pings } = await rawSocket(url);
    await ask(socket, initialize);
    await anHourLaterOnSockets();
    expect([pings(), socket.readyState]).toEqual([0, WebSocket.OPEN]);
  });
});

describe('a server that has gone without a word', () => {
  test('is asked for a sign of life, and lost without one', async () => {
    const clock = new VirtualClock();
    const connection = await ourSocketClient(await deafServer(), { clock, reconnect: false });
    const call = failure(connection.newSession({ cwd: '/' }));
    expect((await turnUntil(clock, connection.closed)).error).toMatchObject({ name: 'TransportError', code: 'lost' });
    expect(await call).toMatchObject({ name: 'ConnectionError', code: 'closed' });
  });

  officialSdk('is waited for without an end', async () => {
    const url = await deafServer();
    stopTime();
    const connection = theirSocketClient(url);
    await connection.agent.request('initialize', { protocolVersion: 1 });
    const call = connection.agent.request('session/new', { cwd: '/', mcpServers: [] });
    call.catch(() => undefined);
    await anHourLaterOnSockets();
    expect([await isPending(call), await isPending(connection.closed)]).toEqual([true, true]);
  });
});

describe('a server that does not answer the handshake', () => {
  test('is given up', async () => {
    const { url, called } = await muteServer();
    const clock = new VirtualClock();
    const connecting = failure(ourSocketClient(url, { clock, reconnect: false }));
    await called;
    expect((await turnUntil(clock, connecting)).message).toMatch(/did not respond within 30000 ms/u);
  });

  officialSdk('is waited for without an end', async () => {
    const { url, called } = await muteServer();
    stopTime();
    const call = theirSocketClient(url).agent.request('initialize', { protocolVersion: 1 });
    call.catch(() => undefined);
    await called;
    await anHourLaterOnSockets();
    expect(await isPending(call)).toBe(true);
  });
});

describe('closing while the socket is being opened', () => {
  test('ends the attempt', async () => {
    const { url, called } = await muteServer();
    const channel = webSocket(toSocket(url));
    const connecting = failure(client(info).connect(channel));
    await called;
    channel.destroy();
    expect(await connecting).toMatchObject({ name: 'ConnectionError', code: 'closed' });
  });

  officialSdk('throws what cannot be caught', async () => {
    const { url, called } = await muteServer();
    const unheard: unknown[] = [];
    class WatchedSocket extends WebSocket {
      override emit(event: string, ...args: unknown[]): boolean {
        if (event !== 'error' || this.listenerCount('error') > 0) return super.emit(event, ...args);
        unheard.push(args[0]);
        return true;
      }
    }
    const connection = versionOne.client().connect(createWebSocketStream(toSocket(url), { WebSocket: WatchedSocket }));
    await called;
    connection.close();
    await socketsAreQuiet();
    expect(unheard).toEqual([new Error('WebSocket was closed before the connection was established')]);
  });
});

describe('a socket that is cut', () => {
  test('is replaced, and nothing is lost', async () => {
    expect(await reportsOfACut(ourSocketClient)).toEqual(expect.arrayContaining(['resumed', 'end_turn']));
  });

  officialSdk('is over', async () => {
    const url = await theirServing();
    const proxy = await TcpProxy.to(url);
    atEnd(() => proxy[Symbol.asyncDispose]());
    const connection = theirSocketClient(proxy.through(url));
    await connection.agent.request('initialize', { protocolVersion: 1 });
    proxy.cut();
    await connection.closed;
    await failure(connection.agent.request('session/new', { cwd: '/', mcpServers: [] }));
  });
});

describe('a frame that is too large', () => {
  const more = { x: 'x'.repeat(2_000_000) };

  test('is not taken by a client', async () => {
    const connecting = ourSocketClient(await deafServer(more), { limits: { messageBytes: 1_000_000 } });
    expect(await failure(connecting)).toMatchObject({ name: 'ConnectionError' });
  });

  officialSdk('is taken by a client, which has no limit to set', async () => {
    const connection = theirSocketClient(await deafServer(more));
    const answer = await connection.agent.request('initialize', { protocolVersion: 1 });
    expect(JSON.stringify(answer).length).toBeGreaterThan(2_000_000);
  });
});

describe('a second initialize of version 2 on a socket, before there is a session', () => {
  const introduction = { ...initialize, params: { protocolVersion: 2, info, capabilities: {} } };

  test(verifies('INIT-14', 'is served, as the protocol says'), async () => {
    const { socket } = await rawSocket((await ourServer()).url);
    await ask(socket, introduction);
    expect(await ask(socket, { ...introduction, id: 2 })).toMatchObject({ id: 2, result: { protocolVersion: 2 } });
  });

  officialSdk('is refused', async () => {
    const { socket } = await rawSocket(await theirServing(theirApp));
    await ask(socket, introduction);
    expect(await ask(socket, { ...introduction, id: 2 })).toMatchObject({ id: 2, error: { code: -32_600 } });
  });
});
