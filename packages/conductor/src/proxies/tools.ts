/**
 * `tools`: offers MCP tools to the agent behind it, over the connection that is already there.
 *
 * Each session that is opened is told of them: new, loaded, resumed and forked ones. The proxy answers for its own
 * servers and leaves those of the client alone. An agent without MCP over ACP reaches them through the bridge of
 * `@acp-stack/mcp/node`, which the conductor puts before it.
 */
import { offer, type OfferedServer, type OfferOptions } from '@acp-stack/mcp';
import { proxy, type ProxyComponent } from '@acp-stack/sdk';

import { infoOf, perConnection } from './per-connection.ts';

/** Which tools are added. */
export interface ToolsOptions extends OfferOptions {
  /** MCP servers: made of tools by `mcpServer(name, { search: tool(schema, handler) })` of `@acp-stack/mcp`. */
  readonly servers: OfferedServer | readonly OfferedServer[];
}

/** Adds MCP tools to every session. */
export function tools({ servers, ...options }: ToolsOptions): ProxyComponent {
  return perConnection('tools', () => {
    const made = proxy(infoOf('tools'));
    offer(made, servers, options);
    return made;
  });
}
