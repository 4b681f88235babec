/** The header and status matrix of the endpoint, over both versions of HTTP. */
import { serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { describe, expect, test } from 'vitest';

import { RawHttp, type HttpVersion, type RawRequest } from '../support/raw-http.ts';
import { initializeRequest, ServedProgram } from '../support/served-program.ts';

const json = { 'content-type': 'application/json' };
const events = { accept: 'text/event-stream' };
const initialize = initializeRequest();
const newSession = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'session/new',
  params: { cwd: '/w', mcpServers: [] },
});
const prompt = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'session/prompt',
  params: { sessionId: 's1', prompt: [] },
});
const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's1' } });
const custom = JSON.stringify({ jsonrpc: '2.0', method: '_x/y', params: { sessionId: 's1' } });
const unnamed = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'session/prompt', params: {} });

/** Stands for the id of a connection that is there. */
const known = 'KNOWN';
const here = { 'acp-connection-id': known };
const s1 = { 'acp-session-id': 's1' };

type Row = readonly [title: string, request: RawRequest, status: number];

const rows: readonly Row[] = [
  ['initialize', { method: 'POST', headers: json, body: initialize }, 200],
  [
    'initialize with a charset',
    { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-8' }, body: initialize },
    200,
  ],
  ['initialize in another type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: initialize }, 415],
  ['initialize without a type', { method: 'POST', body: initialize }, 415],
  ['initialize on a connection', { method: 'POST', headers: { ...json, ...here }, body: initialize }, 400],
  ['a request without a connection', { method: 'POST', headers: json, body: newSession }, 400],
  [
    'a request on an unknown connection',
    { method: 'POST', headers: { ...json, 'acp-connection-id': 'unknown' }, body: newSession },
    404,
  ],
  ['a request on a connection', { method: 'POST', headers: { ...json, ...here }, body: newSession }, 202],
  ['a session request', { method: 'POST', headers: { ...json, ...here, ...s1 }, body: prompt }, 202],
  ['a session request without its header', { method: 'POST', headers: { ...json, ...here }, body: prompt }, 400],
  [
    'a session request under another header',
    { method: 'POST', headers: { ...json, ...here, 'acp-session-id': 's2' }, body: prompt },
    400,
  ],
  ['a session notification without its header', { method: 'POST', headers: { ...json, ...here }, body: cancel }, 400],
  ['a session notification', { method: 'POST', headers: { ...json, ...here, ...s1 }, body: cancel }, 202],
  [
    'a custom method with a session without its header',
    { method: 'POST', headers: { ...json, ...here }, body: custom },
    400,
  ],
  ['a session method that names no session', { method: 'POST', headers: { ...json, ...here }, body: unnamed }, 400],
  [
    'an unknown protocol version header',
    { method: 'POST', headers: { ...json, ...here, 'acp-protocol-version': '99' }, body: newSession },
    202,
  ],
  ['a batch', { method: 'POST', headers: { ...json, ...here }, body: `[${newSession}]` }, 501],
  ['an empty batch', { method: 'POST', headers: json, body: '[]' }, 501],
  ['no JSON', { method: 'POST', headers: { ...json, ...here }, body: '{"jsonrpc":' }, 400],
  ['no body', { method: 'POST', headers: { ...json, ...here } }, 400],
  ['a JSON string', { method: 'POST', headers: { ...json, ...here }, body: '"hello"' }, 400],
  [
    'bytes that are not UTF-8',
    { method: 'POST', headers: { ...json, ...here }, body: Buffer.from([0x22, 0xff, 0x22]) },
    400,
  ],
  ['an object that is no message', { method: 'POST', headers: { ...json, ...here }, body: '{"foo":1}' }, 202],
  [
    'a place that is no number',
    { method: 'POST', headers: { ...json, ...here, 'acp-sequence': 'first' }, body: newSession },
    400,
  ],
  ['a stream of the connection', { method: 'GET', headers: { ...events, ...here } }, 200],
  [
    'a stream among other types',
    { method: 'GET', headers: { accept: 'text/html, text/event-stream;q=0.9', ...here } },
    200,
  ],
  ['a stream that does not accept events', { method: 'GET', headers: { accept: 'application/json', ...here } }, 406],
  ['a stream that accepts nothing', { method: 'GET', headers: here }, 406],
  ['a stream without a connection', { method: 'GET', headers: events }, 400],
  ['a stream of an unknown connection', { method: 'GET', headers: { ...events, 'acp-connection-id': 'unknown' } }, 404],
  ['a stream of a session that is not open yet', { method: 'GET', headers: { ...events, ...here, ...s1 } }, 200],
  ['DELETE', { method: 'DELETE', headers: here }, 202],
  ['DELETE without a connection', { method: 'DELETE' }, 400],
  ['DELETE of an unknown connection', { method: 'DELETE', headers: { 'acp-connection-id': 'unknown' } }, 404],
  ['PUT', { method: 'PUT', headers: { ...json, ...here }, body: newSession }, 405],
  ['PATCH', { method: 'PATCH', headers: { ...json, ...here }, body: newSession }, 405],
  ['OPTIONS', { method: 'OPTIONS', headers: here }, 405],
  ['HEAD', { method: 'HEAD', headers: here }, 405],
  ['another path', { method: 'POST', path: '/other', headers: json, body: initialize }, 404],
  ['a path that only begins like ours', { method: 'POST', path: '/acp/more', headers: json, body: initialize }, 404],
  ['our path with a query', { method: 'POST', path: '/acp?a=b', headers: json, body: initialize }, 200],
  ['a foreign host', { method: 'POST', headers: { ...json, host: 'evil.example' }, body: initialize }, 403],
  [
    'a foreign host with our port',
    { method: 'POST', headers: { ...json, host: 'evil.example:80' }, body: initialize },
    403,
  ],
  ['a loopback name', { method: 'POST', headers: { ...json, host: 'localhost:1' }, body: initialize }, 200],
  [
    'a page of another origin',
    { method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: initialize },
    403,
  ],
  [
    'a page without an origin of its own',
    { method: 'POST', headers: { ...json, origin: 'null' }, body: initialize },
    403,
  ],
  [
    'a stream for a page of another origin',
    { method: 'GET', headers: { ...events, ...here, origin: 'https://evil.example' } },
    403,
  ],
  ['a long session id', { method: 'GET', headers: { ...events, ...here, 'acp-session-id': 'x'.repeat(1025) } }, 400],
  [
    'a long request id',
    {
      method: 'POST',
      headers: { ...json, ...here },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(1025), method: '_a' }),
    },
    400,
  ],
];

async function serve(options: ServeOptions = {}): Promise<{ serving: HttpServing; program: ServedProgram }> {
  const program = new ServedProgram();
  return { serving: await serveHttp(program, options), program };
}

async function connectTo(client: RawHttp, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { headers: replied } = await client.post(initialize, headers);
  return String(replied['acp-connection-id']);
}

describe.each([1, 2] as const)('over HTTP/%d', (version: HttpVersion) => {
  test.each(rows)('%s', async (_title, request, status) => {
    const { serving } = await serve();
    await using closing = serving;
    using client = new RawHttp(closing.url, version);
    const connection = await connectTo(client);
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name, value.replace(known, connection)]),
    );
    const isStream = request.method === 'GET' && status === 200;
    const reply = isStream ? await client.stream(headers) : await client.ask({ ...request, headers: { ...headers } });
    expect(reply.status).toBe(status);
  });
});
