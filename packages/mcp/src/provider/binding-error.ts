/**
 * ACP errors that say why an MCP message was not delivered (MCP-07); errors of MCP servers themselves are passed on.
 */
import { describeError, isAbortError, RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

/** No server has this id here. */
export const serverUnavailable = (serverId: string): RpcError =>
  new RpcError(errorCodes.mcp_server_unavailable, 'MCP server not found.', { data: { serverId } });

/** No server with this id can be connected to. */
export const serverNotFound = (serverId: string): RpcError =>
  new RpcError(errorCodes.resource_not_found, 'MCP server not found.', { data: { serverId } });

/** No connection has this id, or it has ended (MCP-05). */
export const connectionNotFound = (connectionId: string): RpcError =>
  new RpcError(rpcCodes.invalidParams, 'MCP connection not found.', {
    data: { reason: 'unknown MCP connection', connectionId },
  });

/** A request with this id is still being handled. */
export const duplicateRequest = (requestId: string): RpcError =>
  new RpcError(rpcCodes.invalidParams, 'A request with this id is still being handled.', { data: { requestId } });

/** One of the limits of the server is reached. */
export const limitReached = (message: string, limit: string): RpcError =>
  new RpcError(errorCodes.mcp_binding_limit, message, { data: { limit } });

/** The server failed without an answer. */
export const backendFailed = (name: string, error: unknown): RpcError => {
  const reason = describeError(error);
  const { lines } = Object(error) as { readonly lines?: unknown };
  return new RpcError(errorCodes.mcp_backend_failed, `The MCP server ${name} failed: ${reason}`, {
    cause: error,
    // The last lines that the server has printed, if it is a process.
    ...(Array.isArray(lines) ? { data: { server: name, lastWords: lines as readonly string[] } } : {}),
  });
};

/** The agent has cancelled the request. */
const requestCancelled = (): RpcError =>
  new RpcError(rpcCodes.requestCancelled, 'The request to the MCP server was cancelled.');

const ownCodes = new Set<number>([errorCodes.mcp_binding_limit, errorCodes.mcp_server_unavailable]);

/** The error to answer with for what went wrong while a server was asked. */
export function bindingError(name: string, error: unknown, signal: AbortSignal): RpcError {
  if (signal.aborted || isAbortError(error)) return requestCancelled();
  if (error instanceof RpcError && ownCodes.has(error.code)) return error;
  return backendFailed(name, error);
}
