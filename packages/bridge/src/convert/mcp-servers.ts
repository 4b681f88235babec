/** MCP servers: version 2 names the transport `stdio`, leaves out empty lists, and has no `sse`. */
import { validators as v1Validators, type McpServer as V1McpServer } from '@acp-stack/schema/v1/unstable';
import { isMcpServer, type McpServer } from '@acp-stack/schema/v2/unstable';

import { fail, type LossReporter } from '../loss/loss-reporter.ts';
import { mapOrSame } from '../values/map-or-same.ts';
import { isAbsolute } from './paths.ts';

export interface McpServerSettings {
  /** Whether the version 2 side takes servers of type `sse`. */
  readonly extras: boolean;
}

/** Returns the servers for version 2. */
export function mcpServersToV2(
  servers: readonly V1McpServer[],
  { extras }: McpServerSettings,
  losses: LossReporter,
): readonly McpServer[] {
  return mapOrSame(servers, (server): McpServer => {
    if (server.type === 'http') return server;
    if (server.type === 'acp') return withBothIds(server);
    if (server.type === 'sse') {
      if (!extras)
        return fail('session/new', `The agent does not support MCP servers of type sse, such as ${server.name}.`);
      return server as unknown as McpServer;
    }
    const { type } = server as { readonly type?: string };
    if (type !== undefined && type !== 'stdio')
      losses.omit(
        'session/new',
        `Version 1 has no type ${type}; the MCP server ${server.name} is started as a command.`,
      );
    if (!isAbsolute(server.command))
      losses.lose('paths', `The command of the MCP server ${server.name} is not an absolute path; it was kept.`);
    return { ...server, type: 'stdio' };
  });
}

/** Returns the servers for version 1, which requires the list. */
export function mcpServersToV1(
  servers: readonly McpServer[] | null | undefined,
  { extras }: McpServerSettings,
): readonly V1McpServer[] {
  return mapOrSame(servers ?? [], (server): V1McpServer => {
    if (isMcpServer.stdio(server)) {
      const { type: _, ...others } = server;
      return { ...others, args: server.args ?? [], env: server.env ?? [] };
    }
    if (isMcpServer.http(server))
      return server.headers === undefined ? { ...server, headers: [] } : (server as V1McpServer);
    if (isMcpServer.acp(server)) return withBothIds(server);
    // A program that also speaks version 1 may ask for what only version 1 has.
    const other: unknown = server;
    const isSse = extras && server.type === ('sse' as string) && v1Validators.McpServerSse.is(other);
    return isSse
      ? (other as V1McpServer)
      : fail('session/new', `The agent does not support MCP servers of type ${server.type}.`);
  });
}

/**
 * A declaration that drafts of either spelling understand: some agents know only `id`, others only `serverId`.
 */
function withBothIds<S extends { readonly serverId: string }>(server: S): S {
  return 'id' in server ? server : { ...server, id: server.serverId };
}

/** The params of `mcp/connect` with the name of the server in both spellings: some clients know only `acpId`. */
export function connectWithBothIds<P extends { readonly serverId: string }>(params: P): P {
  return 'acpId' in params ? params : { ...params, acpId: params.serverId };
}
