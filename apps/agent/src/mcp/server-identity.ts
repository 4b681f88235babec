/**
 * The identity of an MCP server: its name and its command or address, so that another server with the same name is not
 * mistaken for it.
 *
 * Only a hash is used, because command lines and addresses may contain secrets.
 */
import type { McpServer } from '@acp-stack/sdk';
import { createHash } from 'node:crypto';

/** The name that the client gave it. */
export const serverName = (server: McpServer): string => String((server as { readonly name?: unknown }).name);

export function serverIdentity(server: McpServer): string {
  const { type = 'stdio', name, command, args, url, serverId } = server as Readonly<Record<string, unknown>>;
  const place = type === 'stdio' ? [command, args ?? []] : [url ?? serverId];
  return createHash('sha256')
    .update(JSON.stringify([name, type, ...place]))
    .digest('base64url');
}
