/** The transport to an MCP server that a client has named. */
import type { AgentSession, McpServer } from '@acp-stack/sdk';
import type { Transport } from '@modelcontextprotocol/client';

import type { BodyLimitError } from '../network/bounded-body.ts';
import { boundedFetch } from '../network/bounded-fetch.ts';
import { tracingFetch } from '../trace/trace-headers.ts';
import { ProcessTransport } from './process-transport.ts';

/** A transport that is not started, and the secrets in its settings. */
export interface OpenedTransport {
  readonly transport: Transport;
  readonly secrets: readonly string[];
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** The fields of all kinds of servers; those of its kind were checked when the session was opened. */
interface AnyServer {
  readonly type?: string;
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly Pair[] | null;
  readonly url?: string;
  readonly headers?: readonly Pair[] | null;
  readonly serverId?: string;
}

/** The session that a server is opened for. */
export interface TransportOwner {
  readonly session: AgentSession;
  /** The limit for one message, in bytes. */
  readonly messageBytes: number;
  /** Called when a response of the server is too long; the connection is of no use any more. */
  readonly onExceeded: (error: BodyLimitError) => void;
}

/** Creates the transport to `server`; throws for a kind that the agent does not support. */
export async function openTransport(
  server: McpServer,
  { session: { cwd, connection }, messageBytes, onExceeded }: TransportOwner,
): Promise<OpenedTransport> {
  const { type = 'stdio', command = '', args, env, url = '', headers, serverId = '' } = server as AnyServer;
  const secrets = [...(env ?? []), ...(headers ?? [])].map(({ value }) => value);
  if (type === 'stdio') {
    const transport = new ProcessTransport({ command, args: args ?? [], env: record(env), cwd, messageBytes });
    return { transport, secrets };
  }
  if (type === 'acp') {
    const { acpTransport } = await import('@acp-stack/mcp');
    return { transport: acpTransport(connection, serverId), secrets };
  }
  if (type !== 'http' && type !== 'sse')
    throw new Error(`This agent does not support MCP servers of the type ${type}.`);
  const { SSEClientTransport, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const Kind = type === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
  const { search } = new URL(url);
  // Their event streams have no end.
  const limits = { event: messageBytes, whole: messageBytes };
  const requestInit = { headers: record(headers) };
  return {
    transport: new Kind(new URL(url), {
      requestInit,
      fetch: boundedFetch({ limits, fetch: tracingFetch, onExceeded }),
    }),
    secrets: [...secrets, ...(search === '' ? [] : [search])],
  };
}

const record = (pairs: readonly Pair[] | null | undefined): Record<string, string> =>
  Object.fromEntries((pairs ?? []).map(({ name, value }) => [name, value]));
