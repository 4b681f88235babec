import { once } from 'node:events';
import { createServer as createHttp1Server } from 'node:http';
import {
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';

import { afterEach, describe, expect, test, vi } from 'vitest';

import type { WholeResponse, Fetch, FetchRequest, ExtendedFetch } from '../client/request/fetch.ts';
import { TransportError } from '../client/connect/transport-error.ts';
import { channelFetch, http2Fetch } from './http2-fetch.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Listens on a free port; everything is cut when the test is over. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => void sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

const serve = (answer: (stream: ServerHttp2Stream, path: string) => void, settings: Settings = {}): Http2Server =>
  createServer({ settings }).on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answer(stream, headers[':path'] ?? '');
  });

const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
  ...more,
});

const get = (fetch: Fetch, url: string): ReturnType<Fetch> => fetch(url, request());

describe('fetch over HTTP/2', () => {
  test('sends everything over one connection', async () => {
    const server = serve((stream) => {
      let body = '';
      stream.setEncoding('utf8').on('data', (text: string) => (body += text));
      stream.on('end', () => {
        stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'], 'x-name': 'value' });
        stream.end(`got ${body}`);
      });
    });
    let connections = 0;
    server.on('session', () => (connections += 1));
    const url = await listen(server);
    const fetch = http2Fetch();
    const bodies = await Promise.all(
      ['one', 'two', 'three'].map(async (body) => {
        const response = await fetch(url, request({ method: 'POST', body }));
        expect(response.status).toBe(200);
        expect(response.headers.get('x-name')).toBe('value');
        expect(response.headers.get('x-other')).toBeNull();
        expect(response.headers.getSetCookie?.()).toEqual(['a=1', 'b=2']);
        return response.text();
      }),
    );
    expect(bodies).toEqual(['got one', 'got two', 'got three']);
    expect(connections).toBe(1);
  });

  test('leaves nothing behind on its connection, however many requests come one after the other', async () => {
    const server = serve((stream) => {
      stream.respond({ ':status': 204 }, { endStream: true });
    });
    const url = await listen(server);
    const warn = vi.spyOn(process, 'emitWarning');
    const fetch = http2Fetch();
    for (let n = 0; n < 30; n += 1) {
      await (await get(fetch, url)).text();
      // Until its stream is closed, so that the connection has nothing to do.
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    }
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  test('takes HTTP/1.1 from a server that knows nothing else', async () => {
    const url = await listen(
      createHttp1Server((_request, response) => {
        response.end('plain');
      }),
    );
    const fetch = http2Fetch();
    for (const _time of [1, 2]) expect(await (await get(fetch, url)).text()).toBe('plain');
  });

  test('tells a body that was cut from one that has ended', async () => {
    const url = await listen(
      serve((stream, path) => {
        stream.respond({ ':status': 200 });
        if (path.endsWith('ended')) stream.end('all of it');
        else stream.write('some', () => stream.session?.destroy());
      }),
    );
    const fetch = http2Fetch();
    const read = async (path: string): Promise<string> => {
      const { body } = await get(fetch, `${url}/${path}`);
      let text = '';
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
      return text;
    };
    expect(await read('ended')).toBe('all of it');
    await expect(read('cut')).rejects.toThrow(/reset/);
    expect(await read('ended')).toBe('all of it');
  });

  test('connects again when the connection is gone', async () => {
    const server = serve((stream) => {
      stream.respond({ ':status': 202 });
      stream.end();
    });
    const sessions: { destroy(): void; once(event: 'close', listener: () => void): unknown }[] = [];
    server.on('session', (session) => void sessions.push(session));
    const url = await listen(server);
    const fetch = http2Fetch();
    await (await get(fetch, url)).text();
    const [session] = sessions;
    session?.destroy();
    await expect
      .poll(() =>
        get(fetch, url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(202);
    expect(sessions.length).toBeGreaterThan(1);
  });

  test('does not reuse a connection after a request on it has timed out', async () => {
    const url = await listen(
      serve((stream, path) => {
        if (path.endsWith('never')) return;
        stream.respond({ ':status': 202 });
        stream.end();
      }),
    );
    const target = Number(new URL(url).port);
    let connections = 0;
    const proxy = await listen(
      createTcpServer((socket) => {
        connections += 1;
        const behind = connect(target, '127.0.0.1');
        socket.pipe(behind).pipe(socket);
        for (const each of [socket, behind]) each.on('error', () => undefined);
        closers.push(() => behind.destroy());
      }),
    );
    const fetch = http2Fetch();
    const controller = new AbortController();
    const asked = fetch(`${proxy}/never`, request({ signal: controller.signal }));
    expect((await get(fetch, proxy)).status).toBe(202);
    controller.abort(new TransportError('unreachable', 'too late'));
    await expect(asked).rejects.toThrow('too late');
    expect((await get(fetch, proxy)).status).toBe(202);
    expect(connections).toBe(2);
  });

  test('rejects when no server listens', async () => {
    await expect(get(http2Fetch(), 'http://127.0.0.1:1/acp')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('stops a request that is given up, before and after the answer', async () => {
    const closed: number[] = [];
    const url = await listen(
      serve((stream, path) => {
        stream.on('close', () => void closed.push(stream.rstCode));
        if (path.endsWith('early')) return;
        stream.respond({ ':status': 200 });
        stream.write('some');
      }),
    );
    const fetch = http2Fetch();
    for (const path of ['early', 'late']) {
      const controller = new AbortController();
      const asked = fetch(`${url}/${path}`, request({ signal: controller.signal }));
      if (path === 'late') {
        const reader = (await asked).body?.getReader();
        await reader?.read();
        const reading = reader?.read();
        controller.abort(new Error('enough'));
        await expect(reading).rejects.toThrow('enough');
      } else {
        controller.abort(new Error('enough'));
        await expect(asked).rejects.toThrow('enough');
      }
    }
    await expect.poll(() => closed.length).toBeGreaterThan(0);
  });
});

describe('the fetch of a channel', () => {
  const echo = (settings?: Settings): Http2Server =>
    serve((stream, path) => {
      if (path.endsWith('never')) return;
      if (path.endsWith('cut')) {
        stream.respond({ ':status': 200 });
        stream.write('some', () => stream.session?.destroy());
        return;
      }
      let body = '';
      stream.setEncoding('utf8').on('data', (text: string) => (body += text));
      stream.on('end', () => {
        stream.respond({ ':status': body === '' ? 202 : 200 }, { endStream: body === '' });
        if (body !== '') stream.end(body);
      });
    }, settings);

  interface Exchange {
    readonly answer: Promise<WholeResponse>;
    readonly cancel: (reason?: Error) => void;
  }

  /** Posts `body`; undefined when that cannot be done the short way. */
  const post = (fetch: ExtendedFetch, url: string, { body = '', limit = 1000 } = {}): Exchange | undefined => {
    let cancel: Exchange['cancel'] | undefined;
    const answer = new Promise<WholeResponse>((answered, failed) => {
      cancel = fetch.exchange?.(url, { method: 'POST', headers: {}, body, limit }, { answered, failed });
    });
    return cancel === undefined ? undefined : { answer, cancel };
  };

  const exchange = async (fetch: ExtendedFetch, url: string, body = ''): Promise<WholeResponse | undefined> =>
    post(fetch, url, { body })?.answer;

  test('shares its connection with other channels, until it is full', async () => {
    const server = echo();
    let connections = 0;
    server.on('session', () => (connections += 1));
    const url = await listen(server);
    for (let n = 0; n < 3; n += 1) expect((await get(channelFetch({}), url)).status).toBe(202);
    expect(connections).toBe(1);
    const full = channelFetch({});
    const waiting = Array.from({ length: 64 }, () => {
      const controller = new AbortController();
      const asked = full(`${url}/never`, request({ signal: controller.signal }));
      asked.catch(() => undefined);
      return controller;
    });
    expect((await get(channelFetch({}), url)).status).toBe(202);
    expect(connections).toBe(2);
    for (const controller of waiting) controller.abort();
  });

  test.each([
    [10, 0],
    [10, 5],
    [1, 0],
  ])(
    'opens as many connections as a server wants that takes %i requests on each, %i being there',
    async (most, there) => {
      const server = echo({ maxConcurrentStreams: most });
      let connections = 0;
      server.on('session', () => (connections += 1));
      let open = 0;
      server.on('stream', () => (open += 1));
      const url = await listen(server);
      const fetch = channelFetch({});
      for (const total of [there, 25]) {
        for (let n = total === there ? 0 : there; n < total; n += 1)
          fetch(`${url}/never`, request()).catch(() => undefined);
        await expect.poll(() => open).toBe(total);
      }
      expect(connections).toBe(Math.ceil(25 / most));
      expect((await get(fetch, url)).status).toBe(202);
    },
  );

  test('makes short requests over another connection when the server takes no more on its own', async () => {
    const url = await listen(echo({ maxConcurrentStreams: 10 }));
    const fetch = channelFetch({});
    await get(fetch, url);
    const never = (): Exchange | undefined => post(fetch, `${url}/never`);
    for (let n = 0; n < 9; n += 1) never()?.answer.catch(() => undefined);
    // The first request may be counted still.
    never()?.answer.catch(() => undefined);
    expect(never()).toBeUndefined();
    expect((await get(fetch, url)).status).toBe(202);
    expect(await exchange(fetch, url)).toMatchObject({ status: 202 });
  });

  test('asks a server that takes no requests for now, and is answered when it takes them again', async () => {
    const server = echo({ maxConcurrentStreams: 0 });
    const sessions: ServerHttp2Session[] = [];
    server.on('session', (session) => void sessions.push(session));
    const url = await listen(server);
    const fetch = channelFetch({});
    const asked = [get(fetch, url), get(fetch, url)];
    await expect.poll(() => sessions.length).toBe(1);
    sessions[0]?.settings({ maxConcurrentStreams: 10 });
    for (const each of asked) expect((await each).status).toBe(202);
    expect(sessions.length).toBe(1);
  });

  test('makes short requests once there is a connection, and reads no more of an answer than is wanted', async () => {
    const url = await listen(echo());
    const fetch = channelFetch({});
    expect(await exchange(fetch, url)).toBeUndefined();
    await get(fetch, url);
    expect(await exchange(fetch, url)).toMatchObject({ status: 202, text: '' });
    expect(await exchange(fetch, url, 'Grün')).toMatchObject({ status: 200, text: 'Grün' });
    const long = await exchange(fetch, url, 'x'.repeat(300_000));
    expect(long?.text.length).toBeGreaterThan(1000);
    expect(long?.text.length).toBeLessThan(300_000);
    await expect(exchange(fetch, `${url}/cut`, 'x')).rejects.toThrow(/reset/);
  });

  test('gives a short request up, and trusts the connection no more when it was late', async () => {
    const server = echo();
    let connections = 0;
    server.on('session', () => (connections += 1));
    const url = await listen(server);
    const fetch = channelFetch({});
    await get(fetch, url);
    const ask = (): Exchange | undefined => post(fetch, `${url}/never`, { body: 'x', limit: 10 });
    const given = ask();
    given?.cancel();
    await expect(given?.answer).rejects.toThrow('cancelled');
    const late = ask();
    late?.cancel(new TransportError('unreachable', 'too late'));
    await expect(late?.answer).rejects.toThrow('too late');
    expect(connections).toBe(1);
    expect((await get(fetch, url)).status).toBe(202);
    expect(connections).toBe(2);
  });
});
