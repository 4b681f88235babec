/** Clients that come back: nothing is lost, repeated or reordered inside the window, and what is outside it is told. */
import { once } from 'node:events';

import { serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { RawHttp, type HttpVersion } from '../support/raw-http.ts';
import { RawSocket } from '../support/raw-socket.ts';
import { initializeRequest, ServedProgram, type Fields, type Served } from '../support/served-program.ts';

const count = 500;
const resumable = { 'acp-resume': '1' };
const resumeKey = 'acp-stack.dev/resume';

const numbered = (n: number): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's1', n, text: 'ü'.repeat(n % 7) },
});

interface Fixture extends AsyncDisposable {
  readonly serving: HttpServing;
  readonly program: ServedProgram;
}

async function setUp(options: ServeOptions = {}): Promise<Fixture> {
  const program = new ServedProgram();
  const serving = await serveHttp(program, options);
  return { serving, program, [Symbol.asyncDispose]: () => serving.close() };
}

interface Connected {
  readonly connection: string;
  readonly served: Served;
}

async function connectTo(
  { program }: Fixture,
  client: RawHttp,
  headers: Record<string, string> = resumable,
): Promise<Connected> {
  const reply = await client.post(initializeRequest(), headers);
  const connections = await program.connections.reaches(1);
  return { connection: String(reply.headers['acp-connection-id']), served: connections.at(-1) as Served };
}

describe.each([1, 2] as const)('a stream of events over HTTP/%d', (version: HttpVersion) => {
  test('goes on after every position with the same bytes', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, client);
    for (let n = 1; n <= count; n += 1) served.channel.send(numbered(n));
    const whole = await client.stream({ connection, session: 's1', 'last-event-id': '0' });
    const events = await whole.events.reaches(count);
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => String(n + 1)));
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(
      Array.from({ length: count }, (_, n) => numbered(n + 1)),
    );
    const blocks = whole.text().split('\n\n');
    for (let position = 0; position < count; position += 1) {
      const rest = await client.stream({ connection, session: 's1', 'last-event-id': String(position) });
      await rest.events.reaches(count - position);
      expect(rest.text()).toBe(blocks.slice(position).join('\n\n'));
    }
    expect(all.serving.counters()).toMatchObject({ streams: 1, resumed: count + 1, historyLost: 0 });
  });

  test('goes on where a client was cut off in the middle of a burst', async () => {
    await using all = await setUp();
    const seen: unknown[] = [];
    using first = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, first);
    for (let position = 0; position < count; position += 50) {
      using client = new RawHttp(all.serving.url, version);
      const stream = await client.stream({ connection, session: 's1', 'last-event-id': String(position) });
      for (let n = position + 1; n <= position + 70 && n <= count; n += 1) {
        if (n > seen.length + (position === 0 ? 0 : 20)) served.channel.send(numbered(n));
      }
      await stream.events.reaches(50);
      for (const { data } of stream.events.items.slice(0, 50)) seen.push(JSON.parse(data));
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => numbered(n + 1)));
  });

  test('is told that history is lost when the window has moved on', async () => {
    await using all = await setUp({ limits: { windowBytes: 1000, unsentBytes: 1000 } });
    using client = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, client);
    const stream = await client.stream({ connection, session: 's1' });
    for (let n = 1; n <= 100; n += 1) {
      served.channel.send(numbered(n));
      await stream.events.reaches(n);
    }
    const lost = await client.stream({ connection, session: 's1', 'last-event-id': '3' });
    expect(lost.status).toBe(410);
    const never = await client.stream({ connection, session: 's1', 'last-event-id': '5000' });
    expect(never.status).toBe(410);
    const recent = await client.stream({ connection, session: 's1', 'last-event-id': '98' });
    expect(await recent.events.reaches(2)).toMatchObject([{ id: '99' }, { id: '100' }]);
    expect(all.serving.counters().historyLost).toBe(2);
  });

  test('has ids on a connection of version 2, asked for or not, and none on one of version 1', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, version);
    for (const [protocolVersion, header, id] of [
      [2, '1', '1'],
      [1, undefined, undefined],
    ] as const) {
      const reply = await client.post(initializeRequest(protocolVersion));
      expect(reply.headers['acp-resume']).toBe(header);
      const connection = String(reply.headers['acp-connection-id']);
      const served = (await all.program.connections.reaches(1)).at(-1) as Served;
      const stream = await client.stream({ connection, session: 's1' });
      served.channel.send(numbered(1));
      expect(await stream.events.reaches(1)).toMatchObject([{ id }]);
    }
  });
});

describe('the POSTs of a connection', () => {
  const note = (n: number): object => ({ jsonrpc: '2.0', method: '_count', params: { n } });
  const counted = (received: readonly Fields[]): unknown[] => received.slice(1).map(({ params }) => params?.['n']);

  test('are handled in the order of their places, whatever order they arrive in', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, 2);
    const { connection, served } = await connectTo(all, client);
    const places = [3, 5, 2, 1, 4];
    const replies = await Promise.all(
      places.map((n) => client.post(note(n), { connection, 'acp-sequence': String(n) })),
    );
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(counted(await served.received.reaches(6))).toEqual([1, 2, 3, 4, 5]);
  });

  test('are handled once, however often they are sent', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, 2);
    const { connection, served } = await connectTo(all, client);
    const copies = [2, 2, 1, 1, 2, 3, 1];
    const replies = await Promise.all(
      copies.map((n) => client.post(note(n), { connection, 'acp-sequence': String(n) })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(counted(await served.received.reaches(4))).toEqual([1, 2, 3]);
  });

  test('do not wait for one that was refused', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, 1);
    const { connection, served } = await connectTo(all, client);
    expect((await client.post('{', { connection, 'acp-sequence': '1' })).status).toBe(400);
    expect((await client.post(note(2), { connection, 'acp-sequence': '2' })).status).toBe(202);
    expect(counted(await served.received.reaches(2))).toEqual([2]);
  });
});

interface Introduced {
  readonly socket: RawSocket;
  readonly served: Served;
  readonly token: string;
}

/** The token in the answer to `initialize`. */
async function tokenFor(socket: RawSocket): Promise<string> {
  const answer = await socket.messages.find(({ id }) => id === 0);
  const { _meta: meta } = answer.result as { readonly _meta: Record<string, { readonly token: string }> };
  return meta[resumeKey]?.token ?? '';
}

async function introduce({ serving, program }: Fixture): Promise<Introduced> {
  const socket = await RawSocket.open(serving.url);
  socket.send(initializeRequest(1, { [resumeKey]: {} }));
  const token = await tokenFor(socket);
  const served = (await program.connections.reaches(1)).at(-1) as Served;
  return { socket, served, token };
}

const resumeRequest = (token: string, received: number): object => ({
  jsonrpc: '2.0',
  id: 'r',
  method: '_acp-stack.dev/resume',
  params: { token, received },
});

/** The messages that are the program's, without those of the extension. */
const programMessages = (messages: readonly Fields[]): readonly Fields[] =>
  messages.filter(({ method }) => method === 'session/update');

describe('a WebSocket connection', () => {
  test('offers to resume only to a client that asks', async () => {
    await using all = await setUp();
    using plain = await RawSocket.open(all.serving.url);
    plain.send(initializeRequest());
    expect(await plain.messages.reaches(1)).toEqual([{ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } }]);
    const { socket, token } = await introduce(all);
    using closing = socket;
    expect(token.length).toBeGreaterThanOrEqual(22);
    expect(closing.messages.items).toHaveLength(1);
  });

  test('goes on after every position of a stream, and says what it has received itself', async () => {
    await using all = await setUp();
    const sent = Array.from({ length: count }, (_, n) => JSON.stringify(numbered(n + 1)));
    const { socket, served, token } = await introduce(all);
    socket.send({ jsonrpc: '2.0', method: '_hello' });
    socket.send({ jsonrpc: '2.0', method: '_again' });
    await served.received.reaches(3);
    for (let n = 1; n <= count; n += 1) served.channel.send(numbered(n));
    await socket.messages.reaches(count + 1);
    socket.drop();
    // The window still has everything, because nothing was acknowledged: every position can be asked for, oldest
    // first.
    for (let position = 0; position < count; position += 1) {
      using next = await RawSocket.open(all.serving.url);
      next.send(resumeRequest(token, position));
      const messages = await next.messages.reaches(count - position + 1);
      expect(messages[0]).toEqual({ jsonrpc: '2.0', id: 'r', result: { received: 2 } });
      // As texts: to compare so many objects takes longer than to send them.
      const texts = messages.slice(1).map((message) => JSON.stringify(message));
      expect(texts.join('\n')).toBe(sent.slice(position).join('\n'));
    }
    expect(served.ended.items).toEqual([]);
    expect(all.serving.counters()).toMatchObject({ connections: 1, resumed: count });
  });

  test('supersedes its older socket, which may be half open', async () => {
    await using all = await setUp();
    const { socket, served, token } = await introduce(all);
    const closed = socket.closed;
    using next = await RawSocket.open(all.serving.url);
    next.send(resumeRequest(token, 0));
    await next.messages.reaches(1);
    await closed;
    served.channel.send(numbered(1));
    expect((await next.messages.reaches(2))[1]).toEqual(numbered(1));
  });

  test('acknowledges what it receives, and forgets what is acknowledged', async () => {
    await using all = await setUp();
    const { socket, served, token } = await introduce(all);
    for (let n = 0; n < 100; n += 1) socket.send({ jsonrpc: '2.0', method: '_count', params: { n } });
    const acknowledgement = await socket.messages.find(({ method }) => method === '_acp-stack.dev/received');
    expect(acknowledgement.params).toEqual({ count: 100 });
    for (let n = 1; n <= 10; n += 1) served.channel.send(numbered(n));
    socket.send({ jsonrpc: '2.0', method: '_acp-stack.dev/received', params: { count: 6 } });
    socket.send({ jsonrpc: '2.0', method: '_last' });
    await served.received.find(({ method }) => method === '_last');
    expect(served.received.items.some(({ method }) => method?.startsWith('_acp-stack.dev/'))).toBe(false);
    socket.drop();
    using late = await RawSocket.open(all.serving.url);
    late.send(resumeRequest(token, 5));
    expect(await late.messages.reaches(1)).toMatchObject([
      { error: { code: -32_002, data: { reason: 'history_lost' } } },
    ]);
    using next = await RawSocket.open(all.serving.url);
    next.send(resumeRequest(token, 6));
    expect(programMessages(await next.messages.reaches(5))).toEqual([7, 8, 9, 10].map(numbered));
  });

  test('answers an unknown token and a foreign one alike', async () => {
    await using all = await setUp({
      authenticate: (head) => head.header('x-user'),
    });
    const open = async (user: string): Promise<RawSocket> => {
      const webSocket = new WebSocket(all.serving.url.replace('http', 'ws'), { headers: { 'x-user': user } });
      const raw = new RawSocket(webSocket);
      await once(webSocket, 'open');
      return raw;
    };
    using owner = await open('ann');
    owner.send(initializeRequest(1, { [resumeKey]: {} }));
    const token = await tokenFor(owner);
    using foreign = await open('bob');
    foreign.send(resumeRequest(token, 0));
    foreign.send(resumeRequest('never-given-out', 0));
    const [first, second] = await foreign.messages.reaches(2);
    expect(first).toEqual(second);
  });

  test('ends when its client does not come back in time, and at once when it closes on purpose', async () => {
    const clock = new VirtualClock();
    await using all = await setUp({ clock });
    const dropped = await introduce(all);
    dropped.socket.drop();
    while (all.serving.counters().webSockets > 0) await new Promise(setImmediate);
    expect(dropped.served.ended.items).toEqual([]);
    await clock.advance(120_000);
    expect(dropped.served.ended.items).toMatchObject([{ code: 'timeout' }]);
    const left = await introduce(all);
    left.socket.send({ jsonrpc: '2.0', method: '_acp-stack.dev/ended', params: {} });
    expect(await left.served.ended.reaches(1)).toEqual([undefined]);
    left.served.channel.send(numbered(1));
    await left.served.channel.end();
    await left.socket.closed;
    expect(left.socket.messages.items.at(-1)).toEqual(numbered(1));
  });
});
