/** Requests over HTTP/2 that the server handles itself, and those that need Node's compatibility layer. */
import { once } from 'node:events';
import { connect, constants, createServer, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { acpHandler, serveHttp } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { RawHttp } from '../support/raw-http.ts';
import { initializeRequest, ServedProgram } from '../support/served-program.ts';

interface Session extends Disposable {
  readonly session: ClientHttp2Session;
}

function open(url: string): Session {
  const session = connect(url);
  session.on('error', () => undefined);
  return {
    session,
    [Symbol.dispose]: () => {
      session.destroy();
    },
  };
}

const note = (n: number): string => JSON.stringify({ jsonrpc: '2.0', method: '_note', params: { n } });

/** Begins a POST of the first message of a connection, and goes away in the middle of it. */
async function cutPost(session: ClientHttp2Session, connection: string, code: number): Promise<void> {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/acp',
    'content-type': 'application/json',
    'acp-connection-id': connection,
    'acp-sequence': '1',
  });
  stream.on('error', () => undefined);
  const body = note(1);
  stream.write(body.slice(0, body.length / 2));
  // Until the server has both, so that it is in the middle of reading.
  await new Promise((resolve) => session.ping(resolve));
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.close(code);
  await closed;
  await new Promise((resolve) => session.ping(resolve));
}

describe.each(['a server of ours', 'a server of others'])('over HTTP/2 on %s', (whose) => {
  const serve = async (program: ServedProgram): Promise<{ url: string } & AsyncDisposable> => {
    if (whose === 'a server of ours') return serveHttp(program);
    const handler = acpHandler(program);
    const server = createServer(handler.request);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
    const close = async (): Promise<void> => {
      await handler.close();
      server.close();
    };
    return { url, [Symbol.asyncDispose]: close };
  };

  test.each(['NO_ERROR', 'CANCEL', 'INTERNAL_ERROR'] as const)(
    'a message that is cut with %s was not sent, and may be sent again',
    async (name) => {
      const program = new ServedProgram();
      await using serving = await serve(program);
      using client = new RawHttp(serving.url, 2);
      const { headers } = await client.post(initializeRequest(), { 'acp-resume': '1' });
      const connection = String(headers['acp-connection-id']);
      using raw = open(serving.url);
      await cutPost(raw.session, connection, constants[`NGHTTP2_${name}`]);
      expect((await client.post(note(1), { connection, 'acp-sequence': '1' })).status).toBe(202);
      const { received } = await program.served();
      expect(received.items.map(({ method, params }) => [method, params?.['n']])).toEqual([
        ['initialize', undefined],
        ['_note', 1],
      ]);
    },
  );
});

test.each([1, 2] as const)(
  'a reader who goes away while it is asked who he is, over HTTP/%i, is not in the way of the next',
  async (version) => {
    const asking: (() => void)[] = [];
    let isSlow = false;
    await using serving = await serveHttp(new ServedProgram(), {
      authenticate: async () => {
        if (isSlow) await new Promise<void>((resolve) => void asking.push(resolve));
        return 'me';
      },
    });
    using client = new RawHttp(serving.url, version);
    const { headers } = await client.post(initializeRequest());
    const connection = String(headers['acp-connection-id']);
    isSlow = true;
    const other = new RawHttp(serving.url, version);
    void other.stream({ connection }).catch(() => undefined);
    await expect.poll(() => asking.length).toBe(1);
    other[Symbol.dispose]();
    await socketsAreQuiet();
    isSlow = false;
    asking[0]?.();
    await socketsAreQuiet();
    expect(serving.counters().streams).toBe(0);
    expect((await client.stream({ connection })).status).toBe(200);
  },
);

test('a message that was not whole when its connection was ended is told that there is none', async () => {
  /** A program that has more to say after its client has left. */
  const meet = (channel: Channel): { closed: Promise<never> } => {
    channel.open({
      receive: (message) => channel.send({ jsonrpc: '2.0', id: (message as { id: unknown }).id, result: {} }),
      reject: () => undefined,
      ended: () => undefined,
    });
    return { closed: new Promise(() => undefined) };
  };
  await using serving = await serveHttp({ connect: meet });
  using client = new RawHttp(serving.url, 2);
  const { headers } = await client.post(initializeRequest(), { 'acp-resume': '1' });
  const connection = String(headers['acp-connection-id']);
  using raw = open(serving.url);
  const head = { 'content-type': 'application/json', 'acp-connection-id': connection };
  const stream = raw.session.request({ ':method': 'POST', ':path': '/acp', ...head, 'acp-sequence': '1' });
  stream.write(note(1).slice(0, 10));
  await new Promise((resolve) => raw.session.ping(resolve));
  expect((await client.ask({ method: 'DELETE', headers: head })).status).toBe(202);
  stream.end(note(1).slice(10));
  const [answered] = await once(stream, 'response');
  expect(answered).toMatchObject({ ':status': 404 });
  stream.resume();
});

describe('what needs more of HTTP than a reply takes', () => {
  const ask = (session: ClientHttp2Session, method: string, headers: Record<string, string> = {}): ClientHttp2Stream =>
    session.request({ ':method': method, ':path': '/acp', ...headers }, { endStream: method !== 'POST' });

  test('is answered over HTTP/2 as well: HEAD without a body, and a client that asks before it sends', async () => {
    await using serving = await serveHttp(new ServedProgram());
    using raw = open(serving.url);
    const head = ask(raw.session, 'HEAD').resume();
    const [refused] = await once(head, 'response');
    expect(refused).toMatchObject({ ':status': 405 });
    const careful = ask(raw.session, 'POST', { 'content-type': 'application/json', expect: '100-continue' });
    await once(careful, 'continue');
    careful.end(initializeRequest());
    const [answered] = await once(careful, 'response');
    expect(answered).toMatchObject({ ':status': 200 });
    careful.resume();
  });

  test('other paths are left to the other listeners', async () => {
    const asked: unknown[] = [];
    await using serving = await serveHttp(new ServedProgram(), {
      otherwise: (request, response) => {
        asked.push([request.httpVersion, request.url]);
        response.end('fine');
      },
    });
    for (const version of [1, 2] as const) {
      using client = new RawHttp(serving.url, version);
      expect(await client.ask({ method: 'GET', path: '/health?now' })).toMatchObject({ status: 200, body: 'fine' });
      expect((await client.post(initializeRequest())).status).toBe(200);
    }
    expect(asked).toEqual([
      ['1.1', '/health?now'],
      ['2.0', '/health?now'],
    ]);
  });

  test('`authenticate` may destructure the request', async () => {
    await using serving = await serveHttp(new ServedProgram(), {
      // oxlint-disable-next-line typescript/unbound-method -- programs in JavaScript do that
      authenticate: ({ method, url, header, certificate }) =>
        certificate() === undefined ? `${method} ${url} ${header('authorization') ?? ''}` : undefined,
    });
    for (const version of [1, 2] as const) {
      using client = new RawHttp(serving.url, version);
      expect((await client.post(initializeRequest(), { authorization: 'me' })).status).toBe(200);
    }
  });
});

test('the rest of a large body that was refused is read over for a moment, and then refused too', async () => {
  const clock = new VirtualClock();
  await using serving = await serveHttp(new ServedProgram(), { clock, limits: { bodyBytes: 1000 } });
  using raw = open(serving.url);
  const stream = raw.session.request({ ':method': 'POST', ':path': '/acp', 'content-type': 'application/json' });
  stream.on('error', () => undefined);
  stream.write('x'.repeat(2000));
  const ended = once(stream.resume(), 'end');
  const closed = once(stream, 'close');
  const [refused] = await once(stream, 'response');
  expect(refused).toMatchObject({ ':status': 413 });
  await ended;
  expect(stream.closed).toBe(false);
  await clock.advance(1000);
  await closed;
  expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
});
