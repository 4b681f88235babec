/** MCP over ACP for agents without it: what needs Node. */
export { bridgeMcp } from './bridge-mcp.ts';
export { bridgedAgent } from './bridged-agent.ts';
export type { McpWay } from './settings/mcp-way.ts';
export {
  defaultMcpBridgeLimits,
  type BridgeMcpOptions,
  type McpBridgeLimits,
  type McpBridgeReport,
} from './settings/options.ts';
