/**
 * The sessions of one client, and the way of every update to its session.
 *
 * A session is in the table from the response that opened it until it is closed. Updates that come before are kept for
 * it; updates of sessions that are not open here go to the listeners of all sessions, or are reported. The sessions
 * that were open when the connection ended are remembered, so that the next connection can open them again.
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

import type { Connection } from '../connection/connection.ts';
import type { Params } from '../connection/method-types.ts';
import { EarlyUpdates, type EarlyUpdatesOptions } from './early-updates.ts';
import { Opening, Openings, type OpeningHook, type OpeningMethod } from './opening-hooks.ts';
import { ClientSession, stateOf, type ClientSessionHost, type OpenOptions } from './session/client-session.ts';
import { checkSetup, type SessionSetup } from './session/required-capabilities.ts';
import { SessionState } from './session/session-state.ts';
import { saysMore, type SessionOpened } from './session/session-view.ts';

/** An open session, or its state once something has happened in it. */
type Entry = ClientSession | SessionState<ClientSession>;

/** What became of the sessions that were open when the connection ended. */
export interface Reconnected {
  /** They go on, as the same objects. */
  readonly restored: readonly ClientSession[];
  /** The agent could not open these again; `reason` says why. */
  readonly lost: readonly { readonly session: ClientSession; readonly reason: Error }[];
}

export class ClientSessions implements EarlyUpdatesOptions {
  readonly #host: ClientSessionHost;
  readonly #open = new Map<string, Entry>();
  /** The sessions that were open when the connection ended. */
  #interrupted: Map<string, ClientSession> | undefined;
  readonly #early: EarlyUpdates;
  readonly #openings: Openings;
  /** Settles when the end of the last connection has reached every session. */
  #failing: Promise<unknown> | undefined;

  constructor(host: ClientSessionHost, hooks: readonly OpeningHook[] = []) {
    this.#host = host;
    this.#openings = new Openings(hooks);
    this.#early = new EarlyUpdates(this);
  }

  /** How many updates are kept for sessions that are being opened. */
  get limit(): number {
    return this.#host.limits.early;
  }

  onDropped(sessionId: string): void {
    this.#host.report({ kind: 'updates-dropped', sessionId, where: 'opening', limit: this.limit });
  }

  get #connection(): Connection<'client'> {
    return this.#host.connection;
  }

  /** The open session with this id, as programs see it. */
  find(sessionId: string): ClientSession | undefined {
    const entry = this.#open.get(sessionId);
    return entry === undefined ? undefined : sessionIn(entry);
  }

  /** What is known of the open session with this id. */
  get(sessionId: string): SessionState<ClientSession> | undefined {
    const entry = this.#open.get(sessionId);
    if (entry === undefined || entry instanceof SessionState) return entry;
    const state = stateOf(entry);
    this.#open.set(sessionId, state);
    return state;
  }

  /** The open sessions. */
  get all(): readonly ClientSession[] {
    return Array.from(this.#open.values(), sessionIn);
  }

  // -------------------------------------------------------------------------------------------- updates

  /** Takes one update that arrived; returns a promise when it is not handled yet. */
  readonly receive = ({ sessionId, update }: SessionNotification): Promise<void> | undefined => {
    const session = this.get(sessionId);
    if (session !== undefined) return session.receive(update);
    return this.#early.keep(sessionId, update) ? undefined : this.#unclaimed(sessionId, update);
  };

  #unclaimed(sessionId: string, update: SessionUpdate): Promise<void> | undefined {
    const { listeners, report } = this.#host;
    if (listeners.size > 0) return listeners.call(update, { session: undefined, sessionId });
    report({ kind: 'unclaimed-update', sessionId, update });
    return undefined;
  }

  // -------------------------------------------------------------------------------------------- opening

  create(params: NewSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#request('session/new', params, options);
  }

  resume(params: ResumeSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#request('session/resume', params, options, params.sessionId);
  }

  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#request('session/fork', params, options);
  }

  /** Opens a session; it gets the updates that came before the response before any that come later. */
  async #request<K extends OpeningMethod>(
    method: K,
    params: Params<K>,
    { signal, onUpdate }: OpenOptions = {},
    sessionId?: string,
  ): Promise<ClientSession> {
    const connection = this.#connection;
    const supports = (path: string): boolean => connection.supports(path);
    const hooked = this.#openings.isEmpty ? undefined : new Opening(method, connection, sessionId);
    // Hooks may replace what the agent does not support; then what they return is checked.
    const setup = checkSetup(method, params, hooked === undefined ? supports : () => true);
    const opening = this.#early.begin(sessionId);
    // The replay of a session that is already open arrives before the response.
    const known = sessionId === undefined ? undefined : this.get(sessionId);
    const listening = onUpdate === undefined ? undefined : known?.onUpdate(onUpdate);
    try {
      const options = signal === undefined ? {} : { signal };
      const sent =
        hooked === undefined ? setup : checkSetup(method, await this.#openings.change(setup, hooked), supports);
      const response: SessionOpened = await connection.request(method, sent, options);
      const id = sessionId ?? (response as NewSessionResponse).sessionId;
      if (hooked !== undefined) this.#openings.opened(id, hooked);
      const session = this.#opened(id, setup);
      if (onUpdate !== undefined && session !== known?.session) stateOf(session).onUpdate(onUpdate);
      const early = this.#early.take(id);
      // Like every response, this one waits until the updates before it are handled.
      await (early.length > 0 || saysMore(response) ? stateOf(session).opened(early, response) : undefined);
      return session;
    } catch (error) {
      listening?.[Symbol.dispose]();
      hooked?.ended();
      throw error;
    } finally {
      for (const [id, updates] of this.#early.end(opening)) {
        for (const update of updates) void this.#unclaimed(id, update);
      }
    }
  }

  /** The session that a response opened: one that is known keeps its object. */
  #opened(id: string, setup: SessionSetup): ClientSession {
    const interrupted = this.#interrupted?.get(id);
    this.#interrupted?.delete(id);
    if (interrupted !== undefined) stateOf(interrupted).reopened();
    const known = this.find(id) ?? interrupted;
    const session = known ?? new ClientSession(id, setup.cwd, this.#host);
    const { additionalDirectories, mcpServers } = setup;
    if (known !== undefined || additionalDirectories !== undefined || mcpServers !== undefined)
      stateOf(session).movedTo(setup);
    if (!this.#open.has(id)) this.#open.set(id, session);
    return session;
  }

  /** Opens the sessions again that were open when the last connection ended, without a replay of their history. */
  async reopen(): Promise<Reconnected> {
    await this.#failing;
    const restored: ClientSession[] = [];
    const lost: { session: ClientSession; reason: Error }[] = [];
    const open = async (session: ClientSession): Promise<void> => {
      try {
        restored.push(await this.resume(stateOf(session).setup));
      } catch (error) {
        lost.push({ session, reason: error as Error });
      }
    };
    await Promise.all([...(this.#interrupted?.values() ?? [])].map(open));
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
    this.#openings.ended(sessionId);
    this.#open.delete(sessionId);
    this.#interrupted?.delete(sessionId);
  }

  /**
   * The connection has ended; each session fails when the messages for it are handled, at the latest after a grace
   * period.
   */
  failAll(error: Error): void {
    const connection = this.#connection;
    this.#openings.allEnded();
    this.#failing = Promise.all(this.all.map((session) => this.#fail(session, error, connection)));
  }

  #fail(session: ClientSession, error: Error, connection: Connection<'client'>): Promise<void> {
    const { clock, cancelGrace } = this.#host;
    return new Promise((resolve) => {
      let hasFailed = false;
      const fail = (): void => {
        if (hasFailed) return;
        hasFailed = true;
        stop();
        if (this.#open.delete(session.id)) (this.#interrupted ??= new Map()).set(session.id, session);
        stateOf(session).fail(error);
        resolve();
      };
      const stop = clock.schedule(cancelGrace, fail);
      void connection.handled(session.id).then(fail);
    });
  }
}

const sessionIn = (entry: Entry): ClientSession => (entry instanceof SessionState ? entry.session : entry);
