import { once } from 'node:events';
import { createServer as createHttp1 } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';

import { expect, test } from 'vitest';

import { PeerSilent } from '../conversation/failure.ts';
import { HttpClient } from './http-client.ts';

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
