/**
 * Offers MCP servers over the ACP connections of a client or a proxy.
 *
 * Servers that are offered to all sessions are declared in each request that opens one, under an id of its own, so that
 * a server knows which session it works for. The declarations of others are left alone, and so are their messages.
 */
import type { AcpProxy, Client } from '@acp-stack/sdk';

import { mcpServer, preloadServers, type McpServerOptions, type OfferedServer } from '../server/mcp-server.ts';
import type { Tools } from '../server/tool.ts';
import { provideInClient } from './client-provider.ts';
import { defaultMcpLimits, type McpLimits } from './mcp-limits.ts';
import { Offers } from './offers.ts';
import { provideInProxy } from './proxy-provider.ts';
import type { McpDeclaration } from './server-registry.ts';

/** How MCP servers are offered. */
export interface OfferOptions {
  /** How much an agent may use of each server. */
  readonly limits?: Partial<McpLimits>;
  /**
   * Called with the names of the servers for all sessions, once for each connection whose agent does not support MCP
   * over ACP, when its first session is opened; a warning is logged when absent.
   */
  readonly onUnsupported?: (servers: readonly string[]) => void;
}

/** The MCP servers that a client or a proxy offers. */
export interface McpOffer {
  /** Declares `server` to one session: the result goes into the `mcpServers` of the request that opens it. */
  declare(server: OfferedServer): McpDeclaration;
  /** Declares tools to one session, as a server with the name `tools` or another one. */
  tools(tools: Tools, options?: McpServerOptions & { readonly name?: string }): McpDeclaration;
}

const known = new WeakMap<Client | AcpProxy, Offers>();

/**
 * Offers `servers` to all sessions of a client or a proxy, over each of its connections to an agent.
 *
 * An agent that does not support MCP over ACP is not told of them, and `onUnsupported` says so; a server that a session
 * declares itself fails there with a `CapabilityError`. `bridgeMcp` of `@acp-stack/mcp/node` adds the support to a
 * channel, `chain` of `@acp-stack/conductor/node` to a chain. Without servers it only prepares for those that single
 * sessions declare.
 */
export function offer(
  target: Client | AcpProxy,
  servers: OfferedServer | readonly OfferedServer[] = [],
  options: OfferOptions = {},
): McpOffer {
  const limits = { ...defaultMcpLimits, ...options.limits };
  const offers = known.get(target) ?? prepare(target);
  offers.add([servers].flat(), limits, options.onUnsupported ?? logUnsupported);
  const declare = (server: OfferedServer): McpDeclaration =>
    offers.provider.servers.register(server, limits).declaration;
  return {
    declare,
    tools: (tools, { name = 'tools', ...rest } = {}) => declare(mcpServer(name, tools, rest)),
  };
}

function logUnsupported(servers: readonly string[]): void {
  const names = `${servers.length === 1 ? 'the MCP server' : 'the MCP servers'} ${servers.join(', ')}`;
  const advice = 'wrap its channel with bridgeMcp of @acp-stack/mcp/node, or pass onUnsupported';
  // oxlint-disable-next-line no-console -- there is no other place to report it.
  console.warn(`The agent does not support MCP over ACP, so it is not told of ${names}; ${advice}.`);
}

function prepare(target: Client | AcpProxy): Offers {
  const offers = new Offers();
  known.set(target, offers);
  preloadServers();
  if ('onOpening' in target) provideInClient(target, offers);
  else provideInProxy(target, offers);
  return offers;
}
