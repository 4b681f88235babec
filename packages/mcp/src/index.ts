/** MCP over ACP, in both directions: a client or a proxy offers MCP servers over its connection, an agent uses them. */
export { acpTransport, type AcpTransportOptions } from './consumer/acp-transport.ts';
export { serveMcpMessages } from './consumer/mcp-receivers.ts';
export { defaultMcpLimits, type McpLimits } from './provider/mcp-limits.ts';
export { offer, type McpOffer, type OfferOptions } from './provider/offer.ts';
export type { McpDeclaration } from './provider/server-registry.ts';
export type { FromJsonSchema, JsonObjectSchema } from './server/json-schema-type.ts';
export {
  defaultToolTimeout,
  mcpServer,
  type McpConnectable,
  type McpConnectionInfo,
  type McpServerFactory,
  type McpServerOptions,
  type OfferedServer,
} from './server/mcp-server.ts';
export type { StandardSchema } from './server/standard-schema.ts';
export { tool, type Tool, type ToolContext, type ToolHandler, type ToolOptions, type Tools } from './server/tool.ts';
export { serverOfModule, type ToolsModuleContext } from './server/tools-module.ts';
export type { McpMessage, McpParams, McpSendOptions, McpTransport } from './transport/mcp-transport.ts';
