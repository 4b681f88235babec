/** MCP over ACP for agents without it: what needs Node. */
export { bridgeMcp } from './bridge-mcp.ts';
export type { McpWay } from './agent/agent-support.ts';
export {
  defaultMcpBridgeLimits,
  type BridgeMcpOptions,
  type McpBridgeLimits,
  type McpBridgeReport,
} from './options.ts';
