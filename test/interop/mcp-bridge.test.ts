/**
 * Agents on the official SDK that use the official MCP client over HTTP or stdio, and get the tools of our clients and
 * proxies, which are offered over ACP.
 */
import { agent as officialAgentOf1, type McpServer } from '@agentclientprotocol/sdk';
import type * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chain } from '@acp-stack/conductor/node';
import { mcpServer, offer, tool } from '@acp-stack/mcp';
import { bridgedAgent, bridgeMcp } from '@acp-stack/mcp/node';
import { client, proxy, type Component, type PromptRun } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { officialAgent, theirInfo } from './official-agent.ts';
import { referenceLink } from './official-stream.ts';

const info = { name: 'tester', version: '1.0.0' };
const plant = { type: 'object', properties: { plant: { type: 'string' } }, required: ['plant'] } as const;
const garden = mcpServer('garden', {
  water: tool(plant, ({ plant: name }, { sessionId }) => `The ${name} of ${String(sessionId)} is wet.`),
});

/** The MCP clients of an agent, by the names of their servers. */
class McpClients {
  readonly #clients = new Map<string, Client>();

  async connect(servers: readonly (McpServer | official.McpServer)[]): Promise<void> {
    for (const server of servers) {
      const mcp = new Client(info);
      await mcp.connect(transportTo(server));
      this.#clients.set(server.name as string, mcp);
    }
  }

  /** Calls a tool of every server; returns what they say. */
  async water(name: string): Promise<string> {
    const texts: string[] = [];
    for (const [server, mcp] of this.#clients) {
      const { tools } = await mcp.listTools();
      const { content } = await mcp.callTool({ name: 'water', arguments: { plant: name } });
      texts.push(`${server}/${tools.map((each) => each.name).join()}: ${(content[0] as { text: string }).text}`);
    }
    return texts.join('\n');
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((mcp) => mcp.close()));
  }
}

const record = (pairs: readonly { name: string; value: string }[] = []): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

function transportTo(server: McpServer | official.McpServer): StreamableHTTPClientTransport | StdioClientTransport {
  if ('command' in server) {
    const { command, args, env } = server as { command: string; args?: string[]; env?: official.EnvVariable[] };
    return new StdioClientTransport({ command, args: args ?? [], env: record(env), stderr: 'pipe' });
  }
  const { url, headers } = server as { url: string; headers?: official.HttpHeader[] };
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: record(headers) } });
}

type Agent = Component & { readonly role: 'agent' };

/** Both versions of an agent, which says what its tools say. */
const agents: Readonly<Record<1 | 2, (clients: McpClients, mcp: 'http' | 'stdio') => Agent>> = {
  1: (clients, mcp) => ({
    name: 'official agent of version 1',
    role: 'agent',
    start: () => {
      const { channel, stream } = referenceLink();
      officialAgentOf1()
        .onRequest('initialize', () => ({
          protocolVersion: 1,
          agentCapabilities: mcp === 'http' ? { mcpCapabilities: { http: true } } : {},
        }))
        .onRequest('session/new', async ({ params }) => {
          await clients.connect(params.mcpServers);
          return { sessionId: 'one' };
        })
        .onRequest('session/prompt', async ({ params: { sessionId }, client: theirs }) => {
          const text = await clients.water('rose');
          const content = { type: 'text' as const, text };
          await theirs.notify('session/update', {
            sessionId,
            update: { sessionUpdate: 'agent_message_chunk', content },
          });
          return { stopReason: 'end_turn' };
        })
        .connect(stream);
      return channel;
    },
  }),
  2: (clients, mcp) => ({
    name: 'official agent of version 2',
    role: 'agent',
    start: () => {
      const { channel, stream } = referenceLink();
      officialAgent(async ({ text }) => text(await clients.water('rose')), {
        capabilities: { session: { mcp: { [mcp]: {} } } },
        onOpen: ({ mcpServers }) => clients.connect(mcpServers ?? []),
      }).connect(stream);
      return channel;
    },
  }),
};

/** What the agent writes. */
async function textOf(run: PromptRun): Promise<string> {
  let text = '';
  for await (const update of run)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') text += update.content.text;
  return text;
}

describe.each([1, 2] as const)('an agent on the official SDK, version %i', (version) => {
  test.each(['http', 'stdio'] as const)('uses tools of our client over %s, before its session is open', async (way) => {
    const clients = new McpClients();
    const editor = client(info);
    offer(editor, garden);
    const connection = await editor.connect(bridgeMcp(agents[version](clients, way).start()));
    const session = await connection.newSession({ cwd: '/' });
    expect(await textOf(session.prompt('Water the rose.'))).toBe(`garden/water: The rose of ${session.id} is wet.`);
    await Promise.all([clients.close(), connection.close({ grace: 0 })]);
  });

  test('uses tools of a proxy and of the client in a chain', async () => {
    const clients = new McpClients();
    const gardener = proxy({ name: 'gardener', version: '1.0.0' });
    offer(gardener, mcpServer('shed', { water: tool(plant, ({ plant: name }) => `The shed waters the ${name}.`) }));
    const editor = client(info);
    offer(editor, garden);
    const whole = chain(gardener, agents[version](clients, 'http'));
    const connection = await editor.connect(whole);
    const session = await connection.newSession({ cwd: '/' });
    const text = await textOf(session.prompt('Water the rose.'));
    expect(text.split('\n').toSorted()).toEqual([
      `garden/water: The rose of ${session.id} is wet.`,
      'shed/water: The shed waters the rose.',
    ]);
    await Promise.all([clients.close(), connection.close({ grace: 0 })]);
  });
});

test('the name of the official agent is kept', async () => {
  const connection = await client(info).connect(bridgedAgent(agents[2](new McpClients(), 'stdio')));
  expect(connection.agentInfo).toMatchObject(theirInfo);
  await connection.close({ grace: 0 });
});
