/** The address of one MCP server in one session, and the MCP sessions there. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Endpoint, OpenConnection } from '../endpoint/endpoint.ts';
import type { BridgeSettings } from '../settings/options.ts';
import { acceptedTypes } from './accepted-types.ts';
import { HttpSession, type ServerModule, type SessionOwner } from './http-session.ts';

export interface EndpointOwner {
  readonly settings: BridgeSettings;
  readonly server: ServerModule;
  readonly port: number;
  refuse(response: ServerResponse, status: number, reason: string): void;
  removed(endpoint: HttpEndpoint): void;
}

export class HttpEndpoint implements Endpoint, SessionOwner {
  readonly path: string = `/mcp/${randomBytes(16).toString('base64url')}`;
  readonly token: string = randomBytes(32).toString('base64url');
  readonly settings: BridgeSettings;
  readonly server: ServerModule;
  readonly open: OpenConnection;
  readonly #owner: EndpointOwner;
  /** The sessions by their ids, the oldest first. */
  readonly #sessions = new Map<string, HttpSession>();
  #isClosed = false;

  constructor(owner: EndpointOwner, open: OpenConnection) {
    this.#owner = owner;
    this.settings = owner.settings;
    this.server = owner.server;
    this.open = open;
  }

  get transport(): Readonly<Record<string, unknown>> {
    return {
      type: 'http',
      url: `http://127.0.0.1:${this.#owner.port}${this.path}`,
      headers: [{ name: 'Authorization', value: `Bearer ${this.token}` }],
    };
  }

  /** Handles a request that was admitted. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const session = id === undefined ? this.#newSession(request) : this.#sessions.get(String(id));
    if (session === undefined) {
      if (id === undefined) this.#owner.refuse(response, 503, 'Too many MCP sessions are open; close one.');
      else this.#owner.refuse(response, 404, 'Session not found');
      return;
    }
    if (session.hasRoom) await session.handle(request, response);
    else this.#owner.refuse(response, 503, 'Too many responses of this MCP session are open.');
  }

  opened(id: string, session: HttpSession): void {
    if (this.#isClosed) session.close();
    else this.#sessions.set(id, session);
  }

  closed(session: HttpSession): void {
    for (const [id, each] of this.#sessions) if (each === session) this.#sessions.delete(id);
  }

  close(): void {
    this.#isClosed = true;
    for (const session of this.#sessions.values()) session.close();
    this.#owner.removed(this);
  }

  /** Makes a session, which is kept once it is initialized; undefined if there are too many and none is idle. */
  #newSession({ headers }: IncomingMessage): HttpSession | undefined {
    if (this.#sessions.size >= this.settings.limits.connections) {
      const idle = [...this.#sessions.values()].find(({ isIdle }) => isIdle);
      if (idle === undefined) return undefined;
      idle.close();
    }
    const { json, events } = acceptedTypes(headers.accept);
    return new HttpSession(this, json && !events);
  }
}
