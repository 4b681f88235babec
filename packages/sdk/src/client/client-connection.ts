/**
 * A client's connection to one agent: its sessions, the login, and the typed calls underneath.
 *
 * A request that the agent did not offer rejects with a `CapabilityError` and is not sent. When the connection ends,
 * pending calls reject with a `ConnectionError`.
 */
import { ConnectionError, type CallOptions, type Channel, type CloseReason } from '@acp-stack/rpc';
import type {
  AgentCapabilities,
  AuthMethod,
  AuthStatusResponse,
  ForkSessionRequest,
  Implementation,
  ListSessionsRequest,
  ListSessionsResponse,
  NewSessionRequest,
  ProviderInfo,
  ResumeSessionRequest,
  SessionInfo,
  SessionStatusResponse,
  SessionUpdate,
  SetProviderRequest,
} from '@acp-stack/schema/v2/unstable';

import { channelTo, type AgentComponent } from '../component/component.ts';
import type { Connection } from '../connection/connection.ts';
import type {
  CustomMethod,
  NotificationFrom,
  Params,
  ReceivedResult,
  RequestFrom,
} from '../connection/method-types.ts';
import { bindMethods } from '../shared/bound-methods.ts';
import type { AgentDescription } from './initialize.ts';
import type { ClientSession, OpenOptions, UpdateContext, UpdateHandler } from './session/client-session.ts';
import type { Listeners } from './session/listeners.ts';
import type { PendingQuestions } from './session/pending-questions.ts';
import { requireCapabilities } from './session/required-capabilities.ts';
import type { ClientSessions, Reconnected } from './sessions.ts';

/** The parts of a client connection. */
export interface ClientConnectionParts {
  /** The current connection; `reconnect` replaces it. */
  readonly connection: Connection<'client'>;
  readonly sessions: ClientSessions;
  readonly questions: PendingQuestions;
  readonly listeners: Listeners<readonly [update: SessionUpdate, context: UpdateContext]>;
  /** Initializes a connection over `channel`, which then replaces `connection`. */
  reconnect(channel: Channel, options: ReconnectOptions): Promise<AgentDescription>;
}

/** How long a restarted agent may take to respond to `initialize`. */
export interface ReconnectOptions {
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
  /** In milliseconds; as for the first connection when absent. */
  readonly timeout?: number;
}

/** The connection of a client to one agent. */
export class ClientConnection implements AsyncDisposable {
  static {
    bindMethods(this);
  }

  readonly #parts: ClientConnectionParts;
  #agent: AgentDescription;
  #state: 'open' | 'closed' | 'reconnecting' = 'open';

  /** Made by `client(…).connect(…)`. */
  constructor(parts: ClientConnectionParts, agent: AgentDescription) {
    this.#parts = parts;
    this.#agent = agent;
    this.#awaitEnd();
  }

  /** The typed calls and handlers underneath; another object after `reconnect`. */
  get raw(): Connection<'client'> {
    return this.#parts.connection;
  }

  /** The name and the version of the agent. */
  get agentInfo(): Implementation {
    return this.#agent.info;
  }

  /** The capabilities of the agent. */
  get capabilities(): AgentCapabilities {
    return this.#agent.capabilities;
  }

  /** The login methods; empty when there is no login. */
  get authMethods(): readonly AuthMethod[] {
    return this.#agent.authMethods;
  }

  /** The version of the protocol that the agent speaks. Programs work the same with both. */
  get version(): 1 | 2 {
    return this.raw.version ?? 2;
  }

  /** The sessions that are open. */
  get sessions(): readonly ClientSession[] {
    return this.#parts.sessions.all;
  }

  /** The open session with this id. */
  session(sessionId: string): ClientSession | undefined {
    return this.#parts.sessions.find(sessionId);
  }

  /** Whether the agent offers the capability at `path`, such as `session.fork`. */
  supports(path: string): boolean {
    return this.raw.supports(path);
  }

  // -------------------------------------------------------------------------------------------- calls

  /**
   * Calls a method of the agent. The result is checked; a method that it did not offer rejects with a
   * `CapabilityError`.
   */
  request<K extends RequestFrom<'client'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>>;
  /** Calls a custom method of the agent. */
  request(method: CustomMethod, params?: unknown, options?: CallOptions): Promise<unknown>;
  request(method: string, params?: unknown, options?: CallOptions): Promise<unknown> {
    return this.raw.request(method as CustomMethod, params, options);
  }

  /** Sends a notification; resolves when more can be sent. */
  notify<K extends NotificationFrom<'client'>>(method: K, params: Params<K>): Promise<void>;
  notify(method: CustomMethod, params?: unknown): Promise<void>;
  notify(method: string, params?: unknown): Promise<void> {
    return this.raw.notify(method as CustomMethod, params);
  }

  /** Registers a handler that is called with the updates of all sessions, until the returned object is disposed of. */
  onUpdate(handler: UpdateHandler): Disposable {
    return this.#parts.listeners.add(handler);
  }

  // -------------------------------------------------------------------------------------------- sessions

  /** Creates a session in a working directory. */
  newSession(params: NewSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#parts.sessions.create(params, options);
  }

  /** Opens a stored session; its history is replayed only if `replayFrom` asks for it. */
  resume(params: ResumeSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#parts.sessions.resume(params, options);
  }

  /** Opens a stored session and replays its whole history, as updates that come before this resolves. */
  load(params: Omit<ResumeSessionRequest, 'replayFrom'>, options?: OpenOptions): Promise<ClientSession> {
    return this.resume({ ...params, replayFrom: { type: 'start' } }, options);
  }

  /** Copies a session that need not be open here. */
  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#parts.sessions.fork(params, options);
  }

  /** Lists the stored sessions; requests the next page when it is needed. */
  async *list(params: ListSessionsRequest = {}): AsyncGenerator<SessionInfo, void, undefined> {
    let { cursor } = params;
    for (;;) {
      const { sessions, nextCursor } = await this.listPage({ ...params, ...(cursor === undefined ? {} : { cursor }) });
      yield* sessions;
      if (nextCursor === undefined || nextCursor === null) return;
      if (nextCursor === cursor)
        throw new ConnectionError('malformed', 'The list of sessions does not end: its cursor stays the same.');
      cursor = nextCursor;
    }
  }

  /** One page of the list of stored sessions. */
  async listPage(params: ListSessionsRequest = {}): Promise<ListSessionsResponse> {
    if (params.archived) requireCapabilities('session/list', (path) => this.supports(path), ['session.archive']);
    return this.raw.request('session/list', params);
  }

  /** Closes a session: its work ends, and the agent releases its resources. */
  closeSession(sessionId: string): Promise<void> {
    return this.#parts.sessions.close(sessionId);
  }

  /** Removes a session from the list. */
  async delete(sessionId: string): Promise<void> {
    await this.raw.request('session/delete', { sessionId });
  }

  /** Hides a session from ordinary lists; it is closed first. */
  async archive(sessionId: string): Promise<void> {
    await this.raw.request('session/archive', { sessionId });
    this.#parts.sessions.closed(sessionId);
  }

  /** Brings an archived session back to ordinary lists, without opening it. */
  async unarchive(sessionId: string): Promise<void> {
    await this.raw.request('session/unarchive', { sessionId });
  }

  /** Sets the title of a session; resolves with the one that the agent stored. */
  async setTitle(sessionId: string, title: string): Promise<string> {
    const open = this.session(sessionId);
    if (open !== undefined) return open.setTitle(title);
    return (await this.raw.request('session/set_title', { sessionId, title })).title;
  }

  /** Asks whether the agent has a session in memory, without changing it. */
  status(sessionId: string): Promise<SessionStatusResponse> {
    return this.raw.request('session/status', { sessionId });
  }

  // -------------------------------------------------------------------------------------------- login

  /** Logs in with one of the offered methods. Throws for a method of the type `terminal`, which runs in a terminal. */
  async login(methodId: string): Promise<void> {
    const method = this.authMethods.find((each) => each.methodId === methodId);
    if (method === undefined && this.authMethods.length > 0) {
      const offered = this.authMethods.map((each) => each.methodId).join(', ');
      throw new TypeError(`The agent does not offer the login ${JSON.stringify(methodId)}; it offers ${offered}.`);
    }
    if (method?.type === 'terminal') {
      throw new TypeError(
        `The login ${JSON.stringify(methodId)} runs in a terminal; start the agent there with its arguments.`,
      );
    }
    await this.raw.request('auth/login', { methodId });
  }

  /** Makes the agent forget its credentials. */
  async logout(): Promise<void> {
    await this.raw.request('auth/logout', {});
  }

  /** Asks whether a login is needed. */
  authStatus(): Promise<AuthStatusResponse> {
    return this.raw.request('auth/status', {});
  }

  // -------------------------------------------------------------------------------------------- providers

  /** The model providers of the agent, disabled ones included. */
  async providers(): Promise<readonly ProviderInfo[]> {
    return (await this.raw.request('providers/list', {})).providers;
  }

  /** Replaces the whole configuration of a provider. */
  async setProvider(params: SetProviderRequest): Promise<void> {
    await this.raw.request('providers/set', params);
  }

  /** Stops the agent from using a provider. */
  async disableProvider(providerId: string): Promise<void> {
    await this.raw.request('providers/disable', { providerId });
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.raw.closed;
  }

  /**
   * Ends the connection: requests that wait for the user are answered as cancelled, what was sent is flushed, then the
   * channel is ended.
   */
  close(options?: { readonly grace?: number }): Promise<void> {
    this.#parts.questions.dismissAll();
    return this.raw.close(options);
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    this.raw.destroy(error);
  }

  /**
   * Continues with an agent at the other end of another channel, or with a component, which is started, once this
   * connection has ended: for an agent that died and was restarted.
   *
   * The sessions that were open are opened again, by `session/resume` or, where an agent of version 1 has only that, by
   * `session/load`; their history is not replayed. The same objects go on, and keep their listeners. The result lists
   * the sessions that could not be restored; prompts that were under way have failed and are not sent again.
   */
  async reconnect(agent: Channel | AgentComponent, options: ReconnectOptions = {}): Promise<Reconnected> {
    if (this.#state !== 'closed') {
      if (!('start' in agent)) agent.destroy();
      throw new Error('The connection has not ended yet; await closed first.');
    }
    this.#state = 'reconnecting';
    try {
      this.#agent = await this.#parts.reconnect(channelTo(agent), options);
    } catch (error) {
      this.#state = 'closed';
      throw error;
    }
    this.#state = 'open';
    this.#awaitEnd();
    return this.#parts.sessions.reopen();
  }

  #awaitEnd(): void {
    void this.closed.then((reason) => {
      this.#parts.sessions.failAll(closedError(reason));
      this.#state = 'closed';
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function closedError({ by, error }: CloseReason): ConnectionError {
  if (error !== undefined)
    return new ConnectionError('closed', `The connection failed: ${error.message}`, { cause: error });
  return new ConnectionError('closed', by === 'them' ? 'The agent ended the connection.' : 'The connection is closed.');
}
