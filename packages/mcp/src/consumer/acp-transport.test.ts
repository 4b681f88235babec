/** MCP messages over the connection of a client, one by one. */
import { memoryPair, RpcError, rpcCodes } from '@acp-stack/rpc';
import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { acpTransport, type McpMessage, type McpTransport } from '../index.ts';

interface ModelFixture {
  readonly transport: McpTransport;
  /** What the MCP client on our side was told. */
  readonly heard: McpMessage[];
  readonly connection: ClientConnection;
  readonly asked: string[];
}

/** A transport to a server of the client that answers with the method it was asked for. */
async function fixture(hasConnections = true): Promise<ModelFixture> {
  const [left, right] = memoryPair();
  const app = agent({ name: 'test', version: '1.0.0' }, { mcp: ['acp'] }).onPrompt(() => undefined);
  const { raw } = app.connect(left);
  const asked: string[] = [];
  const connection = await client({ name: 'editor', version: '1.0.0' })
    .on('mcp/connect', () => {
      if (!hasConnections) throw new RpcError(rpcCodes.methodNotFound, 'No such method.');
      return { connectionId: 'c1' };
    })
    .on('mcp/disconnect', () => {
      asked.push('disconnect');
      return {};
    })
    .on('mcp/message', ({ method }, { signal }) => {
      asked.push(method);
      if (method !== 'tools/call') return { method };
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          asked.push(`cancelled ${method}`);
          resolve({});
        });
      });
    })
    .onNotification('mcp/message', ({ method }) => {
      asked.push(`told ${method}`);
    })
    .connect(right);
  const transport = acpTransport(raw, 's1');
  const heard: McpMessage[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
  transport.onmessage = (message: McpMessage) => void heard.push(message);
  await transport.start();
  return { transport, heard, connection, asked };
}

describe('a server on the side of the client', () => {
  test('gets requests and notifications, in their order, and its answers come back (MCP-04)', async () => {
    const { transport, heard, connection, asked } = await fixture();
    await transport.send({ jsonrpc: '2.0', id: 7, method: 'tools/list' });
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await connection.request('session/list', {});
    expect(asked).toEqual(['tools/list', 'told notifications/initialized']);
    expect(heard).toEqual([{ jsonrpc: '2.0', id: 7, result: { method: 'tools/list' } }]);
  });

  test.each([
    ['over a connection', true],
    ['without one', false],
  ])('is told %s that a request is cancelled, and its answer is not waited for', async (_, isConnected) => {
    const { transport, heard, connection, asked } = await fixture(isConnected);
    await transport.send({ jsonrpc: '2.0', id: 7, method: 'tools/call' });
    await connection.request('session/list', {});
    await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    await connection.request('session/list', {});
    // The id in the notification of MCP means nothing to the other side, so only the call itself is cancelled.
    expect(asked).toEqual(['tools/call', 'cancelled tools/call']);
    expect(heard).toEqual([]);
  });

  test('may ask, and gets the answer or the error (MCP-04)', async () => {
    const { transport, heard, connection } = await fixture();
    const ask = (method: string): Promise<unknown> =>
      connection.request('mcp/message', { connectionId: 'c1', method, params: { a: 1 } });
    const [first, second] = [ask('roots/list'), ask('sampling/createMessage').catch((error: unknown) => error)];
    await connection.request('session/list', {});
    expect(heard).toMatchObject([{ id: 'acp-1', method: 'roots/list', params: { a: 1 } }, { id: 'acp-2' }]);
    await transport.send({ jsonrpc: '2.0', id: 'acp-2', error: { code: -1, message: 'No.' } });
    await transport.send({ jsonrpc: '2.0', id: 'acp-1', result: { roots: [] } });
    expect(await first).toEqual({ roots: [] });
    expect(await second).toMatchObject({ code: -1, message: 'No.' });
  });

  test('may take a question back', async () => {
    const { heard, connection } = await fixture();
    const controller = new AbortController();
    const params = { connectionId: 'c1', method: 'roots/list' };
    const asked = connection.request('mcp/message', params, { signal: controller.signal }).catch(() => 'taken back');
    await connection.request('session/list', {});
    controller.abort();
    expect(await asked).toBe('taken back');
    expect(heard.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 'acp-1' } });
  });

  test('is let go once, and with it what it has asked (MCP-05)', async () => {
    const { transport, connection, asked } = await fixture();
    const params = { connectionId: 'c1', method: 'roots/list' };
    const open = connection.request('mcp/message', params).catch((error: unknown) => error);
    await connection.request('session/list', {});
    let ends = 0;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
    transport.onclose = () => (ends += 1);
    await transport.close();
    await transport.close();
    expect({ ends, asked }).toEqual({ ends: 1, asked: ['disconnect'] });
    expect(await open).toMatchObject({ code: -32_603 });
    await expect(connection.request('mcp/message', params)).rejects.toMatchObject({ code: -32_602 });
  });

  test('ends with the connection of the client', async () => {
    const { transport, connection } = await fixture();
    const ended = new Promise<void>((resolve) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
      transport.onclose = resolve;
    });
    await connection.close();
    await ended;
  });
});
