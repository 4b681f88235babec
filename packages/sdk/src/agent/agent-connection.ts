/** The connection of an agent to one client: the client's description, its capabilities and its sessions. */
import { systemClock, type Channel, type Clock, type CloseReason } from '@acp-stack/rpc';
import type { AgentCapabilities, ClientCapabilities, Implementation } from '@acp-stack/schema/v2/unstable';

import { Connection, type ConnectionOptions } from '../connection/connection.ts';
import { logReport } from '../connection/log-report.ts';
import { Mistake } from '../connection/mistake.ts';
import { serveInitialize, type ClientDescription, type InitializeOptions } from './initialize.ts';
import {
  serveBaseline,
  serveConfig,
  serveInject,
  serveOptional,
  type ConfigChange,
  type FindConfigurable,
} from './serve-sessions.ts';
import { SessionService, type SessionOrigin } from './session-service.ts';
import { stateOf, type AgentSession, type PromptHandler } from './session/agent-session.ts';
import type { SessionStore } from './store/session-store.ts';

export interface AgentConnectionInit {
  readonly initialize: InitializeOptions;
  readonly store: SessionStore;
  readonly newId: ((kind: string) => string) | undefined;
  readonly onPrompt: PromptHandler | undefined;
  readonly onOpen: (session: AgentSession, origin: SessionOrigin) => void | Promise<void>;
  readonly onConfigOption: ((session: AgentSession, change: ConfigChange) => void | Promise<void>) | undefined;
  readonly configurables: readonly FindConfigurable[];
  /** How many characters of context beside a prompt turns are given; 0 when the agent takes none. */
  readonly contextLimit: number;
  /** Registers the handlers of the program. */
  readonly register: (connection: Connection<'agent'>) => void;
}

/** How long running work may take to end when the connection is closed, in milliseconds. */
const defaultGrace = 5000;

/** The connection of an agent to one client. */
export class AgentConnection {
  /** The typed calls and handlers underneath. */
  readonly raw: Connection<'agent'>;
  readonly #service: SessionService | undefined;
  readonly #clock: Clock;
  #client: ClientDescription | undefined;
  /** The capabilities that the client was sent. */
  #advertised: AgentCapabilities;

  constructor(channel: Channel, init: AgentConnectionInit, connectionOptions: ConnectionOptions) {
    const { initialize, register } = init;
    const options = { onReport: logReport, ...connectionOptions };
    const connection = new Connection('agent', channel, options);
    this.raw = connection;
    this.#clock = options.clock ?? systemClock;
    this.#advertised = initialize.capabilities;
    serveInitialize(connection, initialize, (client, advertised) => {
      this.#client = client;
      this.#advertised = advertised;
    });
    register(connection);
    this.#service = init.onPrompt === undefined ? undefined : this.#serveSessions(init, init.onPrompt, options);
    if (this.#service !== undefined || init.configurables.length > 0) serveConfig(connection, this.#service, init);
    void connection.closed.then(() => this.#service?.closeAll());
  }

  /** The name and version of the client; undefined until `initialize`. */
  get clientInfo(): Implementation | undefined {
    return this.#client?.info;
  }

  /** The capabilities of the client; undefined until `initialize`. */
  get clientCapabilities(): ClientCapabilities | undefined {
    return this.#client?.capabilities;
  }

  /**
   * The version of the protocol that the client speaks; undefined until `initialize`. Programs work the same with both.
   */
  get version(): 1 | 2 | undefined {
    return this.raw.version;
  }

  /** The sessions that are open on this connection. */
  get sessions(): readonly AgentSession[] {
    return [...(this.#service?.sessions ?? [])];
  }

  /** Whether a turn runs in one of its sessions. */
  get isBusy(): boolean {
    return this.sessions.some((session) => stateOf(session).turn !== undefined);
  }

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.raw.closed;
  }

  /**
   * Ends the connection: running work is cancelled and reported so, prompts that are held are refused as cancelled, and
   * what was sent is flushed. Handlers that do not end within `grace` milliseconds are abandoned.
   */
  async close({ grace = defaultGrace }: { readonly grace?: number } = {}): Promise<void> {
    const deadline = this.#clock.now() + grace;
    await this.#closeSessions(grace);
    await this.raw.close({ grace: Math.max(0, deadline - this.#clock.now()) });
  }

  /** Resolves when the sessions have ended, or after `grace` milliseconds. */
  #closeSessions(grace: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#clock.schedule(grace, resolve);
      void Promise.race([this.#service?.closeAll(), this.closed]).finally(() => {
        stop();
        resolve();
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #serveSessions(init: AgentConnectionInit, onPrompt: PromptHandler, options: ConnectionOptions): SessionService {
    const { initialize, store, newId, onOpen, contextLimit } = init;
    const connection = this.raw;
    const capabilities = initialize.capabilities.session ?? {};
    // A refused update is reported when it is made, and again if it makes the handler fail.
    const reported = new WeakSet<Mistake>();
    const onError = (error: unknown): void => {
      if (error instanceof Mistake) {
        if (reported.has(error)) return;
        reported.add(error);
      }
      options.onReport?.({ kind: 'handler-failed', method: 'session/prompt', error });
    };
    const service = new SessionService({
      connection,
      store: store.view?.(connection) ?? store,
      newId,
      onPrompt,
      onOpen,
      onError,
      capabilities: () => this.#advertised.session ?? {},
      injectModes: capabilities.inject?.modes ?? [],
    });
    serveBaseline(connection, service, { capabilities, contextLimit });
    serveOptional(connection, service, capabilities);
    // A program may have handlers of its own.
    if (capabilities.inject !== undefined && !connection.handles('session/inject'))
      serveInject(connection, service, capabilities);
    return service;
  }
}
