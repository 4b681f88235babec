/**
 * The sabotages about proxies, MCP servers of clients, notices, compactions and subagents change the messages of their
 * rules and no others.
 *
 * The proxy takes the place of the agent, its conductor that of the client.
 */
import { expect, test } from 'vitest';

import { chainSabotages } from './proxies.ts';
import { noticeSabotages } from './notices.ts';
import { affected, agent, client, update, type Line } from './conversation.ts';

const envelope = 'proxy/successor';
const said = { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} };
const offered = { ...said, capabilities: { session: { mcp: { acp: {} } } } };

const chain: readonly Line[] = [
  client('start', { id: 1, method: 'proxy/initialize', params: said }),
  agent('initialize', { id: 'a1', method: envelope, params: { method: 'initialize', params: said } }),
  client('initialize response', { id: 'a1', result: offered }),
  agent('start answered', { id: 1, result: offered }),
  client('list', { id: 2, method: 'session/list', params: { _meta: { a: 1 } } }),
  agent('list passed on', {
    id: 'a2',
    method: envelope,
    params: { method: 'session/list', params: { _meta: { a: 1 } } },
  }),
  client('list cancelled', { method: '$/cancel_request', params: { requestId: 2 } }),
  agent('cancel', { method: '$/cancel_request', params: { requestId: 'a2' } }),
  client('list refused', { id: 'a2', error: { code: -32_800, message: 'Cancelled' } }),
  agent('refusal passed on', { id: 2, error: { code: -32_800, message: 'Cancelled' } }),
  client('note', { method: 'session/cancel', params: { sessionId: 's' } }),
  agent('note passed on', { method: envelope, params: { method: 'session/cancel', params: { sessionId: 's' } } }),
  client('question', { id: 3, method: envelope, params: { method: '_ask', params: {} } }),
  agent('question passed on', { id: 'c1', method: '_ask', params: {} }),
  client('question answered', { id: 'c1', result: {} }),
  agent('answer passed on', { id: 3, result: {} }),
];

const older = { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { acp: true } } };
const olderChain: readonly Line[] = [
  client('start', { id: 1, method: 'proxy/initialize', params: { protocolVersion: 1 } }),
  agent('initialize', {
    id: 'a1',
    method: envelope,
    params: { method: 'initialize', params: { protocolVersion: 1 } },
  }),
  client('initialize response', { id: 'a1', result: older }),
  agent('start answered', { id: 1, result: older }),
];

const bare = { connectionId: 'c2', method: 'tools/list' };
const garden: readonly Line[] = [
  client('initialize', { id: 1, method: 'initialize', params: said }),
  agent('initialize answered', { id: 1, result: { ...said, capabilities: { session: {} } } }),
  client('new', { id: 2, method: 'session/new', params: { cwd: '/g', mcpServers: [{ type: 'acp', serverId: 'g' }] } }),
  agent('new answered', { id: 2, result: { sessionId: 's' } }),
  client('new with an address', {
    id: 3,
    method: 'session/new',
    params: { cwd: '/g', mcpServers: [{ type: 'http', name: 'g', url: 'http://127.0.0.1/g' }] },
  }),
  agent('new with an address answered', { id: 3, result: { sessionId: 't' } }),
  ...['c1', 'c2'].flatMap((connectionId) => [
    agent(`connect ${connectionId}`, {
      id: connectionId,
      method: 'mcp/connect',
      params: { serverId: 'g', acpId: 'g' },
    }),
    client(`connect ${connectionId} answered`, { id: connectionId, result: { connectionId } }),
  ]),
  agent('tools', { id: 2, method: 'mcp/message', params: bare }),
  client('tools answered', { id: 2, result: { tools: [] } }),
  client('roots', { id: 3, method: 'mcp/message', params: { ...bare, method: 'roots/list' } }),
  agent('roots answered', { id: 3, result: { roots: [] } }),
  client('late', { id: 4, method: 'mcp/message', params: { ...bare, method: 'ping' } }),
  agent('late answered', { id: 4, error: { code: -32_602, message: 'No' } }),
  agent('unconnected', { id: 5, method: 'mcp/message', params: { serverId: 'g', requestId: '1', method: 'ping' } }),
  client('unconnected answered', { id: 5, result: { result: {}, error: { code: 1, message: 'No' } } }),
  agent('unknown', { id: 6, method: 'mcp/message', params: { serverId: 'x', requestId: '2', method: 'ping' } }),
  client('unknown answered', { id: 6, error: { code: -33_001, message: 'No' } }),
];

const compaction = (name: string, status: string): Line =>
  update(name, 'compaction_update', { compactionId: 'c', status });
const session: readonly Line[] = [
  update('notice', 'notice', { severity: 'info', title: 'T' }),
  compaction('begun', 'in_progress'),
  update('chunk', 'compaction_summary_chunk', { compactionId: 'c', content: { type: 'text', text: 'a' } }),
  compaction('failed', 'failed'),
  compaction('completed', 'completed'),
  client('early cancel', { method: 'session/cancel', params: { sessionId: 's' } }),
  update('child', 'subagent_update', { sessionId: 'child' }),
  client('cancel', { method: 'session/cancel', params: { sessionId: 's' } }),
  client('cancel of another', { method: 'session/cancel', params: { sessionId: 't' } }),
  client('resume', { id: 1, method: 'session/resume', params: { sessionId: 's' } }),
  agent('resumed', { id: 1, result: {} }),
];

/** The messages that each sabotage changes. */
const rows: Readonly<Record<string, readonly [lines: readonly Line[], side: Line['from'], names: string]>> = {
  'PROXY-02': [chain, 'agent', 'initialize'],
  'PROXY-03': [chain, 'agent', 'start'],
  'PROXY-04': [chain, 'agent', 'note passed on'],
  'PROXY-05': [chain, 'agent', 'refusal passed on'],
  'PROXY-06': [chain, 'agent', 'question'],
  'PROXY-07': [chain, 'agent', 'list passed on'],
  'PROXY-08': [chain, 'agent', 'cancel'],
  'PROXY-09': [chain, 'agent', 'start answered'],
  'PROXY-13': [olderChain, 'agent', 'start answered'],
  'MCP-01': [garden, 'client', 'initialize answered'],
  'MCP-02': [garden, 'client', 'new'],
  'MCP-03': [garden, 'agent', 'tools'],
  'MCP-04': [garden, 'agent', 'roots answered'],
  'MCP-05': [garden, 'agent', 'late answered'],
  'MCP-06': [garden, 'agent', 'unconnected|unknown'],
  'MCP-07': [garden, 'client', 'unknown answered'],
  'MCP-08': [garden, 'agent', 'unconnected answered'],
  'MCP-09': [garden, 'client', 'new with an address'],
  'MCP-10': [garden, 'agent', 'connect c1|connect c2'],
  'NOTICE-02': [session, 'agent', 'resumed'],
  'COMP-02': [session, 'agent', 'begun'],
  'COMP-03': [session, 'agent', 'failed'],
  'SUB-01': [session, 'agent', 'child'],
  'SUB-02': [session, 'client', 'cancel'],
};

test('the sabotages about proxies, notices and compactions are proved here, rule by rule', () => {
  expect(Object.keys(rows)).toEqual([...Object.keys(chainSabotages), ...Object.keys(noticeSabotages)]);
});

test.each(Object.entries(rows))('%s shows where it belongs and nowhere else', async (id, [lines, side, names]) => {
  expect(await affected(lines, side, id)).toEqual(names.split('|'));
});
