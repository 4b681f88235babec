/**
 * The MCP servers of a proxy: added to the sessions that pass through it, and answered for in place of the client.
 *
 * Messages for servers and connections of others are passed on unchanged.
 */
import type { AcpProxy, McpServer, ProxyPlace } from '@acp-stack/sdk';

import type { AgentLink } from './mcp-provider.ts';
import type { Offers, SessionServers } from './offers.ts';

/** One connection of the proxy. */
interface Place {
  readonly link: AgentLink;
  /** Whether what follows the proxy supports MCP over ACP; it is taken to, until it has answered `initialize`. */
  isSupported: boolean;
  /** The servers of the open sessions. */
  readonly sessions: Map<string, SessionServers[]>;
}

/** The params of a request that opens a session. */
interface Setup {
  readonly mcpServers?: readonly McpServer[] | null;
}

/** Adds the interceptors of MCP over ACP to `app`. */
export function provideInProxy(app: AcpProxy, offers: Offers): void {
  const { provider } = offers;
  const places = new WeakMap<ProxyPlace, Place>();
  const placeOf = (connection: ProxyPlace): Place => {
    const known = places.get(connection);
    if (known !== undefined) return known;
    const place = createPlace(connection);
    places.set(connection, place);
    return place;
  };

  /** Passes a request that opens a session on, with our servers, and waits for the session. */
  const open = async <P extends Setup, R extends object>(
    params: P,
    next: (params: P) => Promise<R>,
    { connection, sessionId }: { readonly connection: ProxyPlace; readonly sessionId?: string },
  ): Promise<R> => {
    const { isSupported, sessions } = placeOf(connection);
    const servers = offers.forSession(params.mcpServers ?? [], { connection, isSupported });
    if (sessionId !== undefined) servers.opened(sessionId);
    try {
      const result = await next(
        servers.mcpServers.length === 0 ? params : { ...params, mcpServers: servers.mcpServers },
      );
      const id = sessionId ?? (result as { readonly sessionId?: string }).sessionId ?? '';
      servers.opened(id);
      sessions.set(id, [...(sessions.get(id) ?? []), servers]);
      return result;
    } catch (error) {
      servers.ended();
      throw error;
    }
  };

  /** Passes a request that ends a session on, and takes its servers back. */
  const end = async <R>(sessionId: string, next: () => Promise<R>, connection: ProxyPlace): Promise<R> => {
    const result = await next();
    const { sessions } = placeOf(connection);
    for (const servers of sessions.get(sessionId) ?? []) servers.ended();
    sessions.delete(sessionId);
    return result;
  };

  app.use({
    clientRequests: {
      initialize: async (params, next, { connection }) => {
        const result = await next(params);
        placeOf(connection).isSupported = Boolean(result.capabilities?.session?.mcp?.acp);
        return result;
      },
      'session/new': (params, next, { connection }) => open(params, next, { connection }),
      'session/fork': (params, next, { connection }) => open(params, next, { connection }),
      'session/resume': (params, next, { connection }) =>
        open(params, next, { connection, sessionId: params.sessionId }),
      'session/close': ({ sessionId }, next, { connection }) => end(sessionId, next, connection),
      'session/delete': ({ sessionId }, next, { connection }) => end(sessionId, next, connection),
      'session/archive': ({ sessionId }, next, { connection }) => end(sessionId, next, connection),
    },
    agentRequests: {
      'mcp/connect': (params, next, { connection }) =>
        provider.connect(params.serverId, placeOf(connection).link) ?? next(params),
      'mcp/disconnect': (params, next, { connection }) =>
        provider.disconnect(params.connectionId, placeOf(connection).link) ? {} : next(params),
      'mcp/message': (message, next, { connection, signal }) =>
        provider.request({ message, signal }, placeOf(connection).link) ?? next(message),
    },
    agentNotifications: {
      'mcp/message': (message, next, { connection }) =>
        provider.notification(message, placeOf(connection).link) ? undefined : next(message),
    },
  });
}

function createPlace({ agent, closed }: ProxyPlace): Place {
  const sessions = new Map<string, SessionServers[]>();
  void closed.then(() => {
    for (const servers of [...sessions.values()].flat()) servers.ended();
    sessions.clear();
  });
  return {
    isSupported: true,
    sessions,
    link: {
      request: (params, options) => agent.request('mcp/message', params, options),
      notify: (params) => agent.notify('mcp/message', params),
      closed,
    },
  };
}
