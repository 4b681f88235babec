import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import type { McpMessage } from '../../transport/mcp-transport.ts';
import type { McpConnection } from './mcp-connection.ts';
import { McpConnections } from './mcp-connections.ts';

interface Sent {
  readonly id?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

/** The connections of an agent, what they send to the provider, and what one MCP client gets. */
function made(): {
  readonly connections: McpConnections;
  readonly connection: McpConnection;
  readonly sent: readonly Sent[];
  readonly delivered: readonly McpMessage[];
  readonly ends: readonly string[];
  readonly answer: (number: number, answer: object) => void;
} {
  const sent: Sent[] = [];
  const delivered: McpMessage[] = [];
  const ends: string[] = [];
  const connections = new McpConnections((message) => sent.push(message));
  const connection = connections.open('roses', {
    deliver: (message) => delivered.push(message),
    closed: () => ends.push('closed'),
  });
  const answer = (number: number, response: object): void => {
    connections.take({ ...response, id: sent[number]?.id ?? null }, true);
  };
  return { connections, connection, sent, delivered, ends, answer };
}

const ping = (id: number): McpMessage => ({ jsonrpc: '2.0', id, method: 'ping' });
const connected = { result: { connectionId: 'c1' } };

test('nothing is sent before the first message, and messages wait for the connection in their order', () => {
  const { connection, sent, answer } = made();
  expect(sent).toEqual([]);
  for (const id of [1, 2]) connection.receive(ping(id));
  expect(sent.map(({ method }) => method)).toEqual(['mcp/connect']);
  answer(0, connected);
  expect(sent.slice(1).map(({ params }) => params)).toEqual([
    { connectionId: 'c1', method: 'ping' },
    { connectionId: 'c1', method: 'ping' },
  ]);
});

test('a connection that is closed while it opens is disconnected when it is open', () => {
  const { connection, sent, ends, answer } = made();
  connection.receive(ping(1));
  connection.close();
  connection.close();
  answer(0, connected);
  expect(sent.map(({ method, params }) => [method, params?.['connectionId']])).toEqual([
    ['mcp/connect', undefined],
    ['mcp/disconnect', 'c1'],
  ]);
  expect(ends).toEqual(['closed']);
});

test('a connection without a message is closed without a word', () => {
  const { connection, sent, ends } = made();
  connection.close();
  expect([sent, ends]).toEqual([[], ['closed']]);
});

test('a provider that answers without a connectionId, or with an error that is none, fails what was asked', () => {
  for (const response of [{ result: {} }, { result: null }, { error: 'broken' }]) {
    const { connection, delivered, ends, answer } = made();
    connection.receive(ping(1));
    answer(0, response);
    expect(delivered).toMatchObject([{ id: 1, error: { code: expect.any(Number) as number } }]);
    expect(ends).toEqual(['closed']);
  }
});

test('requests of the provider fail when the MCP client is gone, and later ones are refused', () => {
  const { connections, connection, sent, answer } = made();
  connection.receive(ping(1));
  answer(0, connected);
  const ask = { method: 'mcp/message', params: { connectionId: 'c1', method: 'roots/list' } };
  connections.take({ ...ask, id: 'a' }, true);
  connection.close();
  connections.take({ ...ask, id: 'b' }, true);
  const answers = sent.filter(({ error }) => error !== undefined).map(({ id, error }) => [id, error?.code]);
  expect(answers).toEqual([
    ['a', -33_001],
    ['b', -32_602],
  ]);
});

test('ids of requests that the MCP client uses again, and responses that come late, do no harm', () => {
  const { connection, sent, delivered, answer } = made();
  connection.receive(ping(1));
  answer(0, connected);
  connection.receive(ping(1));
  answer(1, { result: { first: true } });
  answer(2, { result: { second: true } });
  answer(2, { result: { third: true } });
  expect(delivered).toEqual([{ jsonrpc: '2.0', id: 1, result: { second: true } }]);
  expect(sent).toHaveLength(3);
});

test('messages that are not for the bridge are left to the agent', () => {
  const { connections } = made();
  for (const message of [
    { id: 1, result: {} },
    { id: 'mcp-bridge-1', result: {} },
    { method: '$/cancel_request', params: { requestId: 1 } },
    { method: '$/cancel_request' },
    { id: 2, method: 'session/prompt', params: {} },
  ])
    expect(connections.take(message, true)).toBe(false);
  const unknown = { id: 3, method: 'mcp/message', params: { connectionId: 'of the agent', method: 'ping' } };
  expect(connections.take(unknown, false)).toBe(false);
});

test('all connections can be closed, and their providers are told', () => {
  const { connections, connection, sent, ends, answer } = made();
  connection.receive(ping(1));
  answer(0, connected);
  connections.closeAll();
  expect(sent.slice(2).map(({ method }) => method)).toEqual(['$/cancel_request', 'mcp/disconnect']);
  expect(ends).toEqual(['closed']);
});

test('at the end everything that waits is answered, and nothing more is sent', async () => {
  const { connections, connection, sent, delivered, ends, answer } = made();
  connection.receive(ping(1));
  answer(0, connected);
  connections.end();
  expect(delivered).toMatchObject([{ id: 1, error: { message: expect.stringContaining('has ended') as string } }]);
  expect(ends).toEqual(['closed']);
  const late: McpMessage[] = [];
  const other = connections.open('lilies', { deliver: (message) => late.push(message), closed: () => undefined });
  other.receive(ping(2));
  await settled();
  expect(late).toMatchObject([{ id: 2, error: { message: expect.stringContaining('has ended') as string } }]);
  expect(sent.map(({ method }) => method)).toEqual(['mcp/connect', 'mcp/message']);
});
