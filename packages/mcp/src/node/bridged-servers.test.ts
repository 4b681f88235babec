/** What an agent with the official MCP client can do with a server of its client, over HTTP and over stdio. */
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import { connectMcp, gardenPair } from './garden.test-support.ts';
import { declaredServers, initializeResults, type Fields, type RawSide } from './raw-side.test-support.ts';

const agents: readonly (readonly [string, Fields])[] = [
  ['HTTP, version 1', initializeResults[1]({ http: true })],
  ['stdio, version 2', initializeResults[2]({ stdio: {} })],
  ['HTTP, version 2', initializeResults[2]({ http: {} })],
  ['stdio, version 1', initializeResults[1]()],
];

/** The inner messages of one method that the provider got. */
const inner = (client: RawSide, method: string): readonly Fields[] =>
  client.all('mcp/message').flatMap(({ params }) => (params?.['method'] === method ? [params] : []));

// The version decides about declarations only, so each way is tested in full with one of the two.
const inFull = agents.slice(0, 2);

describe.each(agents)('a server of the client over %s', (_name, initialize) => {
  test('offers its tools, each MCP connection on its own', async () => {
    const { client, server } = await gardenPair(initialize);
    const [first, second] = await Promise.all([connectMcp(server), connectMcp(server)]);
    expect((await first.listTools()).tools.map(({ name: tool }) => tool)).toEqual(['water']);
    const { content } = await second.callTool({ name: 'water', arguments: { litres: 3 } });
    expect(content).toEqual([{ type: 'text', text: '{"litres":3}' }]);
    expect(client.all('mcp/connect').map(({ params }) => params)).toEqual([
      { serverId: 'g', acpId: 'g' },
      { serverId: 'g', acpId: 'g' },
    ]);
    expect(inner(client, 'tools/list')[0]?.['connectionId']).not.toBe(inner(client, 'tools/call')[0]?.['connectionId']);
    client.channel.destroy();
    await Promise.all([first.close(), second.close()]);
  });
});

describe.each(inFull)('a server of the client over %s', (_name, initialize) => {
  test('is told when an MCP connection ends', async () => {
    const { client, server } = await gardenPair(initialize);
    const mcp = await connectMcp(server);
    await (mcp.transport as Partial<StreamableHTTPClientTransport>).terminateSession?.();
    await mcp.close();
    await client.until(() => client.all('mcp/disconnect').length > 0);
    expect(client.all('mcp/disconnect').map(({ params }) => params)).toEqual([{ connectionId: 'c1' }]);
    client.channel.destroy();
  });

  test('fails with the error of the provider', async () => {
    const { client, server } = await gardenPair(initialize);
    client.on('mcp/connect', () => {
      throw Object.assign(new Error(), { toObject: () => ({ code: -33_001, message: 'The garden is closed.' }) });
    });
    await expect(connectMcp(server)).rejects.toThrow('The garden is closed.');
    client.channel.destroy();
  });

  test('reports progress of a call, and asks for roots, samples and forms while it runs', async () => {
    const asked: unknown[] = [];
    const { client, server } = await gardenPair(initialize, {
      answers: {
        'tools/call': async ({ _meta }, connectionId) => {
          const { progressToken } = Object(_meta) as Fields;
          const params = { progressToken, progress: 1, total: 2 };
          client.send({ method: 'mcp/message', params: { connectionId, method: 'notifications/progress', params } });
          for (const method of ['roots/list', 'sampling/createMessage', 'elicitation/create']) {
            const given = method === 'elicitation/create' ? { message: 'How deep?', requestedSchema: form } : sample;
            asked.push((await client.ask('mcp/message', { connectionId, method, params: given })).result);
          }
          return { content: [] };
        },
      },
    });
    const mcp = await connectMcp(server);
    const seen: unknown[] = [];
    await mcp.callTool({ name: 'water' }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
    expect(asked).toMatchObject([
      { roots: [{ uri: 'file:///garden' }] },
      { content: { text: 'sampled' } },
      { action: 'accept', content: { depth: 3 } },
    ]);
    client.channel.destroy();
    await mcp.close();
  });

  test('says that its tools have changed, also while no call runs', async () => {
    const { client, server } = await gardenPair(initialize);
    const mcp = await connectMcp(server);
    const changed = new Promise<void>((resolve) => {
      mcp.setNotificationHandler('notifications/tools/list_changed', () => {
        resolve();
      });
    });
    const params = { connectionId: 'c1', method: 'notifications/tools/list_changed' };
    client.send({ method: 'mcp/message', params });
    await changed;
    client.channel.destroy();
    await mcp.close();
  });

  test('learns of a call that is cancelled, by the id of the request that carries it', async () => {
    const { client, server } = await gardenPair(initialize, {
      answers: { 'tools/call': () => new Promise(() => undefined) },
    });
    const mcp = await connectMcp(server);
    const controller = new AbortController();
    const call = mcp.callTool({ name: 'water' }, { signal: controller.signal });
    await client.until(() => inner(client, 'tools/call').length > 0);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await client.until(() => client.all('$/cancel_request').length > 0);
    const carrier = client.all('mcp/message').find(({ params }) => params?.['method'] === 'tools/call');
    expect(client.all('$/cancel_request')[0]?.params).toEqual({ requestId: carrier?.id });
    expect(inner(client, 'notifications/cancelled')).toEqual([]);
    client.channel.destroy();
    await mcp.close();
  });

  test('cancels what it has asked the agent for', async () => {
    const { client, server } = await gardenPair(initialize);
    const mcp = await connectMcp(server);
    let aborted = (): void => undefined;
    const isAborted = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    mcp.setRequestHandler('roots/list', async (_request, { mcpReq }) => {
      begun();
      mcpReq.signal.addEventListener('abort', aborted);
      return new Promise(() => undefined);
    });
    const asked = client.ask('mcp/message', { connectionId: 'c1', method: 'roots/list' }, 'ask-1');
    await hasBegun;
    client.send({ method: '$/cancel_request', params: { requestId: 'ask-1' } });
    expect((await asked).error?.code).toBe(-32_800);
    await isAborted;
    client.channel.destroy();
    await mcp.close();
  });

  test('carries messages of 10 MB in both directions', async () => {
    const { client, server } = await gardenPair(initialize, {
      answers: { 'tools/call': (params) => ({ content: [{ type: 'text', text: Object(params['arguments']).text }] }) },
    });
    const mcp = await connectMcp(server);
    const text = 'x'.repeat(10_000_000);
    const { content } = await mcp.callTool({ name: 'water', arguments: { text } });
    expect((content[0] as { text: string }).text === text).toBe(true);
    client.channel.destroy();
    await mcp.close();
  });

  test('ends with the channel of the agent, and the provider is told', async () => {
    const { client, agent, server } = await gardenPair(initialize);
    const mcp = await connectMcp(server);
    await agent.channel.end();
    await client.until(() => client.hasEnded);
    expect(client.all('mcp/disconnect').map(({ params }) => params)).toEqual([{ connectionId: 'c1' }]);
    await expect(mcp.listTools()).rejects.toThrow();
    client.channel.destroy();
    await mcp.close();
  });

  test('ends with its session, while the servers of others go on', async () => {
    const { client, agent, server } = await gardenPair(initialize);
    await client.ask('session/new', { cwd: '/', mcpServers: [{ type: 'acp', name: 'garden', id: 'g' }] });
    const [mcp, otherMcp] = [await connectMcp(server), await connectMcp(declaredServers(agent)[0])];
    await client.ask('session/close', { sessionId: 's1' });
    expect(client.all('mcp/disconnect').map(({ params }) => params)).toEqual([{ connectionId: 'c1' }]);
    await expect(mcp.listTools()).rejects.toThrow();
    expect((await otherMcp.listTools()).tools).toHaveLength(1);
    client.channel.destroy();
    await Promise.all([mcp.close(), otherMcp.close()]);
  });

  test('is reached by its id where the provider knows no connections', async () => {
    const { client, server } = await gardenPair(initialize, {
      answers: { 'tools/call': () => ({ error: { code: -1, message: 'No water.' } }) },
    });
    client.on('mcp/connect', () => {
      throw Object.assign(new Error(), { toObject: () => ({ code: -32_601, message: 'no such method' }) });
    });
    client.on('mcp/message', ({ method, requestId, serverId }) => {
      expect(serverId).toBe('g');
      if (method === 'tools/call') return { error: { code: -1, message: 'No water.' } };
      if (method === 'initialize')
        return { result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'g', version: '1' } } };
      const params = { serverId, requestId, method: 'notifications/message', params: { level: 'info', data: 'wet' } };
      client.send({ method: 'mcp/message', params });
      return { result: {} };
    });
    const mcp = await connectMcp(server);
    const log = new Promise((resolve) => {
      mcp.setNotificationHandler('notifications/message', ({ params }) => {
        resolve(params.data);
      });
    });
    await mcp.ping();
    expect(await log).toBe('wet');
    await expect(mcp.callTool({ name: 'water' })).rejects.toThrow('No water.');
    client.channel.destroy();
    await mcp.close();
  });
});

const sample = { messages: [], maxTokens: 1 };
const form = { type: 'object', properties: { depth: { type: 'number' } } };
