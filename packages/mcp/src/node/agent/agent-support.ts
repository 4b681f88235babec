/** How an agent reaches the MCP servers of its client, by its response to `initialize`. */
import { mcpSupportOf } from '@acp-stack/schema/mcp-support';

import type { McpWay } from '../settings/mcp-way.ts';

/** What was decided about an agent. */
export interface AgentSupport {
  /** Undefined if the agent can use no MCP server in a permitted way. */
  readonly way: McpWay | undefined;
  /** Whether a declaration of stdio carries its type, as in version 2. */
  readonly isStdioTyped: boolean;
}

/** Decides by `prefer`, the ways in the order of preference. */
export function supportOf(result: unknown, prefer: readonly McpWay[]): AgentSupport {
  const { acp: native, isStdioTyped, ...others } = mcpSupportOf(result);
  const advertised = { native, ...others };
  return { way: prefer.find((way) => advertised[way]), isStdioTyped };
}
