/** Services that send without end: the turn fails in one sentence, and the next one works. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { openModelFixture } from './model-fixture.test-support.ts';

/** A service that sends `part` until the client is gone. */
async function endlessService(first: string, part: string): Promise<AsyncDisposable & { url: string; sent(): number }> {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    const send = (): void => {
      let hasRoom = true;
      while (hasRoom && !response.destroyed) {
        hasRoom = response.write(part);
        sent += part.length;
      }
    };
    response.on('drain', send).on('error', () => undefined);
    send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent: () => sent,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const mebibyte = 1024 * 1024;

test.each([
  ['openai', 'data: {"choices":[{"delta":{"content":"'],
  ['anthropic', 'event: content_block_delta\ndata: {"type":"'],
] as const)('one endless line of a service with the interface of %s fails the turn at once', async (apiType, first) => {
  await using service = await endlessService(first, 'x'.repeat(256 * 1024));
  await using fixture = await openModelFixture({ apiType, model: { baseUrl: service.url } });
  const { stopReason, error } = await fixture.session.prompt('go');
  expect(stopReason).toBe('error');
  expect(error?.message).toBe('The model service scripted sent too much: An event is longer than 16 MB.');
  // What is on its way in sockets is sent too.
  expect(service.sent()).toBeLessThan(64 * mebibyte);
  const again = await fixture.session.prompt('go');
  expect(again.stopReason).toBe('error');
});
