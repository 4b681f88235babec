/**
 * The MCP servers that agents may connect to, by the ids that were made for them.
 *
 * An id is never used again. A declaration that a program made stays good as long as the program has it: it is
 * registered again when a session is opened with it again.
 */
import type { McpServer } from '@acp-stack/sdk';

import type { OfferedServer } from '../server/mcp-server.ts';
import type { McpLimits } from './mcp-limits.ts';

/** A declaration for `mcpServers`, with the id in the spelling of the schema and in that of the proposal. */
export type McpDeclaration = Extract<McpServer, { readonly type: 'acp' }> & { readonly id: string };

/** A server under one id. */
export interface Registration {
  readonly declaration: McpDeclaration;
  readonly server: OfferedServer;
  readonly limits: McpLimits;
  /** The session that the id was declared to. */
  sessionId: string | undefined;
  /** Called when the id is taken back, to close the connections to it. */
  readonly releases: Set<() => void>;
}

export class ServerRegistry {
  readonly #registered = new Map<string, Registration>();
  readonly #declared = new WeakMap<object, Registration>();

  /** Makes an id for `server` and registers it. */
  register(server: OfferedServer, limits: McpLimits): Registration {
    const serverId = `mcp-server:${crypto.randomUUID()}`;
    const declaration: McpDeclaration = { type: 'acp', name: server.name, serverId, id: serverId };
    const registration: Registration = { declaration, server, limits, sessionId: undefined, releases: new Set() };
    this.#registered.set(serverId, registration);
    this.#declared.set(declaration, registration);
    return registration;
  }

  find(serverId: string): Registration | undefined {
    return this.#registered.get(serverId);
  }

  /** The registration that a declaration was made by; it is registered from now on. */
  restore(declaration: object): Registration | undefined {
    const registration = this.#declared.get(declaration);
    if (registration !== undefined) this.#registered.set(registration.declaration.serverId, registration);
    return registration;
  }

  /** Takes an id back, and closes the connections to its server. */
  release(registration: Registration): void {
    this.#registered.delete(registration.declaration.serverId);
    registration.sessionId = undefined;
    for (const close of registration.releases) close();
  }
}
