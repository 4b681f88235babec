import { describe, expect, test } from 'vitest';

import { readAgentServer, writeAgentServer } from './agent-server.ts';
import { mcpOptionsOf, readMcpWays } from './mcp-ways.ts';

describe('how an agent reaches the MCP servers of this program', () => {
  test.each([
    [{ kind: 'command' }, {}],
    [{ kind: 'url', url: 'ws://127.0.0.1:9/acp' }, {}],
    [{ kind: 'url', url: 'http://localhost/acp' }, {}],
    [{ kind: 'url', url: 'wss://agents.example.com/acp' }, { prefer: ['native'] }],
    [{ kind: 'url', url: 'ws://127.0.0.1:9/acp', mcp: ['native'] }, { prefer: ['native'] }],
    [{ kind: 'url', url: 'ws://10.0.0.1/acp', mcp: ['http'] }, { prefer: ['http'] }],
  ] as const)('%j: %j', async (server, options) => {
    expect(await mcpOptionsOf(server)).toEqual(options);
  });

  test('is a list of known ways', () => {
    expect(readMcpWays(undefined, 'here.mcp')).toEqual({});
    expect(readMcpWays(['stdio', 'native'], 'here.mcp')).toEqual({ mcp: ['stdio', 'native'] });
    expect(() => readMcpWays(['acp'], 'here.mcp')).toThrow(
      'here.mcp: unknown name "acp"; choose from native, http, stdio',
    );
    expect(() => readMcpWays('native', 'here.mcp')).toThrow('here.mcp must be a list of strings');
  });

  test('is kept in the config file', () => {
    const entry = { url: 'ws://127.0.0.1:9/acp', mcp: ['native'] };
    expect(writeAgentServer(readAgentServer('far', entry, 'config'))).toEqual(entry);
  });
});
