/**
 * MCP servers that a program offers over its ACP connection.
 *
 * Each connection of an agent has a server of its own: one that is made of the given tools, or the one that the given
 * function returns. A server that is given itself takes one connection at a time.
 */
import { RpcError, systemClock, type Clock } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type * as official from '@modelcontextprotocol/server';

import type { McpTransport } from '../transport/mcp-transport.ts';
import { toolServer, type ToolServerInfo } from './tool-server.ts';
import { isTool, type Tools } from './tool.ts';

/** What connects to a transport: a server of `@modelcontextprotocol/server`, or anything with this method. */
export interface McpConnectable {
  /** Serves the other end of `transport`; rejects if it cannot. */
  connect(transport: McpTransport): Promise<unknown>;
}

/** What a server learns about the connection that it is made for. */
export interface McpConnectionInfo {
  /** The session that the server was declared to; undefined until it is open, and where that is not known. */
  readonly sessionId: string | undefined;
  /** Whether the agent has a connection, or names the server in each request. */
  readonly form: 'connection' | 'server';
}

/** Makes the server of one connection. */
export type McpServerFactory = (info: McpConnectionInfo) => McpConnectable | Promise<McpConnectable>;

/** How a server presents itself, where it is made of tools. */
export interface McpServerOptions {
  /** The version of the server; `1.0.0` when absent. */
  readonly version?: string;
  /** A name for people to read. */
  readonly title?: string;
  /** How the tools are meant to be used, for the model. */
  readonly instructions?: string;
  /** Milliseconds for a call of a tool that has no `timeout` of its own; `defaultToolTimeout` when absent. */
  readonly timeout?: number;
  /** The source of time; tests pass their own. */
  readonly clock?: Clock;
}

/** Milliseconds that a call of a tool may take without a report of progress, where nothing else is said. */
export const defaultToolTimeout: number = 10 * 60 * 1000;

/** An MCP server that can be offered: made by `mcpServer()`. */
export interface OfferedServer {
  /** The name in declarations. */
  readonly name: string;
  /** Starts a server for one connection and connects it to `transport`; rejects if it cannot. */
  connect(transport: McpTransport, info?: McpConnectionInfo): Promise<void>;
}

/** The official package, which is loaded once and while the agent starts. */
const loadOfficial = (): Promise<typeof official> => import('@modelcontextprotocol/server');

/** Begins to load what the first connection of an agent will need. An error is reported there. */
export function preloadServers(): void {
  loadOfficial().catch(() => undefined);
  import('@modelcontextprotocol/server/stdio').catch(() => undefined);
}

/** Describes an MCP server: by its tools, by a function that makes it for each connection, or as it is. */
export function mcpServer(
  name: string,
  source: Tools | McpServerFactory | McpConnectable,
  options: McpServerOptions = {},
): OfferedServer {
  if (name === '') throw new TypeError('An MCP server needs a name.');
  if (typeof source === 'function') return { name, connect: (transport, info) => serve(source, transport, info) };
  if (isConnectable(source)) return { name, connect: singleConnection(name, source) };
  const { version = '1.0.0', timeout = defaultToolTimeout, clock = systemClock, ...rest } = options;
  const info: ToolServerInfo = { name, version, ...rest };
  const tools = checkedTools(name, source);
  return {
    name,
    connect: async (transport, connection) => {
      const loaded = await loadOfficial();
      const sessionId = (): string | undefined => connection?.sessionId;
      await serve(() => toolServer(loaded, info, { tools, sessionId, timeout, clock }), transport, connection);
    },
  };
}

/** Whether `value` can be connected to a transport. */
const isConnectable = (value: unknown): value is McpConnectable =>
  typeof (Object(value) as Partial<McpConnectable>).connect === 'function';

function checkedTools(name: string, tools: Tools): Tools {
  for (const [each, value] of Object.entries(tools)) {
    if (!isTool(value))
      throw new TypeError(`${each} of the MCP server ${name} is not a tool: make it with tool(schema, handler).`);
  }
  return tools;
}

const unknownSession: McpConnectionInfo = { sessionId: undefined, form: 'connection' };

/**
 * Connects a new server.
 *
 * Without a connection, the official ones are served in the revision of MCP that the agent opens with; that may take a
 * second one, after a question about the revision. On a connection they speak the revisions before 2026-07-28: the
 * newer ones find subscriptions by ids of requests, which do not travel there.
 */
async function serve(
  make: McpServerFactory,
  transport: McpTransport,
  info: McpConnectionInfo = unknownSession,
): Promise<void> {
  const first = await make(info);
  const { McpServer, Server } = await loadOfficial();
  if (info.form === 'connection' || (!(first instanceof McpServer) && !(first instanceof Server))) {
    await first.connect(transport);
    return;
  }
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  let next: McpConnectable | undefined = first;
  serveStdio(
    async () => {
      const made = next ?? (await make(info));
      next = undefined;
      return made as InstanceType<typeof McpServer>;
    },
    { transport },
  );
}

/** A server that exists once serves one connection at a time. */
function singleConnection(name: string, server: McpConnectable): OfferedServer['connect'] {
  let isTaken = false;
  return async (transport, info) => {
    if (isTaken) {
      const advice = 'give mcpServer() a function that makes a server for each connection';
      throw new RpcError(
        errorCodes.mcp_binding_limit,
        `The MCP server ${name} takes one connection at a time; ${advice}.`,
      );
    }
    isTaken = true;
    try {
      await serve(() => server, transport, info);
    } catch (error) {
      isTaken = false;
      throw error;
    }
    const { onclose } = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
    transport.onclose = () => {
      isTaken = false;
      onclose?.();
    };
  };
}
