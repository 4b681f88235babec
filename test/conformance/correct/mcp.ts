/** A correct agent that connects to the MCP servers of its client. */
import { acpTransport, serveMcpMessages, type McpMessage, type McpTransport } from '@acp-stack/mcp';
import { agent, memoryStore, type Agent, type AgentSession } from '@acp-stack/sdk';

const clientInfo = { name: 'correct', version: '1.0.0' };

/** Sends a request to a server, and waits for its response. */
async function ask(
  transport: McpTransport,
  request: Required<Pick<McpMessage, 'id' | 'method' | 'params'>>,
): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of MCP is no event target
    transport.onmessage = (message: McpMessage) => {
      if (message.id === request.id && message.method === undefined) {
        if (message.error === undefined) resolve();
        else reject(new Error(message.error.message));
        return;
      }
      if (message.method !== undefined && message.id !== undefined) void transport.send(reply(message));
    };
  });
  await transport.send({ jsonrpc: '2.0', ...request });
  await answered;
}

const reply = ({ id, method }: McpMessage): object =>
  method === 'ping'
    ? { jsonrpc: '2.0', id, result: {} }
    : { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } };

/** Connects to a server, and asks for its tools. */
async function connect(session: AgentSession, serverId: string): Promise<void> {
  const { connection } = session;
  const transport = acpTransport(connection, serverId);
  session.onClose(() => transport.close());
  await transport.start();
  const modes = ['form', 'url'].filter((mode) => connection.supports(`elicitation.${mode}`));
  const elicitation = Object.fromEntries(modes.map((mode) => [mode, {}]));
  const capabilities = modes.length === 0 ? {} : { elicitation };
  await ask(transport, {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities, clientInfo },
  });
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await ask(transport, { id: 2, method: 'tools/list', params: {} });
}

/** Before it works, its servers are connected. */
function connectedAgent(): Agent {
  const app = agent(clientInfo, { store: memoryStore(), mcp: ['stdio', 'acp'] }).onPrompt(
    async ({ session, message }) => {
      const servers = session.mcpServers.flatMap((server) => (server.type === 'acp' ? [server.serverId] : []));
      // A server that fails is left out.
      await Promise.allSettled(servers.map((serverId) => connect(session, serverId)));
      await message.append('hello');
    },
  );
  return serveMcpMessages(app);
}

/** The agents for the scenarios about MCP servers of the client. */
export const mcpAgents: Readonly<Record<string, () => Agent>> = {
  'mcp/connections': connectedAgent,
  'mcp/without-connections': connectedAgent,
};
