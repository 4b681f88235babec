/** The W3C trace of MCP messages through the bridge: in their `_meta`, or in the headers of the request. */
import { expect, test } from 'vitest';

import { connectMcp, gardenPair } from '../garden.test-support.ts';
import { initializeResults, type Fields } from '../raw-side.test-support.ts';
import { beginSession, statusOf } from './http-requests.test-support.ts';

const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'garden=rose' };
const other = { traceparent: '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

/** The params of `mcp/message` for a call, as the client gets them. */
async function asked(headers: Readonly<Record<string, string>>, _meta?: Fields): Promise<Fields | undefined> {
  const { client, server } = await gardenPair(initializeResults[2]({ http: {} }));
  const session = await beginSession(server);
  const params = { name: 'water', ...(_meta === undefined ? {} : { _meta }) };
  await statusOf(server, {
    headers: { ...session, ...headers },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  client.channel.destroy();
  return client.all('mcp/message').find((message) => message.params?.['method'] === 'tools/call')?.params;
}

test('headers of the HTTP request are the trace of a message that has none', async () => {
  expect(await asked(trace)).toMatchObject({ _meta: trace, params: { name: 'water', _meta: trace } });
  expect(await asked(trace, { progressToken: 3 })).toMatchObject({ params: { _meta: { ...trace, progressToken: 3 } } });
});

test('the trace of the message itself counts before that of the request', async () => {
  expect(await asked(trace, other)).toMatchObject({ _meta: other, params: { _meta: other } });
});

test('without a trace nothing is added', async () => {
  const params = await asked({});
  expect(params).not.toHaveProperty('_meta');
  expect(params?.['params']).toEqual({ name: 'water' });
});

test('a program of the bridge passes the trace of a message on as well', async () => {
  const { client, server } = await gardenPair(initializeResults[1]());
  const mcp = await connectMcp(server);
  await mcp.callTool({ name: 'water', arguments: {}, _meta: trace });
  const { params } = await client.find((message) => message.params?.['method'] === 'tools/call');
  expect(params).toMatchObject({ _meta: trace, params: { _meta: trace } });
  await mcp.close();
  client.channel.destroy();
});
