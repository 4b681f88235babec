/**
 * Chains whose agent always has MCP over ACP where it can be reached: an agent without it is given an address of this
 * machine or a program to start.
 */
import { bridgeMcp, type BridgeMcpOptions } from '@acp-stack/mcp/node';
import type { McpBridge } from '@acp-stack/sdk';

import type { ChainOptions } from '../chain/chain-options.ts';
import { chainFactory, type ChainFactory } from '../chain/chain.ts';

/** How a chain is run that bridges MCP over ACP for its agent; everything may be absent. */
export interface NodeChainOptions extends ChainOptions {
  /** How MCP servers of clients and proxies are given to an agent without MCP over ACP; false if they are not. */
  readonly mcp?: BridgeMcpOptions | false;
}

/**
 * Makes a chain of components that advertises MCP over ACP to its client and to every proxy, and bridges for an agent
 * that lacks it: in this process, a command, or at a loopback address. Of chains in chains only the innermost agent is
 * bridged, once. It is not advertised if the agent runs on another machine, or takes no MCP servers at all.
 */
export const chain: ChainFactory<NodeChainOptions> = chainFactory<NodeChainOptions>({}, ({ mcp = {} }) =>
  mcpBridgeOf(mcp),
);

/** What the option `mcp` means. */
export const mcpBridgeOf = (mcp: BridgeMcpOptions | false): McpBridge =>
  mcp === false ? (agent) => agent : (agent) => bridgeMcp(agent, mcp);
