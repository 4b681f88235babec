/** A client with MCP servers and an agent that uses them, in one process; the agent is driven by the tests. */
import { memoryPair } from '@acp-stack/rpc';
import {
  agent,
  client,
  type AgentSession,
  type Client as AcpClient,
  type ClientConnection,
  type ConnectOptions,
  type McpServer,
} from '@acp-stack/sdk';
import { Client } from '@modelcontextprotocol/client';

import { acpTransport, type AcpTransportOptions } from './index.ts';

/** An editor and an agent that are connected. */
export interface Garden {
  readonly connection: ClientConnection;
  /** The sessions of the agent with the servers that were declared to each. */
  readonly sessions: { readonly session: AgentSession; readonly servers: readonly McpServer[] }[];
  /** Connects an MCP client of the agent to a declared server. */
  readonly connect: (
    server: McpServer | undefined,
    options?: AcpTransportOptions & { readonly mcp?: Client },
  ) => Promise<Client>;
}

export const editor = (): AcpClient => client({ name: 'editor', version: '1.0.0' });

export const mcpClient = (): Client => new Client({ name: 'agent', version: '1.0.0' });

/** Connects `app` to an agent that takes MCP servers over the connection, or not. */
export async function planted(
  app: AcpClient,
  {
    takes = true,
    whileOpening = () => Promise.resolve(),
    ...options
  }: ConnectOptions & {
    readonly takes?: boolean;
    readonly whileOpening?: (each: Omit<Garden, 'connection'>) => Promise<void>;
  } = {},
): Promise<Garden> {
  const sessions: Garden['sessions'] = [];
  const [left, right] = memoryPair();
  const { raw } = agent({ name: 'gardener', version: '1.0.0' }, { mcp: takes ? ['acp'] : [] })
    .onSession((session) => {
      sessions.push({ session, servers: session.mcpServers });
      return whileOpening(each);
    })
    .onPrompt(() => undefined)
    .connect(right);
  const connecting = app.connect(left, options);
  const each: Omit<Garden, 'connection'> = {
    sessions,
    connect: async (server, { mcp = mcpClient(), ...form } = {}) => {
      await mcp.connect(acpTransport(raw, server as { serverId: string }, form));
      return mcp;
    },
  };
  return { ...each, connection: await connecting };
}
