/** How an agent may reach the MCP servers of this program and of proxies, if it does not support MCP over ACP. */
import type { BridgeMcpOptions, McpWay } from '@acp-stack/mcp/node';

import { FieldError, stringsOf } from './checked-fields.ts';

const ways: readonly McpWay[] = ['native', 'http', 'stdio'];

/** Reads the setting `mcp`, a list of ways in the order of preference; errors name it by `place`. */
export function readMcpWays(value: unknown, place: string): { readonly mcp?: readonly McpWay[] } {
  if (value === undefined || value === null) return {};
  const words = stringsOf(value, place);
  const unknown = words.find((word) => !ways.some((way) => way === word));
  if (unknown !== undefined) throw new FieldError(place, `: unknown name "${unknown}"; choose from ${ways.join(', ')}`);
  return { mcp: words as readonly McpWay[] };
}

/** The ways to an agent: as it is set, or else all if it runs on this machine; another one reaches nothing here. */
export async function mcpOptionsOf({
  kind,
  url = '',
  mcp,
}: {
  readonly kind: 'command' | 'url';
  readonly url?: string;
  readonly mcp?: readonly McpWay[];
}): Promise<BridgeMcpOptions> {
  if (mcp !== undefined) return { prefer: mcp };
  if (kind === 'command') return {};
  const { isLoopback } = await import('@acp-stack/http/node');
  return isLoopback(new URL(url).hostname) ? {} : { prefer: ['native'] };
}
