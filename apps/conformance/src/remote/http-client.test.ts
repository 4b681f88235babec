import { once } from 'node:events';
import { createServer as createHttp1 } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';

import { expect, test } from 'vitest';

import { PeerEnded, PeerSilent } from '../conversation/failure.ts';
import { HttpClient } from './http-client.ts';
import { httpConnect } from './http-wire.ts';

const ignore = (): undefined => undefined;

test.each<[version: number, create: () => Server]>([
  [1, () => createHttp1(ignore)],
  [2, () => createHttp2(ignore)],
])('a server of HTTP/%i that never answers is silent after the time limit', async (version, create) => {
  const server = create().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = await HttpClient.open(new URL(`http://127.0.0.1:${port}/`), {}, 50);
  expect(client.version).toBe(version);
  const answer = client.request({ method: 'GET' });
  await expect(answer).rejects.toThrow(new PeerSilent('It did not answer a GET within 0.05 s.'));
  await expect(answer).rejects.toBeInstanceOf(PeerSilent);
  client.close();
  server.close();
});

test('a server of HTTP/2 that sends more than it has announced has failed, and so has one that is gone', async () => {
  const server = createHttp2((_, response) => {
    response.stream.respond({ ':status': 200, 'content-length': '1' });
    response.stream.end('more');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = await HttpClient.open(new URL(`http://127.0.0.1:${port}/`), {});
  await expect(client.request({ method: 'GET' })).rejects.toBeInstanceOf(PeerEnded);
  client.close();
  await expect(client.request({ method: 'GET' })).rejects.toThrow(
    new PeerEnded('A GET failed: It has ended the HTTP/2 session.'),
  );
  server.close();
});

test('a server that hangs up without a word is not waited for', async () => {
  const server = createTcp((socket) => void socket.on('error', ignore).once('data', () => socket.end())).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = await HttpClient.open(new URL(`http://127.0.0.1:${port}/`), {});
  await expect(client.request({ method: 'GET' })).rejects.toBeInstanceOf(PeerEnded);
  client.close();
  server.close();
});

test('a server that does not speak TLS is told in words', async () => {
  const server = createHttp1(ignore).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(HttpClient.open(new URL(url), {})).rejects.toThrow(
    `${url} cannot be reached: TLS failed with ERR_SSL_WRONG_VERSION_NUMBER.`,
  );
  server.close();
});

test.each([302, 404])('an address that answers initialize with the status %i has no program', async (status) => {
  const server = createHttp1((_, response) => response.writeHead(status, { location: '/elsewhere' }).end()).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let wire: Awaited<ReturnType<ReturnType<typeof httpConnect>>> | undefined;
  const ended = new Promise<string>((resolve) => {
    void (async () => {
      const receiver = { text: ignore, note: ignore, ended: resolve };
      wire = await httpConnect({ url: `http://127.0.0.1:${port}/`, headers: {} })(receiver);
      wire.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }));
    })();
  });
  expect(await ended).toBe(`it answered initialize with the status ${status}; check the address`);
  await wire?.close();
  server.close();
});
