/** The MCP servers in the params of a request that opens a session. */

type Fields = Readonly<Record<string, unknown>>;

/** Whether a server of the kind `acp` is declared. */
export function declaresAcp(params: unknown): boolean {
  return serversOf(params).some(isAcp);
}

/**
 * Returns the params with each server of the kind `acp` replaced: `replace` is given its id and returns the fields of
 * its new transport. Its name, `_meta` and unknown fields are kept; other servers are left as they are.
 *
 * Returns undefined if a server of the kind `acp` has no id.
 */
export function replaceDeclarations(params: unknown, replace: (serverId: string) => Fields): unknown {
  const servers: unknown[] = [];
  for (const server of serversOf(params)) {
    if (!isAcp(server)) {
      servers.push(server);
      continue;
    }
    const { type: _type, serverId, id, acpId, ...rest } = server;
    const name = [serverId, id, acpId].find((each) => typeof each === 'string');
    if (typeof name !== 'string') return undefined;
    servers.push({ ...replace(name), ...rest });
  }
  return { ...(params as Fields), mcpServers: servers };
}

function serversOf(params: unknown): readonly unknown[] {
  const { mcpServers } = Object(params) as Fields;
  return Array.isArray(mcpServers) ? (mcpServers as unknown[]) : [];
}

function isAcp(server: unknown): server is Fields {
  return typeof server === 'object' && server !== null && (server as Fields)['type'] === 'acp';
}
