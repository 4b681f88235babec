/**
 * What an MCP server is: its name, and what is run or reached for it. Another server that gets its name is another one.
 *
 * Only a hash is given away, because command lines and addresses may hold secrets.
 */
import type { McpServer } from '@acp-stack/sdk';
import { createHash } from 'node:crypto';

/** What the client calls it. */
export const serverName = (server: McpServer): string => String((server as { readonly name?: unknown }).name);

export function serverIdentity(server: McpServer): string {
  const { type = 'stdio', name, command, args, url, serverId } = server as Readonly<Record<string, unknown>>;
  const place = type === 'stdio' ? [command, args ?? []] : [url ?? serverId];
  return createHash('sha256')
    .update(JSON.stringify([name, type, ...place]))
    .digest('base64url');
}
