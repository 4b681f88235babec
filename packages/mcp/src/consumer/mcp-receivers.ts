/**
 * The open transports of an agent, by the ACP connection that carries their messages.
 *
 * A message of a server arrives as `mcp/message` with the id of its MCP connection, or of the server itself. The
 * handlers are registered with the first transport of a connection.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { McpMessageParams } from '@acp-stack/schema/v2/unstable';
import type { Connection } from '@acp-stack/sdk';

import type { CallTransport } from '../transport/call-transport.ts';

const receivers = new WeakMap<Connection<'agent'>, Map<string, CallTransport>>();

/**
 * Delivers messages with `key`, the id of a connection or of a server, to `receiver`; the returned function stops that.
 */
export function addReceiver(connection: Connection<'agent'>, key: string, receiver: CallTransport): () => void {
  const known = receivers.get(connection) ?? serveMessages(connection);
  known.set(key, receiver);
  return () => {
    if (known.get(key) === receiver) known.delete(key);
  };
}

function serveMessages(connection: Connection<'agent'>): Map<string, CallTransport> {
  const known = new Map<string, CallTransport>();
  receivers.set(connection, known);
  const receiverOf = (message: McpMessageParams): CallTransport | undefined =>
    known.get('connectionId' in message ? message.connectionId : message.serverId);
  connection.onRequest('mcp/message', async (message, { signal }) => {
    const receiver = receiverOf(message);
    // Messages to a connection that has ended fail (MCP-05).
    if (receiver === undefined) throw new RpcError(rpcCodes.invalidParams, 'There is no such MCP connection.');
    const { method, params } = message;
    const { result, error } = await receiver.request({ method, params: params ?? undefined, signal });
    if (error !== undefined) throw RpcError.from(error);
    return result;
  });
  connection.onNotification('mcp/message', (message) => {
    receiverOf(message)?.notification(message.method, message.params ?? undefined);
  });
  return known;
}
