/** MCP servers of proxies from before the specification. */
import { expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import {
  answersInitialize,
  initializeParams,
  initializesByItself,
  notification,
  rawAgent,
  RawEnd,
  rawProxy,
  request,
  result,
  wrap,
} from '../raw-component.test-support.ts';

const envelope = '_proxy/successor';

async function stand() {
  const [first, last] = [rawProxy('older'), rawAgent('agent')];
  initializesByItself(first, envelope);
  answersInitialize(last);
  const client = new RawEnd(chain(first, last).start());
  await client.send(request('start', 'initialize', initializeParams));
  const declared = [
    { type: 'http', name: 'tools', url: 'acp:1234', headers: [], _meta: { x: 1 } },
    { type: 'http', name: 'web', url: 'https://example.com/mcp', headers: [] },
  ];
  await first.end.send(wrap('session/new', { cwd: '/', mcpServers: declared }, 'n', envelope));
  return { client, first: first.end, agent: last.end, declared };
}

test('an address that begins with acp: is declared as a server over the connection; others stay', async () => {
  const { agent, declared } = await stand();
  expect(agent.last).toMatchObject({
    method: 'session/new',
    params: {
      mcpServers: [{ type: 'acp', name: 'tools', id: 'acp:1234', serverId: 'acp:1234', _meta: { x: 1 } }, declared[1]],
    },
  });
});

test('the proxy is connected to, asked and left in its own words', async () => {
  const { agent, first } = await stand();
  await agent.send(request(1, 'mcp/connect', { serverId: 'acp:1234', _meta: { y: 1 } }));
  expect(first.last).toEqual(wrap('_mcp/connect', { acp_id: 'acp:1234', _meta: { y: 1 } }, first.last['id'], envelope));
  await first.send(result(first.last['id'], { connection_id: 'c' }));
  expect(agent.last).toEqual(result(1, { connectionId: 'c' }));
  const list = { connectionId: 'c', method: 'tools/list' };
  await agent.send(request(2, 'mcp/message', list), notification('mcp/message', list));
  expect(first.received.slice(-2)).toEqual([
    wrap('_mcp/message', list, first.received.at(-2)?.['id'], envelope),
    wrap('_mcp/message', list, undefined, envelope),
  ]);
  await first.send(result(first.received.at(-2)?.['id'], { tools: [] }));
  expect(agent.last).toEqual(result(2, { tools: [] }));
  await first.send(wrap('_mcp/message', { connectionId: 'c', method: 'sampling/createMessage' }, 's', envelope));
  expect(agent.last).toMatchObject({ method: 'mcp/message', params: { connectionId: 'c' } });
  await agent.send(request(3, 'mcp/disconnect', { connectionId: 'c' }));
  expect(agent.last).toEqual(result(3, {}));
  expect(first.last).toEqual(wrap('_mcp/disconnect', { connection_id: 'c' }, undefined, envelope));
});

test('the two kinds of messages of the oldest proxies are messages too', async () => {
  const { agent, first } = await stand();
  await first.send(
    wrap('_mcp/notification', { connection_id: 'c', method: 'notifications/progress' }, undefined, envelope),
  );
  expect(agent.last).toEqual(notification('mcp/message', { method: 'notifications/progress', connectionId: 'c' }));
});

test('servers of others, and proxies that speak of the specification, are left alone', async () => {
  const { agent, first } = await stand();
  await agent.send(request(1, 'mcp/connect', { serverId: 'other' }), request(2, 'mcp/message', { connectionId: 'z' }));
  expect(first.received.slice(-2)).toEqual([
    wrap('mcp/connect', { serverId: 'other' }, first.received.at(-2)?.['id'], envelope),
    wrap('mcp/message', { connectionId: 'z' }, first.last['id'], envelope),
  ]);
  const declared = [{ type: 'acp', name: 'new', serverId: 's' }];
  await first.send(wrap('session/new', { cwd: '/', mcpServers: declared }, 'm', envelope));
  expect(agent.last).toMatchObject({ params: { mcpServers: declared } });
});
