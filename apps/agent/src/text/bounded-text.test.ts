/** Responses that do not end: enough is read, then the connection is closed. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { openModel } from '../model/open-model.ts';
import { listModels } from '../providers/model-list.ts';

interface Service extends AsyncDisposable {
  readonly baseUrl: string;
  /** Resolves when the connection of the first answer is closed. */
  readonly closed: Promise<unknown>;
  /** Resolves when the first request is there. */
  readonly asked: Promise<unknown>;
}

async function service(answer: (response: ServerResponse) => void): Promise<Service> {
  const server = createServer((_, response) => answer(response));
  const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    closed: asked.then(([, response]) => (response.destroyed ? undefined : once(response, 'close'))),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const blank = ' '.repeat(256 * 1024);
/** Sends nothing until the client disconnects. */
const endless =
  (status: number) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const go = (): void => {
      while (!response.destroyed && response.write(blank));
    };
    response.on('drain', go);
    go();
  };

const addressOf = ({ baseUrl }: Service) => ({ apiType: 'openai', baseUrl, headers: {} }) as const;

test.each([200, 500])('a list of models is read up to its bound (%s)', async (status) => {
  await using server = await service(endless(status));
  const clock = new VirtualClock();
  expect(await listModels(addressOf(server), clock)).toBeUndefined();
  await server.closed;
  expect(clock.pending).toBe(0);
});

test('a list of models is not read any more when its time is over', async () => {
  await using server = await service((response) => void response.writeHead(200).write('{"data": ['));
  const clock = new VirtualClock();
  const models = listModels(addressOf(server), clock);
  await server.asked;
  await clock.advance(5000);
  expect(await models).toBeUndefined();
  await server.closed;
});

test.each(['openai', 'anthropic'] as const)('a refusal of a service as %s is read up to its bound', async (apiType) => {
  await using server = await service(endless(400));
  const { baseUrl } = server;
  const model = await openModel({ providerId: 'x', apiType, baseUrl, headers: {}, modelId: 'm' });
  const { signal } = new AbortController();
  const request = { system: '', messages: [{ role: 'user', content: [] }], tools: [], signal } as const;
  await expect(model.answer(request, () => undefined)).rejects.toThrow('400');
  await server.closed;
});
