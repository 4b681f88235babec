/**
 * The MCP servers of clients, by the ACP connection that carries their messages.
 *
 * A message of a server arrives as `mcp/message` with the id of its MCP connection.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { McpMessageParams } from '@acp-stack/schema/v2/unstable';
import type { Agent, Connection } from '@acp-stack/sdk';

type Params = Readonly<Record<string, unknown>>;

/** The receiving end of an MCP connection. */
export interface McpReceiver {
  /** Handles a request of the server; resolves with its result. */
  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown>;
  notification(method: string, params: Params | undefined): void;
}

const receivers = new WeakMap<Connection<'agent'>, Map<string, McpReceiver>>();

/**
 * Delivers messages with `key`, the id of a connection or of a server, to `receiver`; the returned function stops that.
 */
export function addReceiver(connection: Connection<'agent'>, key: string, receiver: McpReceiver): () => void {
  const known = receivers.get(connection) ?? new Map<string, McpReceiver>();
  receivers.set(connection, known);
  known.set(key, receiver);
  return () => {
    if (known.get(key) === receiver) known.delete(key);
  };
}

/** Registers `mcp/message` for the MCP servers of clients. */
export function serveMcpMessages(app: Agent): void {
  app.on('mcp/message', (message, { connection, signal }) => {
    const receiver = receiverOf(connection, message);
    // Messages to a connection that has ended fail (MCP-05).
    if (receiver === undefined) throw new RpcError(rpcCodes.invalidParams, 'There is no such MCP connection.');
    return receiver.request(message.method, message.params ?? undefined, signal);
  });
  app.onNotification('mcp/message', (message, { connection }) => {
    receiverOf(connection, message)?.notification(message.method, message.params ?? undefined);
  });
}

function receiverOf(connection: Connection<'agent'>, message: McpMessageParams): McpReceiver | undefined {
  const key = 'connectionId' in message ? message.connectionId : message.serverId;
  return receivers.get(connection)?.get(key);
}
