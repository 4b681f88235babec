import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureVersion } from 'node:tls';

import { afterEach, describe, expect, test } from 'vitest';

import { cert, key } from '../../../../test/support/loopback-certificate.ts';
import { opened } from '../client/opened.test-support.ts';
import { acpHandler, serveHttp, type App } from '../server/index.ts';
import { http, remote, webSocket } from './index.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const app: App = {
  connect: (channel) => {
    const closed = new Promise<void>((resolve) => {
      channel.open({
        receive: (message) => {
          const { id, method } = message as { readonly id?: unknown; readonly method?: string };
          if (method === 'initialize') channel.send({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } });
          else channel.send(message);
        },
        reject: () => undefined,
        ended: () => {
          resolve();
        },
      });
    });
    return { closed };
  },
};

async function serve(): Promise<string> {
  const serving = await serveHttp(app, { port: 0, tls: { cert, key } });
  closers.push(() => serving.close());
  return serving.url;
}

/** A server that has never heard of HTTP/2. */
async function serveHttp1(): Promise<string> {
  const handler = acpHandler(app);
  const server = createServer({ cert, key }, handler.request).on('upgrade', handler.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    await handler.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

/** A server that accepts only clients with a certificate. */
async function serveMutual(maxVersion: SecureVersion): Promise<string> {
  const serving = await serveHttp(app, { port: 0, tls: { cert, key, ca: cert, requestCert: true, maxVersion } });
  closers.push(() => serving.close());
  return serving.url;
}

const ways = [
  ['http()', http],
  ['webSocket()', webSocket],
  ['remote()', remote],
] as const;

const servers = [
  ['a server', serve],
  ['a server without HTTP/2', serveHttp1],
] as const;

describe.each(ways)('%s over TLS', (_name, connect) => {
  test.each(servers)('reaches %s whose certificate it trusts', async (_server, start) => {
    const { channel, arrived, messages } = opened(connect(await start(), { tls: { ca: cert } }));
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    channel.send({ jsonrpc: '2.0', method: 'echo' });
    await arrived(2);
    expect(messages[1]).toEqual({ jsonrpc: '2.0', method: 'echo' });
    await channel.end();
  });

  test.each(servers)('refuses %s whose certificate it does not trust', async (_server, start) => {
    const { channel, ended } = opened(connect(await start()));
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    expect(await ended).toMatchObject({ name: 'TransportError', code: 'unreachable' });
  });

  test.each([
    ['TLSv1.3', 'requires a client certificate; in Node pass one as tls: { key, cert }.'],
    ['TLSv1.2', 'if it requires a client certificate, in Node pass one as tls: { key, cert }.'],
  ] as const)('says at once that a server of %s wants a certificate', async (version, words) => {
    const { channel, ended } = opened(connect(await serveMutual(version), { tls: { ca: cert } }));
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    expect(await ended).toMatchObject({ code: 'unreachable', message: expect.stringContaining(words) as string });
  });

  test('shows its certificate to a server that wants one', async () => {
    const { channel, arrived } = opened(connect(await serveMutual('TLSv1.3'), { tls: { ca: cert, cert, key } }));
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    await arrived(1);
    await channel.end();
  });
});
