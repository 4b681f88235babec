import { once } from 'node:events';
import { createServer, request as nodeRequest, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { nodeListener, type FetchHandler } from './node-listener.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serve(
  handle: FetchHandler,
  inFront: (next: RequestListener) => RequestListener = (next) => next,
): Promise<string> {
  const server = createServer(inFront(nodeListener(handle))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('passes method, address, headers and body on, and sends the response', async () => {
  const url = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    return new Response(
      `${request.method} ${pathname}${search} ${request.headers.get('x-a')} ${await request.text()}`,
      {
        status: 201,
        headers: { 'x-b': '2' },
      },
    );
  });
  const response = await fetch(`${url}/a//b?c=d`, { method: 'POST', headers: { 'x-a': '1' }, body: 'roses' });
  expect([response.status, response.headers.get('x-b')]).toEqual([201, '2']);
  expect(await response.text()).toBe('POST /a//b?c=d 1 roses');
});

test('uses a body that a parser has read, and the address as the client sees it', async () => {
  const inFront =
    (next: RequestListener): RequestListener =>
    (request, response) => {
      void (async () => {
        let text = '';
        for await (const chunk of request) text += String(chunk);
        Object.assign(request, { body: JSON.parse(text), originalUrl: request.url, url: '/' });
        next(request, response);
      })();
    };
  const url = await serve(
    async (request) => new Response(new URL(request.url).pathname + (await request.text())),
    inFront,
  );
  const response = await fetch(`${url}/agents`, { method: 'POST', body: '{"roses": 2}' });
  expect(await response.text()).toBe('/agents{"roses":2}');
});

test.each(['[::1', 'a:b:c', 'roses:99999', '"', ''])(
  'takes a request whose host is %j as one for localhost',
  async (host) => {
    const url = await serve((request) => new Response(new URL(request.url).host));
    const request = nodeRequest(url, { setHost: false, headers: { host } }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, String(await once(response, 'data'))]).toEqual([200, 'localhost']);
  },
);

test('refuses the method that a web request cannot have', async () => {
  const url = await serve(() => new Response('unexpected'));
  const request = nodeRequest(url, { method: 'TRACE' }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, String(await once(response, 'data'))]).toEqual([405, 'TRACE is not supported.\n']);
});

test('sends a body as it comes, and stops when the client is gone', async () => {
  let gone: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => {
    gone = resolve;
  });
  let signal: AbortSignal | undefined;
  const url = await serve((request) => {
    ({ signal } = request);
    return new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('first'));
        },
        cancel: gone,
      }),
    );
  });
  const request = nodeRequest(url).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(String(chunk)).toBe('first');
  expect(signal?.aborted).toBe(false);
  request.destroy();
  await cancelled;
  expect(signal?.aborted).toBe(true);
});

test('answers 500 without a reason when the handler fails', async () => {
  const url = await serve(() => {
    throw new Error('secret');
  });
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([500, 'The server failed.\n']);
});
