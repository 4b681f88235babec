/**
 * The capabilities that only version 1 has.
 *
 * Programs see them beside those of version 2, because the bridge passes them on. A peer of version 2 is not sent them,
 * and they are not read from one: version 2 has no such fields (EXT-01).
 */
import type { AgentCapabilities, ClientCapabilities, McpCapabilities } from '@acp-stack/schema/v2/unstable';

/** Without the files and terminals of the client. */
export function withoutClientExtras(capabilities: ClientCapabilities): ClientCapabilities {
  if (!('fs' in capabilities || 'terminal' in capabilities)) return capabilities;
  const {
    fs: _fs,
    terminal: _terminal,
    ...others
  } = capabilities as ClientCapabilities & Partial<Record<'fs' | 'terminal', unknown>>;
  return others;
}

/** Without MCP servers of type `sse`. */
export function withoutAgentExtras(capabilities: AgentCapabilities): AgentCapabilities {
  const { session } = capabilities;
  const mcp = session?.mcp;
  if (mcp === undefined || mcp === null || !('sse' in mcp)) return capabilities;
  const { sse: _sse, ...others } = mcp as McpCapabilities & { readonly sse?: unknown };
  return { ...capabilities, session: { ...session, mcp: others } };
}
