/**
 * `tools`: offers MCP tools to the agent behind it, over the connection that is already there.
 *
 * Each session that is opened is told of them: new, loaded, resumed and forked ones. The proxy answers for its own
 * servers and leaves those of the client alone. An agent without MCP over ACP reaches them through the bridge of
 * `@acp-stack/mcp/node`, which the conductor puts before it.
 */
import { offer, type McpLimits, type OfferedServer, type OfferOptions } from '@acp-stack/mcp';
import { proxy, type ProxyComponent } from '@acp-stack/sdk';

import { infoOf, perConnection } from './per-connection.ts';
import { callable, positiveInteger, readSettings, type Setting, type Settings } from './settings.ts';

/** Which tools are added. */
export interface ToolsOptions extends OfferOptions {
  /** MCP servers: made of tools by `mcpServer(name, { search: tool(schema, handler) })` of `@acp-stack/mcp`. */
  readonly servers: OfferedServer | readonly OfferedServer[];
}

const isServer = (value: unknown): value is OfferedServer => {
  const { name, connect } = Object(value) as Partial<OfferedServer>;
  return typeof name === 'string' && typeof connect === 'function';
};

const serversSetting: Setting<ToolsOptions['servers']> = {
  words: 'an MCP server or a list of them, each made by mcpServer of @acp-stack/mcp',
  read: (value) => {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    return all.length > 0 && all.every(isServer) ? (value as ToolsOptions['servers']) : undefined;
  },
};

const limit: Setting<number> = {
  words: `${positiveInteger.words} or Infinity`,
  read: (value) => (value === Infinity ? value : positiveInteger.read(value)),
};
const limits: Settings<McpLimits> = { connections: limit, requests: limit, messageLength: limit };

const settings: Settings<ToolsOptions> = {
  servers: serversSetting,
  limits: { words: 'an object', read: (value) => readSettings('tools: limits', value, { settings: limits }) },
  onUnsupported: callable(),
};

/** Adds MCP tools to every session; throws a `TypeError` if an option is wrong. */
export function tools(given: ToolsOptions): ProxyComponent {
  const { servers, ...options } = readSettings('tools', given, { settings, required: ['servers'] });
  return perConnection('tools', () => {
    const made = proxy(infoOf('tools'));
    offer(made, servers, options);
    return made;
  });
}
