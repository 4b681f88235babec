/** What only version 1 has: a peer of version 2 never sees it, and is not taken at its word about it. */
import type { McpServer } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { agent } from './agent/agent.ts';
import { info, initialize, wire, type Wire } from './agent/raw-client.test-support.ts';
import { bench, me } from './client/raw-agent.test-support.ts';

const sse = { type: 'sse', name: 'old', url: 'https://mcp.example', headers: [] };
const server = (): Wire =>
  wire(
    agent(info, { mcp: ['stdio', 'sse'] }).onPrompt(() => undefined),
    { checkOutgoing: false },
  );

describe('an agent that connects to MCP servers of type sse', () => {
  test('does not advertise them to a client of version 2, and refuses them with -32602', async () => {
    const { call } = server();
    const { result } = await call('initialize', initialize);
    expect(result?.['capabilities']).toMatchObject({ session: { mcp: { stdio: {} } } });
    expect(JSON.stringify(result)).not.toContain('sse');
    for (const [method, more] of [
      ['session/new', {}],
      ['session/resume', { sessionId: 's' }],
    ] as const) {
      const { error } = await call(method, { cwd: '/garden', mcpServers: [sse], ...more });
      expect(error).toMatchObject({ code: -32_602, data: { type: 'sse' } });
    }
    expect((await call('session/new', { cwd: '/garden' })).result).toHaveProperty('sessionId');
  });

  test('advertises them to a client of version 1, and takes them', async () => {
    const { call, connection } = server();
    const { result } = await call('initialize', { protocolVersion: 1, clientInfo: me, clientCapabilities: {} });
    expect(result?.['agentCapabilities']).toMatchObject({ mcpCapabilities: { sse: true } });
    expect((await call('session/new', { cwd: '/garden', mcpServers: [sse] })).result).toHaveProperty('sessionId');
    expect(connection.sessions[0]?.mcpServers).toEqual([sse]);
  });

  test('does not believe a client of version 2 that it has files and terminals', async () => {
    const { call, connection } = server();
    const capabilities = { fs: { readTextFile: true }, terminal: true, elicitation: { form: {} } };
    await call('initialize', { ...initialize, capabilities });
    expect(connection.clientCapabilities).toEqual({ elicitation: { form: {} } });
  });
});

describe('a client with files and terminals', () => {
  test('does not advertise them where only version 2 is spoken', async () => {
    await using connected = await bench({ versions: [2] }, (app) =>
      app.on('fs/read_text_file', () => ({ content: '' })),
    );
    const capabilities = { _meta: { 'acp-stack.dev/sessionLost': {} } };
    expect(connected.agent.received[0]?.params).toEqual({ protocolVersion: 2, info: me, capabilities });
  });

  test('does not believe an agent of version 2 that it connects to MCP servers of type sse', async () => {
    await using connected = await bench({ capabilities: { session: { mcp: { stdio: {}, sse: {} } } } });
    const { connection } = connected;
    expect(connection.capabilities).toEqual({ session: { mcp: { stdio: {} } } });
    const mcpServers = [sse as unknown as McpServer];
    await expect(connection.newSession({ cwd: '/garden', mcpServers })).rejects.toThrow('session.mcp.sse');
  });
});
