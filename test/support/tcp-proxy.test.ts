import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { expect, test } from 'vitest';

import { TcpProxy } from './tcp-proxy.ts';

/** A server with one client that is connected through a proxy. */
async function connected(): Promise<
  {
    readonly proxy: TcpProxy;
    readonly server: Socket;
    readonly client: Socket;
    readonly received: () => string;
  } & AsyncDisposable
> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const proxy = await TcpProxy.to(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/`);
  const accepted = once(listening, 'connection');
  const client = connect(Number(new URL(proxy.through('http://127.0.0.1/')).port), '127.0.0.1');
  const [server] = (await accepted) as [Socket];
  let received = '';
  client.setEncoding('utf8').on('data', (text: string) => (received += text));
  return {
    proxy,
    server,
    client,
    received: () => received,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      client.destroy();
      server.destroy();
      listening.close();
    },
  };
}

test('what comes while earlier bytes pass one by one does not overtake them', async () => {
  await using line = await connected();
  const [first, second] = ['1'.repeat(2000), '2'.repeat(100)];
  line.proxy.drip();
  line.server.write(first);
  await expect.poll(() => line.received().length).toBeGreaterThan(0);
  line.proxy.drip(false);
  line.proxy.release();
  line.server.write(second);
  await expect.poll(() => line.received().length).toBe(first.length + second.length);
  expect(line.received()).toBe(first + second);
});

test('a throttled connection passes a part, and the rest as soon as it is not throttled any more', async () => {
  await using line = await connected();
  const text = '0123456789'.repeat(10_000);
  line.proxy.throttle(10_000);
  line.server.write(text);
  await expect.poll(() => line.received().length).toBeGreaterThan(0);
  const first = line.received();
  // The whole takes ten seconds.
  expect(first.length).toBeLessThan(text.length);
  line.proxy.throttle();
  await expect.poll(() => line.received().length).toBe(text.length);
  expect(line.received()).toBe(text);
});

test('no side of a connection in a black hole gets bytes or learns that the other one has closed it', async () => {
  await using line = await connected();
  const ends: string[] = [];
  line.server.on('close', () => ends.push('server'));
  line.proxy.blackHole();
  line.server.write('lost');
  line.client.destroy();
  await once(line.client, 'close');
  const late = connect(Number(new URL(line.proxy.through('http://127.0.0.1/')).port), '127.0.0.1');
  await once(late, 'connect');
  late.on('close', () => ends.push('late'));
  line.proxy.release();
  const after = connect(Number(new URL(line.proxy.through('http://127.0.0.1/')).port), '127.0.0.1');
  await once(after, 'connect');
  after.destroy();
  await once(after, 'close');
  expect([ends, line.received()]).toEqual([[], '']);
  late.destroy();
});
