import { expect, test } from 'vitest';

import { gardenPair } from '../garden.test-support.ts';
import { initializeResults } from '../raw-side.test-support.ts';
import { beginSession, eventsOf, send, statusOf } from './http-requests.test-support.ts';

const agent = initializeResults[1]({ http: true });
const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'water' } };

test('a response whose stream has broken is read after the last event', async () => {
  let answer = (_result: object): void => undefined;
  const { client, server } = await gardenPair(agent, {
    answers: {
      'tools/call': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
  });
  const session = await beginSession(server);
  const broken = await send(server, { headers: session, body: call });
  const { value: first } = await eventsOf(broken).next();
  broken.destroy();
  answer({ content: [{ type: 'text', text: 'wet' }] });
  const resumed = await send(server, { method: 'GET', headers: { ...session, 'last-event-id': first?.id ?? '' } });
  const { value: second } = await eventsOf(resumed).next();
  expect(JSON.parse(second?.data ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: { content: [{ type: 'text', text: 'wet' }] },
  });
  client.channel.destroy();
});

test('an event that is not kept any more cannot be resumed from', async () => {
  const { client, server } = await gardenPair(agent, { limits: { events: 1 } });
  const session = await beginSession(server);
  const { status } = await statusOf(server, { method: 'GET', headers: { ...session, 'last-event-id': '1' } });
  expect(status).toBe(400);
  client.channel.destroy();
});

test('what the server asks while no stream is open waits for one', async () => {
  const { client, server } = await gardenPair(agent);
  const session = await beginSession(server);
  const asked = client.ask('mcp/message', { connectionId: 'c1', method: 'roots/list' });
  const changed = { connectionId: 'c1', method: 'notifications/tools/list_changed' };
  client.send({ method: 'mcp/message', params: changed });
  const stream = eventsOf(await send(server, { method: 'GET', headers: session }));
  const request = JSON.parse((await stream.next()).value?.data ?? '') as { readonly id: string };
  expect(request).toMatchObject({ method: 'roots/list' });
  expect(JSON.parse((await stream.next()).value?.data ?? '')).toMatchObject({ method: changed.method });
  await statusOf(server, { headers: session, body: { jsonrpc: '2.0', id: request.id, result: { roots: [] } } });
  expect((await asked).result).toEqual({ roots: [] });
  client.channel.destroy();
});

test('what waits for a stream has a limit', async () => {
  const { client, server } = await gardenPair(agent, { limits: { events: 2 } });
  await beginSession(server);
  const ask = { connectionId: 'c1', method: 'roots/list' };
  for (const id of ['a', 'b']) client.send({ id, method: 'mcp/message', params: ask });
  expect((await client.ask('mcp/message', ask)).error?.code).toBe(-33_000);
  client.channel.destroy();
});

test('a client that does not read its stream is dropped, and may resume it', async () => {
  const { client, server } = await gardenPair(agent, { limits: { unsentBytes: 1_000_000 } });
  const session = await beginSession(server);
  const stream = await send(server, { method: 'GET', headers: session });
  stream.pause();
  const params = { level: 'info', data: 'x'.repeat(1_000_000) };
  const closed = new Promise((resolve) => stream.once('close', resolve));
  for (let count = 0; count < 20; count += 1)
    client.send({ method: 'mcp/message', params: { connectionId: 'c1', method: 'notifications/message', params } });
  expect((await statusOf(server, { headers: session, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status).toBe(
    200,
  );
  stream.resume();
  await closed;
  expect(stream.complete).toBe(false);
  client.channel.destroy();
});

test('messages of MCP clients wait while the client has paused its channel', async () => {
  const { client, server } = await gardenPair(agent);
  const session = await beginSession(server);
  const count = client.messages.length;
  client.channel.pause();
  const answered = statusOf(server, { headers: session, body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
  await statusOf(server, { headers: { authorization: '' } });
  expect(client.messages).toHaveLength(count);
  client.channel.resume();
  expect((await answered).status).toBe(200);
  client.channel.destroy();
});
