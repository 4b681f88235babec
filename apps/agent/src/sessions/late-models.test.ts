/** A service that lists its models slowly: only a prompt that needs a model waits for it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { client, memoryPair, memoryStore, type ClientConnection } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { codingAgent } from '../coding-agent.ts';
import { emptyConfig } from '../providers/config.ts';
import { Providers } from '../providers/providers.ts';

let cwd = '';

eachFolder((path) => {
  cwd = path;
});

type Exchange = readonly [IncomingMessage, ServerResponse];

interface ModelFixture extends AsyncDisposable {
  readonly service: Server;
  readonly clock: VirtualClock;
  /** The next request that the service gets. */
  readonly asked: () => Promise<Exchange>;
  readonly connection: ClientConnection;
}

async function openModelFixture(): Promise<ModelFixture> {
  const service = createServer();
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const clock = new VirtualClock();
  const address = { apiType: 'openai' as const, baseUrl: `http://127.0.0.1:${port}/v1`, headers: {} };
  const provider = { address, supported: ['openai' as const], required: false, models: {} };
  const config = { ...emptyConfig, limits: { retries: 0 }, providers: new Map([['openai', provider]]) };
  const [ours, theirs] = memoryPair();
  const app = codingAgent({ store: memoryStore(), providers: new Providers(config, { clock }), version: '1.0.0' });
  app.connect(theirs, { onReport: () => undefined });
  const connection = await client({ name: 'editor', version: '1.0.0' }).connect(ours);
  return {
    service,
    clock,
    asked: () => once(service, 'request') as Promise<unknown> as Promise<Exchange>,
    connection,
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      service.closeAllConnections();
      await new Promise((resolve) => void service.close(resolve));
    },
  };
}

test('a session begins without a model, learns of it when it is known, and a prompt waits for it', async () => {
  await using fixture = await openModelFixture();
  const { clock, connection } = fixture;
  const listing = fixture.asked();
  const opening = connection.newSession({ cwd });
  const [, list] = await listing;
  await clock.advance(500);
  const session = await opening;
  expect(session.configOptions?.map(({ configId }) => configId)).toEqual(['mode', 'web']);

  const asking = fixture.asked();
  const run = session.prompt('Hello');
  list.end(JSON.stringify({ data: [{ id: 'late' }] }));
  const [request, answer] = await asking;
  const body = (await request.toArray()) as Buffer[];
  expect(JSON.parse(Buffer.concat(body).toString())).toMatchObject({ model: 'late' });
  answer.writeHead(400).end();
  await run;
  const model = session.configOptions?.find(({ configId }) => configId === 'model');
  expect(model).toMatchObject({ currentValue: 'openai/late' });
  expect(clock.pending).toBe(0);
});

test('a prompt while the service is silent gets an error that says so', async () => {
  await using fixture = await openModelFixture();
  const { clock, connection } = fixture;
  const listing = fixture.asked();
  const opening = connection.newSession({ cwd });
  await listing;
  await clock.advance(5000);
  const session = await opening;
  const { stopReason, error } = await session.prompt('Hello');
  expect({ stopReason, message: error?.message }).toEqual({
    stopReason: 'error',
    message: 'The service openai does not list its models: set ACP_AGENT_MODEL.',
  });
});
