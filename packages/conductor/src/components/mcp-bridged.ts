/** The agent at the end of a chain, with what gives it MCP over ACP. */
import type { Component, McpBridge } from '@acp-stack/sdk';

/** Returns `agent` with `bridge` before it: where the agent says, or else before each of its channels. */
export function mcpBridged(agent: Component, bridge: McpBridge): Component {
  if (agent.withMcpBridge !== undefined) return agent.withMcpBridge(bridge);
  const { name, onExit, mayBypass } = agent;
  return {
    name,
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: (options) => bridge(agent.start(options)),
  };
}
