/** MCP over ACP, in both directions: a client or a proxy offers MCP servers over its connection, an agent uses them. */
export type { McpMessage, McpSendOptions, McpTransport } from './mcp-transport.ts';
