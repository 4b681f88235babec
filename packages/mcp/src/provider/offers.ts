/** The MCP servers that a client or a proxy offers: to all sessions, and to those that declare them. */
import type { McpServer } from '@acp-stack/sdk';

import type { OfferedServer } from '../server/mcp-server.ts';
import type { McpLimits } from './mcp-limits.ts';
import { McpProvider } from './mcp-provider.ts';
import type { Registration } from './server-registry.ts';

/** A server that is declared to all sessions. */
interface Offered {
  readonly server: OfferedServer;
  readonly limits: McpLimits;
}

/** The servers of one session, while it is being opened and until it ends. */
export interface SessionServers {
  /** The servers to declare. */
  readonly mcpServers: readonly McpServer[];
  /** The session is open. */
  opened(sessionId: string): void;
  /** The session has ended, or could not be opened. */
  ended(): void;
}

/** What a client or a proxy offers, and what answers for it. */
export class Offers {
  readonly provider: McpProvider = new McpProvider();
  readonly #toAll: Offered[] = [];

  add(servers: readonly OfferedServer[], limits: McpLimits): void {
    this.#toAll.push(...servers.map((server) => ({ server, limits })));
  }

  /** The servers for a session: those of the request, and those that are offered to all if `isSupported`. */
  forSession(requested: readonly McpServer[], isSupported: boolean): SessionServers {
    const { servers } = this.provider;
    const own = requested.flatMap((declaration) => servers.restore(declaration) ?? []);
    const added = isSupported ? this.#toAll.map(({ server, limits }) => servers.register(server, limits)) : [];
    const registrations: readonly Registration[] = [...own, ...added];
    return {
      mcpServers: [...requested, ...added.map(({ declaration }) => declaration)],
      opened: (sessionId) => {
        for (const registration of registrations) registration.sessionId = sessionId;
      },
      ended: () => {
        for (const registration of registrations) servers.release(registration);
      },
    };
  }
}
