import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';

import { serveHttp, type App } from '../index.ts';

const app: App = { connect: () => ({ closed: Promise.resolve() }) };

const taken = createServer();
afterEach(() => {
  taken.close();
});

describe('a server', () => {
  test('that cannot have its port says why, and what to do', async () => {
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(serveHttp(app, { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `127.0.0.1:${port} is not available: another program listens there; choose another \`port\`, or 0 for any free port.`,
    });
  });

  test.each([-1, 70_000, 1.5])('refuses %d, which is no port', async (port) => {
    await expect(serveHttp(app, { port })).rejects.toMatchObject({
      code: 'ERR_SOCKET_BAD_PORT',
      message: `127.0.0.1:${port} is not available: the port is out of range; choose a \`port\` up to 65535, or 0 for any free port.`,
    });
  });

  test('that listens on all addresses gives one that clients can connect to', async () => {
    await using serving = await serveHttp(app, { port: 0, host: '0.0.0.0' });
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acp$/);
    expect((await fetch(serving.url)).status).toBeLessThan(500);
  });
});
