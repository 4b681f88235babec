/** One client of an agent: who it is, what it can do, and its sessions. */
import { systemClock, type Channel, type Clock, type CloseReason } from '@acp-stack/rpc';
import type {
  ClientCapabilities,
  ContentBlock,
  Implementation,
  SessionCapabilities,
  SessionConfigOption,
} from '@acp-stack/schema/v2/unstable';

import { serveInitialize, type InitializeOptions, type ClientDescription } from './initialize.ts';
import type { AgentSession, PromptHandler } from './session/agent-session.ts';
import { setConfigOption } from './session/config-options.ts';
import { Connection, type ConnectionOptions } from '../connection/connection.ts';
import { logHandlerFailure } from '../connection/report.ts';
import { checkPromptContent } from './turn/prompt-content.ts';
import { withinContextLimit } from './turn/runtime-context.ts';
import { SessionService, unknownSession, type SessionOrigin } from './session-service.ts';
import type { SessionStore } from './store/session-store.ts';

export interface AgentConnectionInit {
  readonly introduction: InitializeOptions;
  readonly store: SessionStore;
  readonly newId: ((kind: string) => string) | undefined;
  readonly onPrompt: PromptHandler | undefined;
  readonly onOpen: (session: AgentSession, origin: SessionOrigin) => void | Promise<void>;
  readonly onConfigOption: ((session: AgentSession, change: ConfigChange) => void | Promise<void>) | undefined;
  readonly configurables: readonly FindConfigurable[];
  /** Characters of context beside a prompt that turns are given; 0 when the agent takes none. */
  readonly contextLimit: number;
  /** Registers what the program answers itself. */
  readonly register: (connection: Connection<'agent'>) => void;
}

/** An option that the client has set; a handler that throws refuses the change, and the old value stays. */
export interface ConfigChange {
  /** Which option it is. */
  readonly configId: string;
  /** The id of the chosen value, or whether a boolean option is on. */
  readonly value: string | boolean;
}

/** Something with options that is no conversation. */
export interface Configurable {
  /** As they stand before the change. */
  readonly configOptions: readonly SessionConfigOption[];
  /** Takes the options after a change; throwing refuses it. */
  readonly configure: (configOptions: readonly SessionConfigOption[], change: ConfigChange) => void | Promise<void>;
}

/** What has this id on a connection; undefined when it is somebody else's. */
export type FindConfigurable = (sessionId: string, connection: Connection<'agent'>) => Configurable | undefined;

/** Milliseconds that work has to end when the connection is closed. */
const defaultGrace = 5000;

/** An agent with one client. */
export class AgentConnection {
  /** The typed calls and handlers underneath. */
  readonly raw: Connection<'agent'>;
  readonly #service: SessionService | undefined;
  readonly #clock: Clock;
  #client: ClientDescription | undefined;

  constructor(channel: Channel, init: AgentConnectionInit, given: ConnectionOptions) {
    const { introduction, register } = init;
    const options = { onReport: logHandlerFailure, ...given };
    const connection = new Connection('agent', channel, options);
    this.raw = connection;
    this.#clock = options.clock ?? systemClock;
    serveInitialize(connection, introduction, (client) => {
      this.#client = client;
    });
    register(connection);
    this.#service = init.onPrompt === undefined ? undefined : this.#serveSessions(init, init.onPrompt, options);
    if (this.#service !== undefined || init.configurables.length > 0) serveConfig(connection, this.#service, init);
    void connection.closed.then(() => this.#service?.closeAll());
  }

  /** Who the client is; undefined until it has said so. */
  get clientInfo(): Implementation | undefined {
    return this.#client?.info;
  }

  /** What the client said it can do. */
  get clientCapabilities(): ClientCapabilities | undefined {
    return this.#client?.capabilities;
  }

  /** The version of the protocol that the client speaks; undefined until it has said so. Programs work the same with each. */
  get version(): 1 | 2 | undefined {
    return this.raw.version;
  }

  /** The sessions that are open on this connection. */
  get sessions(): readonly AgentSession[] {
    return [...(this.#service?.sessions ?? [])];
  }

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.raw.closed;
  }

  /**
   * Ends the connection: work that runs is cancelled and says so, prompts that are held are refused as cancelled (CANCEL-15), what was sent
   * is flushed. Handlers that do not end within `grace` milliseconds are left behind.
   */
  async close({ grace = defaultGrace }: { readonly grace?: number } = {}): Promise<void> {
    const deadline = this.#clock.now() + grace;
    await this.#closeSessions(grace);
    await this.raw.close({ grace: Math.max(0, deadline - this.#clock.now()) });
  }

  /** Resolves when the sessions have ended, or `grace` is over. */
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
    const { introduction, store, newId, onOpen, contextLimit } = init;
    const connection = this.raw;
    const capabilities = introduction.capabilities.session ?? {};
    const onError = (error: unknown): void => {
      options.onReport?.({ kind: 'handler-failed', method: 'session/prompt', error });
    };
    const service = new SessionService({
      connection,
      store: store.view?.(connection) ?? store,
      newId,
      onPrompt,
      onOpen,
      onError,
      capabilities,
      injectModes: capabilities.inject?.modes ?? [],
    });
    serveBaseline(connection, service, { prompt: capabilities.prompt ?? {}, contextLimit });
    serveOptional(connection, service, capabilities);
    // A program may answer them itself.
    if (capabilities.inject !== undefined && !connection.handles('session/inject'))
      serveInject(connection, service, capabilities);
    return service;
  }
}

interface TakenPrompts {
  readonly prompt: Parameters<typeof checkPromptContent>[1];
  readonly contextLimit: number;
}

/** What every agent with sessions answers (INIT-18). */
function serveBaseline(
  connection: Connection<'agent'>,
  service: SessionService,
  { prompt, contextLimit }: TakenPrompts,
): void {
  connection.onRequest('session/new', (params) => service.create(params));
  connection.onRequest('session/resume', (params, { afterResponse }) => {
    // What waits from before is delivered to a client that knows that the session is open.
    afterResponse(() => {
      service.deliverKept(params.sessionId);
    });
    return service.resume(params);
  });
  connection.onRequest('session/list', (params) => service.list(params));
  connection.onRequest('session/close', async ({ sessionId }) => {
    await service.close(sessionId);
    return {};
  });
  connection.onRequest('session/prompt', (params, { signal }) => {
    const { work } = service.stateOf(params.sessionId);
    checkPromptContent(params.prompt, prompt);
    return work.prompt(withinContextLimit(params, contextLimit), signal);
  });
  connection.onNotification('session/cancel', ({ sessionId }) => {
    service.find(sessionId)?.cancel();
  });
  connection.onRequest('tool_call/cancel', ({ sessionId, toolCallId }) => {
    service.stateOf(sessionId).running.cancelToolCall(toolCallId);
    return {};
  });
  connection.onRequest('terminal/cancel', ({ sessionId, terminalId }) => {
    service.stateOf(sessionId).running.cancelTerminal(terminalId);
    return {};
  });
}

function serveConfig(
  connection: Connection<'agent'>,
  service: SessionService | undefined,
  { onConfigOption, configurables }: Pick<AgentConnectionInit, 'onConfigOption' | 'configurables'>,
): void {
  connection.onRequest('session/set_config_option', async (params) => {
    const { sessionId } = params;
    const change: ConfigChange = { configId: params.configId, value: params.value as string | boolean };
    const other = configurables.map((find) => find(sessionId, connection)).find((each) => each !== undefined);
    if (other !== undefined) {
      await other.configure(setConfigOption(other.configOptions, params), change);
      return { configOptions: other.configOptions };
    }
    if (service === undefined) throw unknownSession(sessionId);
    const session = service.get(sessionId);
    session.setConfigOptions(setConfigOption(session.configOptions, params), { silently: true });
    await onConfigOption?.(session, change);
    return { configOptions: session.configOptions };
  });
}

/** What is answered because it was advertised. */
function serveOptional(
  connection: Connection<'agent'>,
  service: SessionService,
  capabilities: NonNullable<InitializeOptions['capabilities']['session']>,
): void {
  if (capabilities.delete) {
    connection.onRequest('session/delete', async ({ sessionId }) => {
      await service.delete(sessionId);
      return {};
    });
  }
  if (capabilities.fork) connection.onRequest('session/fork', (params) => service.fork(params));
  if (capabilities.archive) {
    connection.onRequest('session/archive', async ({ sessionId }) => {
      await service.archive(sessionId, true);
      return {};
    });
    connection.onRequest('session/unarchive', async ({ sessionId }) => {
      await service.archive(sessionId, false);
      return {};
    });
  }
  if (capabilities.status) {
    connection.onRequest('session/status', async ({ sessionId }) => ({ status: await service.status(sessionId) }));
  }
  if (capabilities.title) {
    connection.onRequest('session/set_title', async ({ sessionId, title }) => ({
      title: await service.setTitle(sessionId, title),
    }));
  }
}

/** Messages that arrive while a session works (draft). */
function serveInject(
  connection: Connection<'agent'>,
  service: SessionService,
  capabilities: SessionCapabilities,
): void {
  const { prompt = {}, inject } = capabilities;
  const check = (content: readonly ContentBlock[]): void => {
    checkPromptContent(content, prompt ?? {});
  };
  connection.onRequest('session/inject', async ({ sessionId, mode, content }, { afterResponse, signal }) => {
    const { injected } = service.stateOf(sessionId).work;
    check(content);
    const { messageId, begin } = await injected.accept(mode, content, signal);
    afterResponse(begin);
    return { messageId };
  });
  connection.onRequest('session/revoke_inject', async ({ sessionId, messageId }) => {
    await service.stateOf(sessionId).work.injected.revoke(messageId);
    return {};
  });
  if (inject?.pending?.replace !== true) return;
  connection.onRequest('session/replace_inject', async ({ sessionId, messageId, content }) => {
    const { injected } = service.stateOf(sessionId).work;
    check(content);
    await injected.replace(messageId, content);
    return { messageId };
  });
}
