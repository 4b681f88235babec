/** An MCP server that a client offers over ACP, in raw messages, and MCP clients of an agent that use it. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import {
  declaredServers,
  initializedPair,
  type BridgedPair,
  type Fields,
  type RawSide,
} from './raw-side.test-support.ts';
import type { BridgeMcpOptions } from './settings/options.ts';

/** Answers an inner request of MCP. */
export type InnerAnswer = (params: Fields, connectionId: string) => unknown;

/** Makes `client` offer a server with the tool `water`; `answers` adds to it. */
function offerGarden(client: RawSide, answers: Readonly<Record<string, InnerAnswer>> = {}): void {
  let connections = 0;
  client.on('mcp/connect', () => {
    connections += 1;
    return { connectionId: `c${connections}` };
  });
  client.on('mcp/disconnect', () => ({}));
  const all: Readonly<Record<string, InnerAnswer>> = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'garden', version: '1.0.0' },
    }),
    'tools/list': () => ({ tools: [{ name: 'water', inputSchema: { type: 'object' } }] }),
    'tools/call': (params) => ({ content: [{ type: 'text', text: JSON.stringify(params['arguments'] ?? null) }] }),
    ping: () => ({}),
    ...answers,
  };
  client.on('mcp/message', ({ connectionId, method, params }) =>
    all[method as string]?.(Object(params) as Fields, connectionId as string),
  );
}

/** An agent of raw messages with one session, in which the client offers the garden. */
export async function gardenPair(
  initialize: Fields,
  options?: BridgeMcpOptions & { readonly answers?: Readonly<Record<string, InnerAnswer>> },
): Promise<BridgedPair & { readonly server: Fields }> {
  const pair = await initializedPair(initialize, options);
  offerGarden(pair.client, options?.answers);
  await pair.client.ask('session/new', { cwd: '/', mcpServers: [{ type: 'acp', name: 'garden', serverId: 'g' }] });
  return { ...pair, server: declaredServers(pair.agent)[0] };
}

const record = (pairs: unknown): Record<string, string> =>
  Object.fromEntries((pairs as { name: string; value: string }[]).map(({ name, value }) => [name, value]));

/** The address of a server over HTTP, and the headers for it. */
export const addressOf = ({
  url,
  headers,
}: Fields): { readonly url: URL; readonly headers: Record<string, string> } => ({
  url: new URL(url as string),
  headers: record(headers),
});

/** The transport of the official MCP client to a declared server. */
function transportTo(server: Fields): Transport {
  const { command, args, env } = server;
  if (command !== undefined)
    return new StdioClientTransport({
      command: command as string,
      args: args as string[],
      env: record(env),
      stderr: 'pipe',
    });
  const { url, headers } = addressOf(server);
  return new StreamableHTTPClientTransport(url, { requestInit: { headers } });
}

/** An MCP client of the agent, which answers what servers ask. */
export async function connectMcp(server: Fields): Promise<Client> {
  const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } };
  const client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities });
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///garden' }] }));
  client.setRequestHandler('sampling/createMessage', () => ({
    model: 'none',
    role: 'assistant',
    content: { type: 'text', text: 'sampled' },
  }));
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { depth: 3 } }));
  await client.connect(transportTo(server));
  return client;
}
