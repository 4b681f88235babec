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
  type SessionNotification,
  type SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import { checkSetup, type SessionSetup } from './session/required-capabilities.ts';
import type { SessionState } from './session/session-state.ts';
import type { SessionHost } from './session/session-host.ts';
import { ClientSession, inside, type OpenOptions } from './session/client-session.ts';
import { saysMore, type SessionOpened } from './session/session-view.ts';
import type { Connection } from '../connection/connection.ts';
import { EarlyUpdates, type EarlyUpdatesOptions } from './early-updates.ts';
import type { Params } from '../connection/method-types.ts';

type OpeningMethod = 'session/new' | 'session/resume' | 'session/fork';

/** What became of the sessions that were open when the connection ended. */
export interface Reconnected {
  /** They go on, as the same objects. */
  readonly restored: readonly ClientSession[];
  /** The agent could not open these again; `reason` says why. */
  readonly lost: readonly { readonly session: ClientSession; readonly reason: Error }[];
}

export class ClientSessions implements EarlyUpdatesOptions {
  readonly #host: SessionHost;
  readonly #sessions = new Map<string, ClientSession>();
  /** Those that were open when the connection ended. */
  #fallen: Map<string, ClientSession> | undefined;
  readonly #early: EarlyUpdates;
  /** Settles when the end of the last connection has reached every session. */
  #falling: Promise<unknown> | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#early = new EarlyUpdates(this);
  }

  /** Updates that are kept for sessions which are being opened. */
  get limit(): number {
    return this.#host.limits.early;
  }

  onDropped(sessionId: string): void {
    this.#host.report({ kind: 'updates-dropped', sessionId, where: 'opening', limit: this.limit });
  }

  get #connection(): Connection<'client'> {
    return this.#host.link.connection;
  }

  /** The open session with this id, as programs see it. */
  find(sessionId: string): ClientSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** The connection's side of the open session with this id. */
  get(sessionId: string): SessionState | undefined {
    const session = this.#sessions.get(sessionId);
    return session === undefined ? undefined : inside(session);
  }

  [Symbol.iterator](): IterableIterator<ClientSession> {
    return this.#sessions.values();
  }

  // -------------------------------------------------------------------------------------------- updates

  /** Takes one update that arrived; a promise when it is not handled yet. */
  receive({ sessionId, update }: SessionNotification): Promise<void> | undefined {
    const session = this.get(sessionId);
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
    const known = sessionId === undefined ? undefined : this.get(sessionId);
    const listening = onUpdate === undefined ? undefined : known?.onUpdate(onUpdate);
    try {
      const options = signal === undefined ? {} : { signal };
      const answer: SessionOpened = await this.#connection.request(method, setup, options);
      const id = sessionId ?? (answer as NewSessionResponse).sessionId;
      const session = this.#opened(id, setup);
      if (onUpdate !== undefined && session !== known?.face) inside(session).onUpdate(onUpdate);
      const early = this.#early.take(id);
      // As every answer does, this one waits for those who handle what came before it.
      await (early.length > 0 || saysMore(answer) ? inside(session).opened(early, answer) : undefined);
      return session;
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
  #opened(id: string, setup: SessionSetup): ClientSession {
    const fallen = this.#fallen?.get(id);
    this.#fallen?.delete(id);
    if (fallen !== undefined) inside(fallen).reopened();
    const known = this.#sessions.get(id) ?? fallen;
    const session = known ?? new ClientSession(id, setup.cwd, this.#host);
    const { additionalDirectories, mcpServers } = setup;
    if (known !== undefined || additionalDirectories !== undefined || mcpServers !== undefined)
      inside(session).movedTo(setup);
    this.#sessions.set(id, session);
    return session;
  }

  /** Opens again what was open when the last connection ended; an agent that can do so does not tell the history again. */
  async reopen(): Promise<Reconnected> {
    await this.#falling;
    const restored: ClientSession[] = [];
    const lost: { session: ClientSession; reason: Error }[] = [];
    const open = async (session: ClientSession): Promise<void> => {
      try {
        restored.push(await this.resume(inside(session).setup));
      } catch (error) {
        lost.push({ session, reason: error as Error });
      }
    };
    await Promise.all([...(this.#fallen?.values() ?? [])].map(open));
    return { restored, lost };
  }

  // -------------------------------------------------------------------------------------------- closing

  /** Asks the agent to close a session; one that it does not know is closed already (CLOSE-03). */
  async close(sessionId: string): Promise<void> {
    this.get(sessionId)?.closing();
    try {
      await this.#connection.request('session/close', { sessionId });
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== errorCodes.resource_not_found) throw error;
    }
    this.closed(sessionId);
  }

  /** The agent has closed a session. */
  closed(sessionId: string): void {
    this.get(sessionId)?.closed();
    this.#sessions.delete(sessionId);
    this.#fallen?.delete(sessionId);
  }

  /** The connection has ended; a session fails when what arrived for it has been handled, or nobody seems to do so. */
  failAll(error: Error): void {
    const connection = this.#connection;
    this.#falling = Promise.all(
      Array.from(this.#sessions.values(), (session) => this.#fail(session, error, connection)),
    );
  }

  #fail(session: ClientSession, error: Error, connection: Connection<'client'>): Promise<void> {
    const { clock, cancelGrace } = this.#host;
    return new Promise((resolve) => {
      let hasFailed = false;
      const fail = (): void => {
        if (hasFailed) return;
        hasFailed = true;
        stop();
        if (this.#sessions.delete(session.id)) (this.#fallen ??= new Map()).set(session.id, session);
        inside(session).fail(error);
        resolve();
      };
      const stop = clock.schedule(cancelGrace, fail);
      void connection.handled(session.id).then(fail);
    });
  }
}
