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
  readonly onUnsupported: OnUnsupported;
}

/** Called with the names of the servers that an agent is not told of. */
export type OnUnsupported = (servers: readonly string[]) => void;

/** A connection to an agent, and whether the agent supports MCP over ACP. */
export interface OfferPlace {
  readonly connection: object;
  readonly isSupported: boolean;
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
  /** The connections of which it was said that their agents are told of nothing. */
  readonly #reported = new WeakSet<object>();

  add(servers: readonly OfferedServer[], limits: McpLimits, onUnsupported: OnUnsupported): void {
    this.#toAll.push(...servers.map((server) => ({ server, limits, onUnsupported })));
  }

  /** The servers for a session: those of the request, and those that are offered to all if the agent supports it. */
  forSession(requested: readonly McpServer[], { connection, isSupported }: OfferPlace): SessionServers {
    const { servers } = this.provider;
    if (!isSupported) this.#report(connection);
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

  /** Says once for each connection what its agent is not told of. */
  #report(connection: object): void {
    if (this.#reported.has(connection)) return;
    this.#reported.add(connection);
    for (const onUnsupported of new Set(this.#toAll.map((each) => each.onUnsupported)))
      onUnsupported(
        this.#toAll.filter((each) => each.onUnsupported === onUnsupported).map(({ server }) => server.name),
      );
  }
}
