/** Clients that leave before they know the name of their connection. */
import { request } from 'node:http';

import { serveHttp } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { initializeRequest } from '../support/served-program.ts';

test('a client that leaves before initialize is answered leaves no connection behind', async () => {
  let onMessage: () => void = () => undefined;
  let onEnd: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => (onMessage = resolve));
  const hasEnded = new Promise<void>((resolve) => (onEnd = resolve));
  // A program that takes its time: it hears what comes, and answers nothing.
  const serving = await serveHttp({
    connect: (channel: Channel) => {
      channel.open({ receive: onMessage, reject: () => undefined, ended: onEnd });
      return { closed: hasEnded };
    },
  });
  const { hostname, port, pathname } = new URL(serving.url);
  const headers = { 'content-type': 'application/json' };
  const call = request({ hostname, port, path: pathname, method: 'POST', headers });
  call.on('error', () => undefined);
  call.end(initializeRequest());
  await hasArrived;
  call.destroy();
  await hasEnded;
  expect(serving.counters().connections).toBe(0);
  await serving.close();
});
