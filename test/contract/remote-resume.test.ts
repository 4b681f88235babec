/**
 * A remote connection that is cut, wherever that happens, loses nothing, repeats nothing and keeps the order, in both
 * directions.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { http as http1, type ConnectionReport, type ConnectOptions } from '@acp-stack/http';
import { http as http2, webSocket } from '@acp-stack/http/node';
import { serveHttp, type HttpServing } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';

import { GrowingList } from '../support/growing-list.ts';
import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const count = 500;
const theirs = Array.from({ length: count }, (_, n) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'count', params: { n } }),
);
const ours = Array.from({ length: 50 }, (_, n) => JSON.stringify({ jsonrpc: '2.0', method: 'back', params: { n } }));
const streamBytes = theirs.join('').length;

/** What the server's program has received, on the connection that was made last. */
let received = new GrowingList<string | undefined>();
let serving: HttpServing;
let proxy: TcpProxy;
const channels: Channel[] = [];

const app = { connect: serve };

beforeAll(async () => {
  serving = await serveHttp(app, { port: 0 });
  proxy = await TcpProxy.to(serving.url);
});

afterEach(async () => {
  for (const channel of channels.splice(0)) channel.destroy();
  // The platform's `fetch` keeps its connections; the next test gets none that is dead.
  proxy.cut();
  await socketsAreQuiet();
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await serving.close();
});

/** A program that answers `initialize` and counts when it is told to. */
function serve(channel: Channel): { closed: Promise<unknown> } {
  const texts = new GrowingList<string | undefined>();
  received = texts;
  const closed = new Promise<void>((resolve) => {
    channel.open({
      receive: (message, text) => {
        const { id, method } = message as { readonly id?: unknown; readonly method?: string };
        if (method === 'initialize') channel.send({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } });
        else if (method === 'session/load') replay(channel, message as Load);
        else if (method === 'step') {
          texts.push(text);
          channel.send({}, theirs[texts.items.length - 1]);
        } else if (method === 'go') for (const each of theirs) channel.send({}, each);
        else texts.push(text);
      },
      reject: () => undefined,
      ended: () => {
        resolve();
      },
    });
  });
  return { closed };
}

interface Load {
  readonly id: unknown;
  readonly params: { readonly sessionId: string };
}

/** Tells what happened in a session, and then that this was all. */
function replay(channel: Channel, { id, params: { sessionId } }: Load): void {
  for (let n = 0; n < count; n += 1) {
    channel.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, n } });
  }
  channel.send({ jsonrpc: '2.0', id, result: {} });
}

interface Connected {
  readonly channel: Channel;
  readonly texts: GrowingList<string | undefined>;
  readonly ended: Promise<Error | undefined>;
  readonly reports: ConnectionReport[];
}

type Connect = (url: string, options: ConnectOptions) => Channel;

/** Connects through the proxy; what is left of the answer to `initialize` is nothing. */
async function start(connect: Connect, options: ConnectOptions = {}): Promise<Connected> {
  const reports: ConnectionReport[] = [];
  const channel = connect(proxy.through(serving.url), {
    reconnect: { first: 1, longest: 5 },
    onReport: (report) => void reports.push(report),
    ...options,
  });
  channels.push(channel);
  const introduced = new GrowingList<unknown>();
  const texts = new GrowingList<string | undefined>();
  const ended = new Promise<Error | undefined>((resolve) => {
    channel.open({
      receive: (message, text) => {
        if (introduced.items.length === 0) introduced.push(message);
        else texts.push(text);
      },
      reject: () => undefined,
      ended: resolve,
    });
  });
  channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } });
  await introduced.reaches(1);
  return { channel, texts, ended, reports };
}

/** All 500 positions take a minute; `npm run test:long` takes it. */
const isLong = process.env['ACP_LONG'] === '1';
const transports: readonly (readonly [name: string, connect: Connect, step: number])[] = [
  ['WebSocket', (url, options) => webSocket(url, options), 1],
  ['HTTP/2 and events', (url, options) => http2(url, options), isLong ? 1 : 7],
  ['HTTP/1.1 and events', (url, options) => http1(url, options), isLong ? 1 : 29],
];

describe.each(transports)('on %s', (_name, connect, step) => {
  test(
    'a cut at any position of a stream of 500 messages changes nothing, either way',
    { timeout: 300_000 },
    async () => {
      const [allTheirs, allOurs] = [theirs.join('\n'), ours.join('\n')];
      for (let position = 0; position < count; position += step) {
        const before = proxy.cuts;
        const { channel, texts } = await start(connect);
        // What passes is more than the messages: cuts fall before, into and between them.
        proxy.cutAfter(1 + Math.floor((streamBytes * position) / count));
        channel.send({ jsonrpc: '2.0', method: 'go' });
        for (const each of ours) channel.send({ jsonrpc: '2.0', method: 'back' }, each);
        await texts.reaches(count);
        await received.reaches(ours.length);
        expect(texts.items.join('\n')).toBe(allTheirs);
        expect(received.items.join('\n')).toBe(allOurs);
        expect(proxy.cuts).toBe(before + 1);
        channel.destroy();
      }
    },
  );

  test('many cuts, one after the other, change nothing', async () => {
    const { channel, texts, reports } = await start(connect);
    for (let n = 0; n < 20; n += 1) {
      channel.send({ jsonrpc: '2.0', method: 'step', params: { n } });
      await texts.reaches(n + 1);
      proxy.cut();
    }
    expect(texts.items).toEqual(theirs.slice(0, 20));
    expect(reports.filter(({ kind }) => kind === 'resumed').length).toBeGreaterThan(10);
  });

  test('what a session replays arrives before the answer to its load, also after a cut', async () => {
    const { channel, texts } = await start(connect);
    for (const sessionId of ['a', 'b', 'c']) {
      proxy.cutAfter(sessionId === 'a' ? Number.POSITIVE_INFINITY : 10_000);
      const before = texts.items.length;
      channel.send({ jsonrpc: '2.0', id: sessionId, method: 'session/load', params: { sessionId } });
      await texts.reaches(before + count + 1);
      const seen = texts.items
        .slice(before)
        .map((text) => JSON.parse(text ?? '') as { id?: string; params?: { n: number } });
      expect(seen.map(({ id, params }) => id ?? params?.n)).toEqual([
        ...Array.from({ length: count }, (_, n) => n),
        sessionId,
      ]);
    }
  });

  test('a connection that stands and carries nothing any more is replaced', async () => {
    const { channel, texts } = await start(connect, { limits: { silence: 90, answerTimeout: 500 } });
    proxy.freeze();
    channel.send({ jsonrpc: '2.0', method: 'go' });
    await texts.reaches(count);
    expect(texts.items).toEqual(theirs);
  });

  test('a server that has forgotten the connection ends it with "history lost"', async () => {
    const { ended } = await start(connect);
    const other = await serveHttp(app, { port: 0 });
    proxy.lead(other.url);
    proxy.cut();
    expect(await ended).toMatchObject({ name: 'TransportError', code: 'history-lost' });
    proxy.lead(serving.url);
    await other.close();
  });

  test('a server that has forgotten what was missed ends it with "history lost"', async () => {
    const small = await serveHttp(app, { port: 0, limits: { windowBytes: 2000, unsentBytes: 2000 } });
    proxy.lead(small.url);
    const { channel, ended, texts } = await start(connect);
    proxy.cutAfter(100);
    channel.send({ jsonrpc: '2.0', method: 'go' });
    expect(await ended).toMatchObject({ name: 'TransportError', code: 'history-lost' });
    expect(texts.items).toEqual(theirs.slice(0, texts.items.length));
    proxy.lead(serving.url);
    await small.close();
  });

  test('a server that is gone for too long ends it', async () => {
    const other = await serveHttp(app, { port: 0 });
    proxy.lead(other.url);
    const { ended } = await start(connect, { reconnect: { first: 1, longest: 5, giveUpAfter: 50 } });
    proxy.lead('http://127.0.0.1:1/');
    proxy.cut();
    expect(await ended).toMatchObject({ name: 'TransportError', code: 'unreachable' });
    proxy.lead(serving.url);
    await other.close();
  });
});
