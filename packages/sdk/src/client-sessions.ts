/**
 * The sessions of one connection, and the way of every update to the one it belongs to.
 *
 * A session is in the table from the answer that opened it until it is closed. Updates that come before are kept for
 * it; updates of sessions that are not open here go to those who listen to all sessions, or are reported.
 */
import { RpcError } from '@acp-stack/rpc';
import {
  errorCodes,
  type ForkSessionRequest,
  type NewSessionRequest,
  type NewSessionResponse,
  type ResumeSessionRequest,
  type SessionInfo,
  type SessionNotification,
  type SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import { checkSetup, type SessionSetup } from './client-gates.ts';
import { OpenSession, type SessionHost } from './client-open-session.ts';
import type { ClientSession, OpenOptions } from './client-session.ts';
import type { SessionOpened } from './client-session-view.ts';
import type { Connection } from './connection.ts';
import { EarlyUpdates } from './early-updates.ts';
import type { Params } from './method-types.ts';

type OpeningMethod = 'session/new' | 'session/resume' | 'session/fork';

export class ClientSessions {
  readonly #host: SessionHost;
  readonly #connection: Connection<'client'>;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #early: EarlyUpdates;

  constructor(host: Omit<SessionHost, 'fork' | 'closeSession'>) {
    const { report, limits, connection } = host;
    this.#connection = connection;
    this.#host = {
      ...host,
      fork: (params, options) => this.fork(params, options),
      closeSession: (sessionId) => this.close(sessionId),
    };
    this.#early = new EarlyUpdates({
      limit: limits.early,
      onDropped: (sessionId) => {
        report({ kind: 'updates-dropped', sessionId, where: 'opening', limit: limits.early });
      },
    });
  }

  get(sessionId: string): OpenSession | undefined {
    return this.#sessions.get(sessionId);
  }

  [Symbol.iterator](): IterableIterator<OpenSession> {
    return this.#sessions.values();
  }

  // -------------------------------------------------------------------------------------------- updates

  /** Takes one update that arrived; a promise when it is not handled yet. */
  receive({ sessionId, update }: SessionNotification): Promise<void> | undefined {
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) return session.receive(update);
    return this.#early.keep(sessionId, update) ? undefined : this.#unclaimed(sessionId, update);
  }

  #unclaimed(sessionId: string, update: SessionUpdate): Promise<void> | undefined {
    const { listeners, report } = this.#host;
    if (listeners.size > 0) return listeners.call(update, { session: undefined, sessionId });
    report({ kind: 'unclaimed-update', sessionId, update });
    return undefined;
  }

  // -------------------------------------------------------------------------------------------- opening

  create(params: NewSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#open('session/new', params, options);
  }

  resume(params: ResumeSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#open('session/resume', params, options, params.sessionId);
  }

  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#open('session/fork', params, options);
  }

  /** Opens a session; what came for it before the answer is handed to it before anything that comes later. */
  async #open<K extends OpeningMethod>(
    method: K,
    params: Params<K>,
    { signal, onUpdate }: OpenOptions = {},
    sessionId?: string,
  ): Promise<ClientSession> {
    const setup = checkSetup(method, params, (path) => this.#connection.supports(path));
    const opening = this.#early.begin(sessionId);
    try {
      const options = signal === undefined ? {} : { signal };
      const answer: SessionOpened = await this.#connection.request(method, setup, options);
      const id = sessionId ?? (answer as NewSessionResponse).sessionId;
      const session = this.#sessions.get(id) ?? new OpenSession(infoOf(id, setup), this.#host);
      this.#sessions.set(id, session);
      if (onUpdate !== undefined) session.onUpdate(onUpdate);
      // As every answer does, this one waits for those who handle what came before it.
      await session.opened(this.#early.take(id), answer);
      return session.face;
    } finally {
      for (const [id, updates] of this.#early.end(opening)) {
        for (const update of updates) void this.#unclaimed(id, update);
      }
    }
  }

  // -------------------------------------------------------------------------------------------- closing

  /** Asks the agent to close a session; one that it does not know is closed already (CLOSE-03). */
  async close(sessionId: string): Promise<void> {
    this.#sessions.get(sessionId)?.closing();
    try {
      await this.#connection.request('session/close', { sessionId });
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== errorCodes.resource_not_found) throw error;
    }
    this.closed(sessionId);
  }

  /** The agent has closed a session. */
  closed(sessionId: string): void {
    this.#sessions.get(sessionId)?.closed();
    this.#sessions.delete(sessionId);
  }

  /** The connection has ended; a session fails when what arrived for it has been handled, or nobody seems to do so. */
  failAll(error: Error): void {
    const { clock, cancelGrace } = this.#host;
    for (const session of this.#sessions.values()) {
      const fail = (): void => {
        stop();
        this.#sessions.delete(session.id);
        session.fail(error);
      };
      const stop = clock.schedule(cancelGrace, fail);
      void this.#connection.handled(session.id).then(fail);
    }
  }
}

/** Without a spread, which leaves room in the object for fields that never come. */
const infoOf = (sessionId: string, { cwd, additionalDirectories }: SessionSetup): SessionInfo =>
  additionalDirectories === undefined ? { sessionId, cwd } : { sessionId, cwd, additionalDirectories };
