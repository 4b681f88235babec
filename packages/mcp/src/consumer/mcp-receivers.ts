/**
 * The open transports of an agent, by the ACP connection that carries their messages.
 *
 * A message of a server arrives as `mcp/message` with the id of its MCP connection, or of the server itself. If the
 * agent has not registered the handlers, the first transport of a connection does.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { McpMessageParams } from '@acp-stack/schema/v2/unstable';
import type { Agent, Connection } from '@acp-stack/sdk';

import type { CallTransport } from '../transport/call-transport.ts';

type Receivers = Map<string, CallTransport>;

const receivers = new WeakMap<Connection<'agent'>, Receivers>();

/**
 * Registers `mcp/message` on an agent, for connections without an open transport too: messages to connections that have
 * ended then fail with the error of the protocol. `acpTransport` works without it.
 */
export function serveMcpMessages(app: Agent): Agent {
  return app
    .on('mcp/message', (message, { connection, signal }) => requestOf(receiverOf(connection, message), message, signal))
    .onNotification('mcp/message', (message, { connection }) => {
      receiverOf(connection, message)?.notification(message.method, message.params ?? undefined);
    });
}

/**
 * Delivers messages with `key`, the id of a connection or of a server, to `receiver`; the returned function stops that.
 */
export function addReceiver(connection: Connection<'agent'>, key: string, receiver: CallTransport): () => void {
  const known = receivers.get(connection) ?? serveConnection(connection);
  known.set(key, receiver);
  return () => {
    if (known.get(key) === receiver) known.delete(key);
  };
}

function serveConnection(connection: Connection<'agent'>): Receivers {
  const known: Receivers = new Map();
  receivers.set(connection, known);
  if (connection.handles('mcp/message')) return known;
  connection.onRequest('mcp/message', (message, { signal }) =>
    requestOf(receiverOf(connection, message), message, signal),
  );
  connection.onNotification('mcp/message', (message) => {
    receiverOf(connection, message)?.notification(message.method, message.params ?? undefined);
  });
  return known;
}

const receiverOf = (connection: Connection<'agent'>, message: McpMessageParams): CallTransport | undefined =>
  receivers.get(connection)?.get('connectionId' in message ? message.connectionId : message.serverId);

async function requestOf(
  receiver: CallTransport | undefined,
  { method, params }: McpMessageParams,
  signal: AbortSignal,
): Promise<unknown> {
  // Messages to a connection that has ended fail (MCP-05).
  if (receiver === undefined) throw new RpcError(rpcCodes.invalidParams, 'MCP connection not found.');
  const { result, error } = await receiver.request({ method, params: params ?? undefined, signal });
  if (error !== undefined) throw RpcError.from(error);
  return result;
}
