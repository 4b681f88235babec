/** What stands in for an MCP server of the client: something that the agent can reach without MCP over ACP. */
import type { AgentEnd, McpConnection } from '../provider/mcp-connection.ts';

/** Opens an MCP connection to the server that an endpoint stands for. */
export type OpenConnection = (agent: AgentEnd) => McpConnection;

/** The stand-in of one server in one session. */
export interface Endpoint {
  /** The fields of its declaration that say how to reach it. */
  readonly transport: Readonly<Record<string, unknown>>;
  /** Ends it and all its MCP connections. */
  close(): void;
}

/** What endpoints of one kind share: a socket that listens. */
export interface EndpointHost {
  /** Begins to listen; undefined if it listens already. Rejects if it cannot. */
  ready(): Promise<void> | undefined;
  /** Adds an endpoint; only after `ready`. */
  add(open: OpenConnection): Endpoint;
  /** Takes no more messages of MCP clients until `resume`; some may still arrive. */
  pause(): void;
  /** Takes messages again. */
  resume(): void;
  /** Ends everything. */
  close(): void;
}
