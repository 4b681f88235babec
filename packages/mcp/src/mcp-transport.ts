/**
 * The shape of an MCP transport, as `@modelcontextprotocol/server` and `/client` know it.
 *
 * Written down here so that a server need not come from that package: anything with `connect(transport)` is one.
 */

/** One JSON-RPC message of MCP: a request, a notification or a response. */
export interface McpMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Which request a message of an MCP server belongs to. */
export interface McpSendOptions {
  /** The request of the other side that is being handled. */
  readonly relatedRequestId?: string | number;
}

/** Carries MCP messages between a server and its client. */
export interface McpTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never) => void) | undefined;
  start(): Promise<void>;
  send(message: McpMessage, options?: McpSendOptions): Promise<void>;
  close(): Promise<void>;
}
