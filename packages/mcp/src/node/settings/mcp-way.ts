/** How an agent reaches the MCP servers of its client: over ACP itself, or over what the bridge offers instead. */
export type McpWay = 'native' | 'http' | 'stdio';
