/** What goes wrong on the way to a server: each fault gives one clear sentence that says what to do. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';

import { http as http1, type ConnectOptions } from '@acp-stack/http';
import { http as http2, remote, webSocket } from '@acp-stack/http/node';
import type { Channel } from '@acp-stack/rpc';
import { afterEach, describe, expect, test } from 'vitest';

import { cert, key } from '../support/loopback-certificate.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listen(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.close();
    (server as Partial<Server>).closeAllConnections?.();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/acp`;

/** What a program learns: how the channel ended, or with what `initialize` was refused. */
async function outcome(channel: Channel): Promise<string> {
  const words = await new Promise<string>((resolve) => {
    channel.open({
      receive: (message) => {
        const { error } = message as { readonly error?: { readonly message: string } };
        resolve(error?.message ?? 'it worked');
      },
      reject: () => undefined,
      ended: (error) => {
        resolve(error?.message ?? 'it ended');
      },
    });
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } });
  });
  channel.destroy();
  return words;
}

type Connect = (url: string, options: ConnectOptions) => Channel;
const limits = { limits: { answerTimeout: 5000 } };

const httpTransports: readonly (readonly [name: string, connect: Connect])[] = [
  ['http()', http1],
  ['http() of Node', http2],
];
const transports: readonly (readonly [name: string, connect: Connect])[] = [
  ...httpTransports,
  ['webSocket() of Node', webSocket],
  ['remote() of Node', remote],
];

/** One sentence: a capital at its beginning, one full stop, at its end. */
const sentence = /^[A-Z][^\n]*[^.]\.$/u;

describe.each(transports)('with %s', (_name, connect) => {
  test('no server listens', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    const words = await outcome(connect(`http://127.0.0.1:${port}/acp`, limits));
    expect(words).toMatch(/^No server listens at (?:http|ws):\/\/127\.0\.0\.1:\d+; start the server, or check/);
    closers.length = 0;
  });

  test('the name has several addresses, and no server listens at any', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    expect(await outcome(connect(`http://localhost:${port}/acp`, limits))).toMatch(/^No server listens at/);
    closers.length = 0;
  });

  test('the certificate is not trusted', async () => {
    const port = await listen(createSecureServer({ key, cert }));
    const words = await outcome(connect(`https://127.0.0.1:${port}/acp`, limits));
    expect(words).toMatch(/^The certificate of .+ is not trusted \(.+\); in Node pass its authority as tls\.ca/);
    expect(words).toMatch(sentence);
  });

  test('the server does not speak TLS', async () => {
    const url = await serve((_request, response) => response.end());
    const words = await outcome(connect(url.replace('http:', 'https:'), limits));
    const scheme = words.startsWith('wss:') ? 'ws' : 'http';
    expect(words.endsWith(` does not speak TLS; check whether the address must start with ${scheme}:.`), words).toBe(
      true,
    );
  });

  test.each([
    [401, 'pass a valid token'],
    [403, 'check the credentials'],
    [404, 'check the path'],
    [413, 'send less at once'],
    [429, 'try again later'],
    [500, 'check the log'],
    [503, 'try again later'],
  ])('the server answers %i', async (status, todo) => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end();
    });
    const words = await outcome(connect(url, limits));
    expect(words).toMatch(sentence);
    expect(words).toContain(`The server responded with ${status}`);
    expect(words).toContain(todo);
  });

  test('a proxy answers with a page of its own', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(502, { 'content-type': 'text/html', connection: 'close' });
      response.end('<!DOCTYPE html><html><body>Bad gateway</body></html>');
    });
    const words = await outcome(connect(url, limits));
    expect(words).toMatch(sentence);
    expect(words).toMatch(/responded with 502.*: the agent is not available.*; try again later\.$/);
  });

  test('the server is somewhere else', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(308, { location: 'https://agents.example/acp', connection: 'close' }).end();
    });
    const words = await outcome(connect(url, { ...limits, token: 'secret' }));
    expect(words).toMatch(/with a redirect to https:\/\/agents\.example\/acp; connect to that address instead\.$/);
  });
});

describe.each(httpTransports)('with %s', (_name, connect) => {
  test('a web page comes instead of an answer', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
    });
    const words = await outcome(connect(url, limits));
    expect(words).toMatch(/^The server responded to initialize with a web page, not JSON; check that the address/);
    expect(words).toMatch(sentence);
  });

  test('a web page comes instead of the stream', async () => {
    const url = await serve((request, response) => {
      request.resume();
      if (request.method === 'POST') {
        response.writeHead(200, { 'acp-connection-id': 'c' }).end('{"jsonrpc":"2.0","id":0,"result":{}}');
      } else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>');
    });
    const ended = new Promise<Error | undefined>((resolve) => {
      const channel = connect(url, limits);
      channel.open({ receive: () => undefined, reject: () => undefined, ended: resolve });
      channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } });
    });
    expect((await ended)?.message).toMatch(
      /^The server responded to the request for the stream of the connection with a web page, not an event stream/,
    );
  });

  test('the body has no end', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      const pour = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    const small = { ...limits, limits: { answerTimeout: 5000, messageBytes: 1024 * 1024 } };
    expect(await outcome(connect(url, small))).toMatch(
      /^The server responded to initialize with something that is not JSON/,
    );
  });

  test('the server says in its own words why, and how long to wait', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(429, { 'retry-after': '10' }).end('Too many connections are open.\n');
    });
    expect(await outcome(connect(url, limits))).toBe(
      'The server responded with 429: Too many connections are open; try again later, with fewer requests at once (after 10 s).',
    );
  });
});
