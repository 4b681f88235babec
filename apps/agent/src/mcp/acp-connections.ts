/**
 * The ways to MCP servers on the client's side, by the connection that they go over.
 *
 * What a server says arrives as `mcp/message` and names the way that it came.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { McpMessageParams } from '@acp-stack/schema/v2/unstable';
import type { Agent, Connection } from '@acp-stack/sdk';

type Params = Readonly<Record<string, unknown>>;

/** The end of a way, on our side. */
export interface McpWay {
  /** A request of the server; resolves with the answer to it. */
  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown>;
  notification(method: string, params: Params | undefined): void;
}

const ways = new WeakMap<Connection<'agent'>, Map<string, McpWay>>();

/** Has messages that name `key`, the id of a connection or of a server, delivered to `way`; the answer ends that. */
export function addWay(connection: Connection<'agent'>, key: string, way: McpWay): () => void {
  const known = ways.get(connection) ?? new Map<string, McpWay>();
  ways.set(connection, known);
  known.set(key, way);
  return () => {
    if (known.get(key) === way) known.delete(key);
  };
}

/** Takes what MCP servers on the side of clients say. */
export function serveMcpMessages(app: Agent): void {
  app.on('mcp/message', (message, { connection, signal }) => {
    const way = wayOf(connection, message);
    // Messages to a connection that has ended fail (MCP-05).
    if (way === undefined) throw new RpcError(rpcCodes.invalidParams, 'There is no such MCP connection.');
    return way.request(message.method, message.params ?? undefined, signal);
  });
  app.onNotification('mcp/message', (message, { connection }) => {
    wayOf(connection, message)?.notification(message.method, message.params ?? undefined);
  });
}

function wayOf(connection: Connection<'agent'>, message: McpMessageParams): McpWay | undefined {
  const key = 'connectionId' in message ? message.connectionId : message.serverId;
  return ways.get(connection)?.get(key);
}
