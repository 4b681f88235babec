/**
 * MCP over ACP between our programs and those of the official SDK, which names the server in each message and speaks
 * only the newest revision of MCP.
 */
import * as versionOne from '@agentclientprotocol/sdk/unstable';
import { fromMcpServer } from '@agentclientprotocol/sdk/experimental/mcp-server';
import * as versionTwo from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { Client } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { acpTransport, mcpServer, offer, tool } from '@acp-stack/mcp';
import { agent, client } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { theirInfo } from './official-agent.ts';
import { referenceLink } from './official-stream.ts';

const info = { name: 'ours', version: '1.0.0' };
const cwd = '/garden';

const garden = mcpServer('garden', {
  water: tool({ type: 'object', properties: { plant: { type: 'string' } } }, async ({ plant }, { progress }) => {
    await progress(1, 2, 'pouring');
    return `The ${plant ?? ''} is wet.`;
  }),
});

describe('an agent of the official SDK', () => {
  test.each([1, 2] as const)('uses the tools of our client, in version %i', async (version) => {
    const { channel, stream } = referenceLink();
    const answers: unknown[] = [];
    const notes: unknown[] = [];
    const caller = version === 1 ? new versionOne.McpOverAcpCaller() : new versionTwo.McpOverAcpCaller();
    const use = async (to: never, servers: readonly unknown[]): Promise<{ sessionId: string }> => {
      const { serverId } = servers[0] as { serverId: string };
      answers.push(await caller.request(to, serverId, 'tools/list'));
      const call = { name: 'water', arguments: { plant: 'rose' }, _meta: { progressToken: 't' } };
      const onNotification = (note: unknown): void => void notes.push(note);
      answers.push(await caller.request(to, serverId, 'tools/call', call, { onNotification }));
      return { sessionId: 's' };
    };
    if (version === 1) {
      const agentCapabilities = { mcpCapabilities: { acp: true } };
      versionOne
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities }))
        .onNotification('mcp/message', caller.handleNotification as never)
        .onRequest('session/new', ({ params, client: to }) => use(to as never, params.mcpServers))
        .connect(stream);
    } else {
      const capabilities = { session: { mcp: { acp: {} } } };
      versionTwo
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities }))
        .onNotification('mcp/message', caller.handleNotification as never)
        .onRequest('session/new', ({ params, client: to }) => use(to as never, params.mcpServers ?? []))
        .connect(stream);
    }
    const app = client(info);
    offer(app, garden);
    const connection = await app.connect(channel);
    await connection.newSession({ cwd });
    expect(answers).toMatchObject([
      { result: { tools: [{ name: 'water' }] } },
      { result: { content: [{ type: 'text', text: 'The rose is wet.' }] } },
    ]);
    expect(notes).toMatchObject([{ method: 'notifications/progress', params: { progressToken: 't', progress: 1 } }]);
    connection.destroy();
  });
});

describe('a client of the official SDK', () => {
  test.each([1, 2] as const)('gives our agent its tools, in version %i', async (version) => {
    const { channel, stream } = referenceLink();
    const texts: unknown[] = [];
    agent(info, { mcp: ['acp'] })
      .onSession(async ({ connection, mcpServers }) => {
        const mcp = new Client(info, { versionNegotiation: { mode: 'auto' } });
        await mcp.connect(acpTransport(connection, mcpServers[0] as never));
        texts.push((await mcp.callTool({ name: 'water', arguments: {} })).content);
        await mcp.close();
      })
      .onPrompt(() => undefined)
      .connect(channel);
    const tools = fromMcpServer(() => {
      const server = new McpServer({ name: 'shed', version: '1.0.0' });
      server.registerTool('water', {}, () => ({ content: [{ type: 'text', text: 'Wet.' }] }));
      return server;
    });
    if (version === 1) {
      const provider = new versionOne.McpOverAcpProvider();
      const their = versionOne.client().onRequest('mcp/message', provider.handleRequest).connect(stream);
      await their.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      const { declaration } = provider.registerServer(their.agent, { name: 'shed', handler: tools.handler });
      await their.agent.request('session/new', { cwd, mcpServers: [declaration] });
      their.close();
    } else {
      const provider = new versionTwo.McpOverAcpProvider();
      const their = versionTwo.client().onRequest('mcp/message', provider.handleRequest).connect(stream);
      await their.agent.request('initialize', { protocolVersion: 2, info: theirInfo, capabilities: {} });
      const { declaration } = provider.registerServer(their.agent, { name: 'shed', handler: tools.handler });
      await their.agent.request('session/new', { cwd, mcpServers: [declaration] });
      their.close();
    }
    expect(texts).toMatchObject([[{ type: 'text', text: 'Wet.' }]]);
  });
});
