import { text } from 'node:stream/consumers';

import { VirtualClock } from '@acp-stack/testing';
import { expect, test, vi } from 'vitest';

import { addressOf, connectMcp, gardenPair } from '../garden.test-support.ts';
import { declaredServers, initializeResults } from '../raw-side.test-support.ts';
import type { McpBridgeReport } from '../settings/options.ts';
import { beginSession, initialize, openSocket, send, statusOf } from './http-requests.test-support.ts';

const agent = initializeResults[1]({ http: true });

test('a program without the token of the session is refused', async () => {
  const reports: McpBridgeReport[] = [];
  const { client, server } = await gardenPair(agent, { onReport: (report) => reports.push(report) });
  await client.ask('session/new', { cwd: '/', mcpServers: [{ type: 'acp', name: 'garden', serverId: 'g' }] });
  for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic dXNlcjpwYXNz', `Bearer ${'x'.repeat(43)}`])
    expect((await statusOf(server, { headers: { authorization }, body: initialize })).status).toBe(401);
  expect(reports.filter(({ kind }) => kind === 'refused')).toHaveLength(5);
  expect(client.all('mcp/connect')).toEqual([]);
  client.channel.destroy();
});

test('the token of one session does not open the address of another', async () => {
  const { client, agent: side, server } = await gardenPair(agent);
  await client.ask('session/new', { cwd: '/', mcpServers: [{ type: 'acp', name: 'garden', serverId: 'g' }] });
  const [other] = declaredServers(side);
  const { headers } = addressOf(other);
  expect((await statusOf(server, { headers, body: initialize })).status).toBe(401);
  client.channel.destroy();
});

test('a guessed path leads nowhere, also with a token', async () => {
  const { client, server } = await gardenPair(agent);
  for (const path of ['/', '/mcp', '/mcp/', '/mcp/guess', `${addressOf(server).url.pathname}/`, '/mcp/../mcp'])
    expect((await statusOf(server, { path, body: initialize })).status).toBe(404);
  client.channel.destroy();
});

test('a page whose name was rebound to loopback is refused by its Host', async () => {
  const { client, server } = await gardenPair(agent);
  const { port } = addressOf(server).url;
  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    '127.0.0.1',
    `127.0.0.2:${port}`,
    `localhost.evil.example:${port}`,
  ])
    expect((await statusOf(server, { headers: { host }, body: initialize })).status).toBe(403);
  expect((await statusOf(server, { headers: { host: `localhost:${port}` }, body: initialize })).status).toBe(200);
  client.channel.destroy();
});

test('a page of another origin is refused, and gets no CORS headers', async () => {
  const { client, server } = await gardenPair(agent);
  const { port } = addressOf(server).url;
  for (const origin of [
    'https://evil.example',
    'null',
    `http://127.0.0.1:${Number(port) + 1}`,
    `https://127.0.0.1:${port}`,
  ]) {
    const response = await send(server, { method: 'OPTIONS', headers: { origin } });
    expect(response.statusCode).toBe(403);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await statusOf(server, { headers: { origin }, body: initialize })).status).toBe(403);
  }
  client.channel.destroy();
});

test('bodies that are too long or not JSON, other methods and unknown MCP sessions have their status', async () => {
  const { client, server } = await gardenPair(agent, { limits: { messageBytes: 1000 } });
  expect((await statusOf(server, { body: 'x'.repeat(1001) })).status).toBe(413);
  expect((await statusOf(server, { body: '{' })).status).toBe(400);
  expect((await statusOf(server, { method: 'PUT' })).status).toBe(405);
  expect((await statusOf(server, { headers: { 'mcp-session-id': 'unknown' }, body: initialize })).status).toBe(404);
  expect((await statusOf(server, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })).status).toBe(400);
  expect((await statusOf(server, { method: 'GET' })).status).toBe(400);
  expect(client.all('mcp/connect')).toEqual([]);
  client.channel.destroy();
});

test('a thousand sockets without a token do not keep the agent out', async () => {
  const { client, server } = await gardenPair(agent, { limits: { strangers: 100 } });
  const before = await connectMcp(server);
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => openSocket(server)));
  const refusals: string[] = [];
  await new Promise<void>((resolve) => {
    for (const socket of sockets)
      void text(socket).then(
        (refusal) => {
          refusals.push(refusal.split('\r\n', 1)[0] ?? '');
          if (refusals.length === 900) resolve();
        },
        () => undefined,
      );
  });
  expect(new Set(refusals)).toEqual(new Set(['HTTP/1.1 503 Service Unavailable']));
  expect((await before.listTools()).tools).toHaveLength(1);
  const after = await connectMcp(server);
  expect((await after.listTools()).tools).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  client.channel.destroy();
  await Promise.all([before.close(), after.close()]);
});

test('a request whose headers or body do not arrive is ended with 408, while others go on', async () => {
  const { client, server } = await gardenPair(agent, { limits: { headersTimeout: 2000, requestTimeout: 2000 } });
  const { url, headers } = addressOf(server);
  const [slowHeaders, slowBody] = [await openSocket(server), await openSocket(server)];
  slowHeaders.write(`POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nX-Slow: `);
  const head = { ...headers, host: url.host, 'content-type': 'application/json', 'content-length': '10' };
  const lines = Object.entries({ ...head, accept: 'application/json, text/event-stream' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  slowBody.write(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`);
  const mcp = await connectMcp(server);
  for (const socket of [slowHeaders, slowBody]) expect(await text(socket)).toMatch(/^HTTP\/1.1 408 Request Timeout/u);
  expect((await mcp.listTools()).tools).toHaveLength(1);
  client.channel.destroy();
  await mcp.close();
});

test('there is a limit for MCP sessions and for their open responses; an idle session gives way', async () => {
  const { client, server } = await gardenPair(agent, { limits: { connections: 2, streams: 1 } });
  const sessions = [await beginSession(server), await beginSession(server)];
  const streams = await Promise.all(sessions.map((headers) => send(server, { method: 'GET', headers })));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await statusOf(server, { body: initialize })).status).toBe(503);
  const [first = {}] = sessions;
  expect((await statusOf(server, { headers: first, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status).toBe(
    503,
  );
  streams[0]?.destroy();
  let status = 503;
  // The server learns of the end of the stream in its own time.
  while (status === 503) ({ status } = await statusOf(server, { body: initialize }));
  expect(status).toBe(200);
  expect(client.all('mcp/disconnect').map(({ params }) => params)).toEqual([{ connectionId: 'c1' }]);
  client.channel.destroy();
});

test('an MCP session without a request or a stream ends after a time, and the provider is told', async () => {
  const clock = new VirtualClock();
  const { client, server } = await gardenPair(agent, { clock, limits: { idleTimeout: 1000 } });
  const headers = await beginSession(server);
  await vi.waitUntil(() => clock.pending > 0);
  await clock.advance(999);
  expect(client.all('mcp/disconnect')).toEqual([]);
  await clock.advance(1);
  await client.until(() => client.all('mcp/disconnect').length > 0);
  expect((await statusOf(server, { headers, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status).toBe(404);
  client.channel.destroy();
});
