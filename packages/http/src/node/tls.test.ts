import { afterEach, describe, expect, test } from 'vitest';

import { cert, key } from '../../../../test/support/loopback-certificate.ts';
import { opened } from '../client/opened.test-support.ts';
import { serveHttp, type HttpServing } from '../server/index.ts';
import { http, remote, webSocket } from './index.ts';

const open: HttpServing[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

async function serve(): Promise<string> {
  const serving = await serveHttp(
    {
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
    },
    { port: 0, tls: { cert, key } },
  );
  open.push(serving);
  return serving.url;
}

const ways = [
  ['http()', http],
  ['webSocket()', webSocket],
  ['remote()', remote],
] as const;

describe.each(ways)('%s over TLS', (_name, connect) => {
  test('reaches a server whose certificate it trusts', async () => {
    const { channel, arrived, messages } = opened(connect(await serve(), { tls: { ca: cert } }));
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    channel.send({ jsonrpc: '2.0', method: 'echo' });
    await arrived(2);
    expect(messages[1]).toEqual({ jsonrpc: '2.0', method: 'echo' });
    await channel.end();
  });

  test('refuses one whose certificate it does not trust', async () => {
    const { channel, ended } = opened(connect(await serve()));
    channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    expect(await ended).toMatchObject({ name: 'TransportError', code: 'unreachable' });
  });
});
