/**
 * The sessions of one connection, and the way of every update to the one it belongs to.
 *
 * A session is in the table from the answer that opened it until it is closed. Updates that come before are kept for
 * it; updates of sessions that are not open here go to those who listen to all sessions, or are reported. What a lost connection
 * takes down is remembered, so that the next one can open it again.
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
import { OpenSession } from './client-open-session.ts';
import type { SessionHost } from './client-session-host.ts';
import type { ClientSession, OpenOptions } from './client-session.ts';
import type { SessionOpened } from './client-session-view.ts';
import type { Connection } from './connection.ts';
import { EarlyUpdates } from './early-updates.ts';
import type { Params } from './method-types.ts';

type OpeningMethod = 'session/new' | 'session/resume' | 'session/fork';

/** What became of the sessions that were open when the connection ended. */
export interface Reconnected {
  /** They go on, as the same objects. */
  readonly restored: readonly ClientSession[];
  /** The agent could not open these again; `reason` says why. */
  readonly lost: readonly { readonly session: ClientSession; readonly reason: Error }[];
}

export class ClientSessions {
  readonly #host: SessionHost;
  readonly #sessions = new Map<string, OpenSession>();
  /** Those that were open when the connection ended. */
  readonly #fallen = new Map<string, OpenSession>();
  readonly #early: EarlyUpdates;
  /** Settles when the end of the last connection has reached every session. */
  #falling: Promise<unknown> = Promise.resolve();

  constructor(host: Omit<SessionHost, 'fork' | 'closeSession'>) {
    const { report, limits } = host;
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

  get #connection(): Connection<'client'> {
    return this.#host.link.connection;
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
    // What is told again for a session that is open arrives before the answer.
    const known = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    const listening = onUpdate === undefined ? undefined : known?.onUpdate(onUpdate);
    try {
      const options = signal === undefined ? {} : { signal };
      const answer: SessionOpened = await this.#connection.request(method, setup, options);
      const id = sessionId ?? (answer as NewSessionResponse).sessionId;
      const session = this.#opened(id, setup);
      if (onUpdate !== undefined && session !== known) session.onUpdate(onUpdate);
      // As every answer does, this one waits for those who handle what came before it.
      await session.opened(this.#early.take(id), answer);
      return session.face;
    } catch (error) {
      listening?.[Symbol.dispose]();
      throw error;
    } finally {
      for (const [id, updates] of this.#early.end(opening)) {
        for (const update of updates) void this.#unclaimed(id, update);
      }
    }
  }

  /** The session that an answer opened: one that is known keeps its object. */
  #opened(id: string, setup: SessionSetup): OpenSession {
    const { mcpServers = [] } = setup;
    const servers = mcpServers.length === 0 ? undefined : mcpServers;
    const fallen = this.#fallen.get(id);
    this.#fallen.delete(id);
    fallen?.reopened(servers);
    const known = this.#sessions.get(id) ?? fallen;
    known?.movedTo(setup);
    const session = known ?? new OpenSession(infoOf(id, setup), this.#host, servers);
    this.#sessions.set(id, session);
    return session;
  }

  /** Opens again what was open when the last connection ended; an agent that can do so does not tell the history again. */
  async reopen(): Promise<Reconnected> {
    await this.#falling;
    const restored: ClientSession[] = [];
    const lost: { session: ClientSession; reason: Error }[] = [];
    const open = async ({ face, setup }: OpenSession): Promise<void> => {
      try {
        restored.push(await this.resume(setup));
      } catch (error) {
        lost.push({ session: face, reason: error as Error });
      }
    };
    await Promise.all([...this.#fallen.values()].map(open));
    return { restored, lost };
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
    this.#fallen.delete(sessionId);
  }

  /** The connection has ended; a session fails when what arrived for it has been handled, or nobody seems to do so. */
  failAll(error: Error): void {
    const connection = this.#connection;
    this.#falling = Promise.all(
      Array.from(this.#sessions.values(), (session) => this.#fail(session, error, connection)),
    );
  }

  #fail(session: OpenSession, error: Error, connection: Connection<'client'>): Promise<void> {
    const { clock, cancelGrace } = this.#host;
    return new Promise((resolve) => {
      let hasFailed = false;
      const fail = (): void => {
        if (hasFailed) return;
        hasFailed = true;
        stop();
        if (this.#sessions.delete(session.id)) this.#fallen.set(session.id, session);
        session.fail(error);
        resolve();
      };
      const stop = clock.schedule(cancelGrace, fail);
      void connection.handled(session.id).then(fail);
    });
  }
}

/** Without a spread, which leaves room in the object for fields that never come. */
const infoOf = (sessionId: string, { cwd, additionalDirectories }: SessionSetup): SessionInfo =>
  additionalDirectories === undefined ? { sessionId, cwd } : { sessionId, cwd, additionalDirectories };
