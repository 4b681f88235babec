/** What a module with tools may export. */
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';

import { editor, planted } from '../garden.test-support.ts';
import { mcpServer, offer, serverOfModule, type OfferedServer, type ToolsModuleContext } from '../index.ts';

const schema = { type: 'object', properties: { plant: { type: 'string' } } } as const;
const handler = (): string => 'done';

/** The names of the tools that an agent sees. */
async function toolsOf(server: OfferedServer): Promise<readonly string[]> {
  const app = editor();
  offer(app, server);
  const { connection, sessions, connect } = await planted(app);
  await connection.newSession({ cwd: '/garden' });
  const names = await Promise.all(
    [1, 2].map(async () => {
      const mcp = await connect(sessions[0]?.servers[0]);
      return (await mcp.listTools()).tools.map(({ name }) => name);
    }),
  );
  connection.destroy();
  return names.flat();
}

const official = (): McpServer => {
  const server = new McpServer({ name: 'own', version: '1.0.0' });
  server.registerTool('water', {}, () => ({ content: [] }));
  return server;
};

describe('the default export', () => {
  test.each([
    ['an object of tools', { water: { schema, handler } }],
    ['a function that returns tools', ({ tool }: ToolsModuleContext) => ({ water: tool(schema, handler) })],
    ['an async function', () => Promise.resolve({ water: { schema, handler } })],
    ['a function that returns an official server', official],
    ['a described server', mcpServer('own', { water: { schema, handler } })],
    ['a function that returns a described server', () => mcpServer('own', official)],
  ])('may be %s', async (_, exported) => {
    expect(await toolsOf(await serverOfModule('file', exported))).toEqual(['water', 'water']);
  });

  test.each([
    ['nothing', undefined, 'it has no default export with tools'],
    ['a string', 'tools', 'it has no default export with tools'],
    ['no tools', {}, 'its default export has no tools'],
    ['something that is not a tool', { water: handler }, 'water is not a tool: it needs a schema and a handler'],
  ])('may not be %s', async (_, exported, words) => {
    await expect(serverOfModule('file', exported)).rejects.toThrow(words);
  });
});
