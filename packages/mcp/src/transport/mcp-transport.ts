/**
 * The shape of an MCP transport, as `@modelcontextprotocol/server` and `/client` know it.
 *
 * Written down here so that a server need not come from that package: anything with `connect(transport)` is one.
 */
import type { ErrorObject } from '@acp-stack/rpc';

/** The params of an MCP message. */
export type McpParams = Readonly<Record<string, unknown>>;

/** One JSON-RPC message of MCP: a request, a notification or a response. */
export interface McpMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** The id of a request, or of the request that a response answers. */
  readonly id?: string | number;
  /** The method of a request or a notification. */
  readonly method?: string;
  /** The params of a request or a notification. */
  readonly params?: McpParams;
  /** The result of a response. */
  readonly result?: unknown;
  /** The error of a response. */
  readonly error?: ErrorObject;
}

/** The meta field that says which request has subscribed to a notification. */
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** What a message of an MCP server belongs to. */
export interface McpSendOptions {
  /** The request of the other side that is being handled. */
  readonly relatedRequestId?: string | number | undefined;
}

/** Carries MCP messages between a server and its client. */
export interface McpTransport {
  /** Called once when the transport has ended. */
  onclose?: (() => void) | undefined;
  /** Called with errors that belong to no request. */
  onerror?: ((error: Error) => void) | undefined;
  /** Called with each message that arrives. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the official type is generic in the message
  onmessage?: ((message: any, extra?: any) => void) | undefined;
  /** Starts to deliver messages; called by the server or client that connects to the transport. */
  start(): Promise<void>;
  /** Sends a message; resolves when more can be sent. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the official type is a union of zod objects
  send(message: any, options?: McpSendOptions): Promise<void>;
  /** Ends the transport. A server that has failed gives the reason, and what waits for it is answered with that. */
  close(reason?: Error): Promise<void>;
}
