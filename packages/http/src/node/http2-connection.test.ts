import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { expect, test, vi } from 'vitest';

import { Http2Connection } from './http2-connection.ts';

test('a connection that is being closed is not pinged any more', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { port } = server.address() as AddressInfo;
    const connection = new Http2Connection(`http://127.0.0.1:${port}`, { tls: {}, onClosed: () => undefined });
    const session = await connection.find(new AbortController().signal);
    if (session === 'http1') throw new Error('The server speaks HTTP/2.');
    const closed = once(session, 'close');
    session.destroy();
    // The end is told later, and a ping may be due before.
    expect(() => vi.advanceTimersByTime(120_000)).not.toThrow();
    await closed;
  } finally {
    vi.useRealTimers();
    server.close();
  }
});
