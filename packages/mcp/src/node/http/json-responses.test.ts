/** MCP clients over HTTP that read JSON and no streams. */
import { expect, test } from 'vitest';

import { gardenPair } from '../garden.test-support.ts';
import { initializeResults, type Fields } from '../raw-side.test-support.ts';
import { initialize, send, statusOf } from './http-requests.test-support.ts';

const agent = initializeResults[2]({ http: {} });
const json = { accept: 'application/json' };

/** Begins a session whose client reads JSON only; returns the headers of its requests. */
async function beginJson(server: Fields): Promise<Readonly<Record<string, string>>> {
  const response = await send(server, { headers: json, body: initialize });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json']);
  const id = String(response.headers['mcp-session-id']);
  const session = { ...json, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect((await statusOf(server, { headers: session, body: initialized })).status).toBe(202);
  return session;
}

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'water', arguments: { n: 1 } } };

test('a client that accepts only JSON is answered with JSON', async () => {
  const { client, server } = await gardenPair(agent);
  const session = await beginJson(server);
  const { status, body } = await statusOf(server, { headers: session, body: call });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: { content: [{ type: 'text', text: '{"n":1}' }] },
  });
  client.channel.destroy();
});

test('a request of the server to it fails at once, and does not hold up the call', async () => {
  const codes: unknown[] = [];
  const { client, server } = await gardenPair(agent, {
    answers: {
      'tools/call': async (_, connectionId) => {
        const { error } = await client.ask('mcp/message', { connectionId, method: 'roots/list' });
        codes.push(error?.code);
        const params = { progressToken: 1, progress: 1 };
        client.send({ method: 'mcp/message', params: { connectionId, method: 'notifications/progress', params } });
        return { content: [] };
      },
    },
  });
  const session = await beginJson(server);
  expect(JSON.parse((await statusOf(server, { headers: session, body: call })).body)).toMatchObject({ id: 7 });
  expect(codes).toEqual([-33_000]);
  client.channel.destroy();
});

test('a call that waits is answered when the session ends', async () => {
  const { client, server } = await gardenPair(agent, { answers: { 'tools/call': () => new Promise(() => undefined) } });
  const session = await beginJson(server);
  const waiting = statusOf(server, { headers: session, body: call });
  await client.find(({ params }) => params?.['method'] === 'tools/call');
  expect((await statusOf(server, { method: 'DELETE', headers: session })).status).toBe(200);
  expect(JSON.parse((await waiting).body)).toMatchObject({ id: 7, error: { message: 'The MCP session has ended.' } });
  client.channel.destroy();
});

test('a client that accepts everything gets a stream, and one that accepts neither is refused', async () => {
  const { client, server } = await gardenPair(agent);
  const response = await send(server, { headers: { accept: '*/*' }, body: initialize });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream']);
  response.resume();
  expect((await statusOf(server, { headers: { accept: 'text/html' }, body: initialize })).status).toBe(406);
  client.channel.destroy();
});
