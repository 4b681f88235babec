import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../../../../test/requirements/requirement.ts';
import type { ConnectionReport } from './connect/connect-options.ts';
import { opened, type Opened } from './opened.test-support.ts';
import { SocketServer, type FakeSocket } from './socket-server.test-support.ts';
import { webSocketChannel, type WebSocketOptions } from './web-socket.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1, _meta: { other: 1 } } };
const note = (n: number): Record<string, unknown> => ({ jsonrpc: '2.0', method: 'count', params: { n } });
const offer = { 'acp-stack.dev/resume': { token: 'secret', window: 1000 } };
const received = (count: number): object => ({ jsonrpc: '2.0', method: '_acp-stack.dev/received', params: { count } });

interface Connected extends Opened {
  readonly server: SocketServer;
  readonly clock: VirtualClock;
  readonly reports: ConnectionReport[];
}

async function begin(server: SocketServer, options: WebSocketOptions = {}): Promise<Connected> {
  const clock = new VirtualClock();
  const reports: ConnectionReport[] = [];
  const channel = webSocketChannel(
    'http://127.0.0.1:1/acp',
    { clock, random: () => 1, onReport: (report) => void reports.push(report), ...options },
    server.open,
  );
  const open = opened(channel);
  channel.send(initialize);
  await settled();
  return { ...open, server, clock, reports };
}

/** A connection whose server can resume, or cannot. */
async function connect(
  meta: object = offer,
  options: WebSocketOptions & { readonly canPing?: boolean } = {},
): Promise<Connected> {
  const { canPing = true, ...rest } = options;
  const connected = await begin(new SocketServer(canPing), rest);
  const { last } = connected.server;
  last.events.opened();
  last.arrive({
    jsonrpc: '2.0',
    id: 0,
    result: { protocolVersion: 1, ...(meta === undefined ? {} : { _meta: meta }) },
  });
  await settled();
  return connected;
}

const methods = ({ sent }: FakeSocket): unknown[] => sent.map(({ method }) => method);

/** Lets a dropped connection come back; the server says that it has `count` messages. */
async function comeBack({ server, clock }: Connected, count: number): Promise<FakeSocket> {
  await clock.advance(200);
  const { last } = server;
  last.events.opened();
  const id = last.sent[0]?.['id'];
  last.arrive({ jsonrpc: '2.0', id, result: { received: count } });
  await settled();
  return last;
}

describe('webSocket', () => {
  test(verifies('WS-01', 'sends initialize first, with the wish to resume, and hides the offer'), async () => {
    const { server, messages } = await connect();
    expect(server.last.sent).toEqual([
      { ...initialize, params: { protocolVersion: 1, _meta: { other: 1, 'acp-stack.dev/resume': {} } } },
    ]);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } }]);
  });

  test('holds everything back until initialize is answered', async () => {
    const { channel, server } = await begin(new SocketServer());
    channel.send(note(1));
    server.last.events.opened();
    expect(methods(server.last)).toEqual(['initialize']);
    server.last.arrive({ jsonrpc: '2.0', id: 0, result: {} });
    expect(methods(server.last)).toEqual(['initialize', 'count']);
  });

  test('sends credentials with the upgrade, and asks for a token again when it is refused', async () => {
    const asked: unknown[] = [];
    const { server, ends } = await begin(new SocketServer(), {
      headers: { 'X-Team': 'garden' },
      token: (refused) => {
        asked.push(refused);
        return `token-${asked.length}`;
      },
    });
    expect(server.last.headers).toEqual({ 'x-team': 'garden', authorization: 'Bearer token-1' });
    server.last.events.cookies(['node=7']);
    server.last.drop({ code: 1006, reason: '', status: 401 });
    await settled();
    expect(server.last.headers).toMatchObject({ authorization: 'Bearer token-2', cookie: 'node=7' });
    server.last.drop({ code: 1006, reason: '', status: 401 });
    await settled();
    expect(asked).toEqual([undefined, 'token-1']);
    expect(ends).toMatchObject([{ code: 'unauthorized', status: 401 }]);
  });

  test('ends with the error of a program that throws', async () => {
    const server = new SocketServer();
    const channel = webSocketChannel('http://127.0.0.1:1/acp', { clock: new VirtualClock() }, server.open);
    const ended = new Promise((resolve) => {
      const receive = (): void => {
        throw new Error('not this');
      };
      channel.open({ receive, reject: () => undefined, ended: resolve });
    });
    channel.send(initialize);
    await settled();
    server.last.events.opened();
    server.last.arrive({ jsonrpc: '2.0', id: 0, result: {} });
    expect(await ended).toEqual(new Error('not this'));
    expect(server.last.closedWith).toBe(1000);
  });

  test('ends when its token is refused on the way back, and there is no other', async () => {
    let isSignedIn = true;
    const token = (): Promise<string> =>
      isSignedIn ? Promise.resolve('token') : Promise.reject(new Error('signed out'));
    const { server, clock, ends } = await connect(offer, { token });
    isSignedIn = false;
    server.last.drop();
    await clock.advance(200);
    server.last.drop({ code: 1006, reason: '', status: 401 });
    await settled();
    expect(ends).toMatchObject([{ code: 'unauthorized', status: 401 }]);
  });

  test('gives up a socket that does not open in time', async () => {
    const { server, clock, ends } = await begin(new SocketServer());
    await clock.advance(30_000);
    expect(server.last.isAborted).toBe(true);
    expect(ends).toMatchObject([{ code: 'unreachable' }]);
    expect(clock.pending).toBe(0);
  });

  describe('liveness', () => {
    test('is asked for with pings, and a server that does not answer is gone', async () => {
      const connected = await connect();
      const { server, clock, ends } = connected;
      await clock.advance(15_000);
      expect(server.last.pings).toHaveLength(1);
      server.last.events.alive();
      await clock.advance(44_000);
      expect(server.last.isAborted).toBe(false);
      await clock.advance(1000);
      expect(server.sockets[0]?.isAborted).toBe(true);
      await comeBack(connected, 0);
      expect(ends).toEqual([]);
    });

    test('is asked for with a request where the platform cannot ping; the program does not see the answer', async () => {
      const { server, clock, messages } = await connect(offer, { canPing: false });
      await clock.advance(15_000);
      const ping = server.last.sent.at(-1);
      expect(ping).toMatchObject({ method: '_acp-stack.dev/ping' });
      server.last.arrive({ jsonrpc: '2.0', id: ping?.['id'], error: { code: -32_601, message: 'Method not found' } });
      await settled();
      expect(messages).toHaveLength(1);
      await clock.advance(29_999);
      expect(server.last.isAborted).toBe(false);
    });

    test('is not asked for where the answer would mean nothing', async () => {
      const { server, clock } = await connect({}, { canPing: false });
      await clock.advance(500_000);
      expect(methods(server.last)).toEqual(['initialize']);
      expect(server.last.isAborted).toBe(false);
    });
  });

  describe('a dropped connection', () => {
    test('goes on where both sides were', async () => {
      const connected = await connect();
      const { channel, server, messages, reports, ends } = connected;
      for (const n of [1, 2, 3]) channel.send(note(n));
      server.last.arrive(note(10));
      server.last.drop();
      channel.send(note(4));
      const last = await comeBack(connected, 1);
      expect(last.sent).toEqual([
        expect.objectContaining({ method: '_acp-stack.dev/resume', params: { token: 'secret', received: 1 } }),
        note(2),
        note(3),
        note(4),
      ]);
      last.arrive(note(11));
      expect(messages.slice(1)).toEqual([note(10), note(11)]);
      expect(reports).toMatchObject([{ kind: 'dropped' }, { kind: 'resumed' }]);
      expect(ends).toEqual([]);
    });

    test('is counted from the start again on every socket', async () => {
      const connected = await connect();
      const { server } = connected;
      server.last.arrive(note(1));
      server.last.arrive(received(0));
      server.last.drop();
      (await comeBack(connected, 0)).arrive(note(2));
      server.last.drop();
      const last = await comeBack(connected, 0);
      expect(last.sent[0]).toMatchObject({ params: { received: 2 } });
    });

    test.each([1000, 1001, 1002, 1008, 1009, 1011])('does not come back after %i', async (code) => {
      const { server, clock, ends } = await connect();
      server.last.drop({ code, reason: 'because' });
      await clock.advance(60_000);
      expect(server.sockets).toHaveLength(1);
      expect(ends).toHaveLength(1);
      expect(ends[0] === undefined).toBe(code === 1000);
    });

    test('ends with "history lost" when the server says so', async () => {
      const { server, clock, ends } = await connect();
      server.last.drop();
      await clock.advance(200);
      server.last.events.opened();
      const error = { code: -32_002, message: 'gone', data: { reason: 'history_lost' } };
      server.last.arrive({ jsonrpc: '2.0', id: server.last.sent[0]?.['id'], error });
      await settled();
      expect(ends).toMatchObject([{ code: 'history-lost' }]);
    });

    test('ends with advice when the server cannot resume', async () => {
      const { server, ends } = await connect({});
      server.last.drop();
      await settled();
      expect(ends).toMatchObject([{ code: 'lost' }]);
      expect(ends[0]?.message).toMatch(/cannot resume it/);
    });

    test('is waited for when the program ends it meanwhile', async () => {
      const connected = await connect();
      const { channel, server, ends } = connected;
      server.last.drop();
      channel.send(note(1));
      const ended = channel.end();
      const last = await comeBack(connected, 0);
      await ended;
      expect(methods(last)).toEqual(['_acp-stack.dev/resume', 'count', '_acp-stack.dev/ended']);
      last.drop({ code: 1000, reason: '' });
      await settled();
      expect(ends).toEqual([undefined]);
    });
  });

  describe('acknowledgements', () => {
    test('are sent every hundred messages, and every 64 KiB', async () => {
      const { server } = await connect();
      for (let n = 0; n < 250; n += 1) server.last.arrive(note(n));
      server.last.arrive({ ...note(0), params: { text: 'x'.repeat(70_000) } });
      expect(server.last.sent.slice(1)).toEqual([received(100), received(200), received(251)]);
    });

    test('of the server make room: what it has not received is kept, and too much of it waits', async () => {
      const { channel, server, messages } = await connect(offer, { limits: { windowBytes: 200, unsentBytes: 300 } });
      const sent: boolean[] = [];
      for (let n = 0; n < 10; n += 1) sent.push(channel.send(note(n)));
      expect(sent.at(-1)).toBe(false);
      const before = methods(server.last).length;
      server.last.arrive(received(2));
      expect(methods(server.last).length).toBeGreaterThan(before);
      expect(messages).toHaveLength(1);
    });
  });

  test('gives the socket up while the program reads nothing, where the platform cannot pause, and takes it up again', async () => {
    const connected = await connect(offer, { limits: { heldBytes: 100 } });
    const { channel, server, messages, clock } = connected;
    channel.pause();
    for (let n = 0; n < 5; n += 1) server.last.arrive(note(n));
    expect(server.last.isAborted).toBe(true);
    await clock.advance(60_000);
    expect(server.sockets).toHaveLength(1);
    channel.resume();
    await settled();
    const count = messages.length - 1;
    const last = await comeBack(connected, 0);
    expect(last.sent[0]).toMatchObject({ params: { received: count } });
    last.arrive(note(count));
    expect(messages.slice(1)).toEqual(Array.from({ length: count + 1 }, (_, n) => note(n)));
  });
});
