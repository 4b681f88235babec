/** The MCP servers of a client: declared when its sessions are opened, and answered for on its connections. */
import type { Client, Connection } from '@acp-stack/sdk';

import { connectionNotFound, serverNotFound, serverUnavailable } from './binding-error.ts';
import type { AgentLink } from './mcp-provider.ts';
import type { Offers } from './offers.ts';

/** Registers the handlers of MCP over ACP on `app`. */
export function provideInClient(app: Client, offers: Offers): void {
  const { provider } = offers;
  app.onOpening((setup, opening) => {
    const { connection, sessionId } = opening;
    const servers = offers.forSession(setup.mcpServers ?? [], {
      connection,
      isSupported: connection.supports('session.mcp.acp'),
    });
    if (sessionId !== undefined) servers.opened(sessionId);
    opening.onOpened((id) => {
      servers.opened(id);
    });
    opening.onEnded(() => {
      servers.ended();
    });
    return servers.mcpServers.length === 0 ? setup : { ...setup, mcpServers: servers.mcpServers };
  });
  app.on('mcp/connect', ({ serverId }, { connection }) => {
    const connected = provider.connect(serverId, linkOf(connection));
    if (connected === undefined) throw serverNotFound(serverId);
    return connected;
  });
  app.on('mcp/disconnect', ({ connectionId }, { connection }) => {
    if (!provider.disconnect(connectionId, linkOf(connection))) throw connectionNotFound(connectionId);
    return {};
  });
  app.on('mcp/message', (message, { connection, signal }) => {
    const answer = provider.request({ message, signal }, linkOf(connection));
    if (answer !== undefined) return answer;
    throw 'connectionId' in message ? connectionNotFound(message.connectionId) : serverUnavailable(message.serverId);
  });
  app.onNotification('mcp/message', (message, { connection }) => {
    provider.notification(message, linkOf(connection));
  });
}

const links = new WeakMap<Connection<'client'>, AgentLink>();

function linkOf(connection: Connection<'client'>): AgentLink {
  const known = links.get(connection);
  if (known !== undefined) return known;
  const link: AgentLink = {
    request: (params, options) => connection.request('mcp/message', params, options),
    notify: (params) => connection.notify('mcp/message', params),
    closed: connection.closed,
  };
  links.set(connection, link);
  return link;
}
