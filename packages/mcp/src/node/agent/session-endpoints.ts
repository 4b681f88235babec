/**
 * The endpoints of each session.
 *
 * They are made when a session is opened, and belong to it once the agent has opened it. A session that is opened again
 * keeps the endpoints of the servers that are declared again, and loses the others.
 */
import type { Endpoint } from '../endpoint/endpoint.ts';

type ByServer = Map<string, Endpoint>;

/** The endpoints of a session that is being opened. */
export class Opening {
  readonly #known: ByServer;
  readonly #declared: ByServer = new Map();

  constructor(known: ByServer) {
    this.#known = known;
  }

  get declared(): ByServer {
    return this.#declared;
  }

  /** How many of the endpoints are new. */
  get added(): number {
    return [...this.#declared].filter(([serverId, endpoint]) => this.#known.get(serverId) !== endpoint).length;
  }

  /** Returns the endpoint of a server, a new one if the session has none. */
  endpoint(serverId: string, add: () => Endpoint): Endpoint {
    const endpoint = this.#declared.get(serverId) ?? this.#known.get(serverId) ?? add();
    this.#declared.set(serverId, endpoint);
    return endpoint;
  }

  /** The session was not opened: the new endpoints end. */
  abandon(): void {
    for (const [serverId, endpoint] of this.#declared) if (this.#known.get(serverId) !== endpoint) endpoint.close();
  }
}

export class SessionEndpoints {
  readonly #sessions = new Map<string, ByServer>();

  /** Begins to open a session; `sessionId` is undefined if the agent gives it one. */
  begin(sessionId: string | undefined): Opening {
    return new Opening(this.#sessions.get(sessionId ?? '') ?? new Map());
  }

  /** The agent has opened the session. */
  opened(sessionId: string, { declared }: Opening): void {
    const before = this.#sessions.get(sessionId);
    if (declared.size > 0) this.#sessions.set(sessionId, declared);
    else this.#sessions.delete(sessionId);
    for (const [serverId, endpoint] of before ?? []) if (declared.get(serverId) !== endpoint) endpoint.close();
  }

  /** The session needs its endpoints no more. */
  closed(sessionId: string): void {
    const endpoints = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    for (const endpoint of endpoints?.values() ?? []) endpoint.close();
  }
}
