/**
 * An agent as a program writes it: its name, what it does with a prompt, and its other handlers.
 *
 * Registering a handler advertises the capability that goes with it; nothing else is advertised. One agent serves any
 * number of connections, over any channel.
 */
import { RpcError, rpcCodes, type Channel, type CloseReason } from '@acp-stack/rpc';
import type {
  AgentCapabilities,
  AuthMethod,
  AuthStatusResponse,
  Implementation,
  InjectCapabilities,
  LoginAuthRequest,
  SessionCapabilities,
} from '@acp-stack/schema/v2/unstable';

import type {
  Connection,
  ConnectionOptions,
  CustomParser,
  NotificationHandlerContext,
  RequestHandlerContext,
  RequestHandlers,
} from '../connection/connection.ts';
import { startInProcess, type AgentComponent, type StartOptions } from '../component/component.ts';
import type { CustomMethod, NotificationFrom, ReceivedParams, RequestFrom } from '../connection/method-types.ts';
import { Registrations } from '../connection/registrations.ts';
import { unwrapped, type ChannelWrapper } from '../shared/channel-wrapper.ts';
import { AgentConnection } from './agent-connection.ts';
import { AuthStatusReports } from './login/auth-status-reports.ts';
import { nesCapabilities, type NesOffer } from './next-edit-capabilities.ts';
import type { ConfigChange, FindConfigurable } from './serve-sessions.ts';
import type { SessionOrigin } from './session-service.ts';
import type { AgentSession, PromptHandler } from './session/agent-session.ts';
import { memoryStore } from './store/memory-store.ts';
import { ownedStore } from './store/owned-store.ts';
import type { SessionStore } from './store/session-store.ts';
import { contextLimit, type RuntimeContextOptions } from './turn/runtime-context.ts';

/** Options of an agent. */
export interface AgentOptions {
  /** The content that prompts may have besides text and links. */
  readonly accepts?: readonly ('image' | 'audio' | 'embeddedContext')[];
  /** The transports of MCP servers that the agent connects to; only clients of version 1 have `sse`. */
  readonly mcp?: readonly ('stdio' | 'http' | 'sse' | 'acp')[];
  /** Whether sessions may have more than one directory. */
  readonly additionalDirectories?: boolean;
  /** Whether the client may append to the agent's system prompt, or also replace it. */
  readonly systemPrompt?: 'append' | 'override';
  /** Whether a prompt may have context that is not part of the conversation (draft), and how much turns are given. */
  readonly runtimeContext?: boolean | RuntimeContextOptions;
  /**
   * Which messages the agent accepts while it works (draft). For `steer` the handler has to call `turn.breakpoint()`.
   */
  readonly inject?: InjectCapabilities;
  /** Options of next edit suggestions (draft); advertised if they have handlers. */
  readonly nes?: NesOffer;
  /** The `_meta` of the capabilities, for custom methods and features. */
  readonly capabilitiesMeta?: Readonly<Record<string, unknown>>;
  /** Refuses requests, such as those that need a login: returns the error, or undefined if the request is admitted. */
  readonly admit?: (method: string, connection: Connection<'agent'>) => RpcError | undefined;
  /** Makes the ids of sessions, messages and tool calls, unique for each kind; random when absent. */
  readonly newId?: (kind: string) => string;
  /** Where sessions are stored; in memory when absent. */
  readonly store?: SessionStore;
}

const providers = ['providers/list', 'providers/set', 'providers/disable'] as const;
const nes = ['nes/start', 'nes/suggest', 'nes/close'] as const;
const archiving = ['session/archive', 'session/unarchive'] as const;
/** The methods of every agent with sessions (INIT-18); `onPrompt` registers them. */
const sessions = [
  'session/new',
  'session/resume',
  'session/list',
  'session/close',
  'session/prompt',
  'session/cancel',
] as const;
/** The optional methods of sessions, by the marker that advertises them. */
const optional = {
  fork: 'session/fork',
  archive: 'session/archive',
  status: 'session/status',
  title: 'session/set_title',
} as const;

/** Creates an agent. */
export function agent(info: Implementation, options: AgentOptions = {}): Agent {
  return new Agent(info, options);
}

/** An agent and its handlers. Serves any number of connections. */
export class Agent implements AgentComponent {
  /** The role in a chain. */
  readonly role = 'agent';
  readonly #info: Implementation;
  readonly #options: AgentOptions;
  readonly #store: SessionStore;
  /** The store as each principal sees it. */
  readonly #ownedStores = new Map<string, SessionStore>();
  readonly #registrations = new Registrations('agent');
  readonly #configurables: FindConfigurable[] = [];
  /** Those that have not ended. */
  readonly #connections = new Set<AgentConnection>();
  #authMethods: readonly AuthMethod[] = [];
  #authStatus: AuthStatusReports | undefined;
  #nes: NesOffer;
  #onPrompt: PromptHandler | undefined;
  #wrapPrompt: (handler: PromptHandler) => PromptHandler = (handler) => handler;
  #wrapChannel: ChannelWrapper = unwrapped;
  #onOpen: (session: AgentSession, origin: SessionOrigin) => void | Promise<void> = () => undefined;
  #onConfigOption: ((session: AgentSession, change: ConfigChange) => void | Promise<void>) | undefined;

  constructor(info: Implementation, options: AgentOptions) {
    this.#info = info;
    this.#options = options;
    this.#store = options.store ?? memoryStore();
    this.#nes = options.nes ?? {};
  }

  /** The name of the agent. */
  get name(): string {
    return this.#info.name;
  }

  /** Registers the handler that is called with each prompt; an agent that has it has sessions. */
  onPrompt(handler: PromptHandler): this {
    if (this.#onPrompt !== undefined) throw new Error('onPrompt already has a handler.');
    this.#onPrompt = handler;
    return this;
  }

  /** Has `wrap` wrap the handler of prompts, for instance to measure it; what is added last is the outermost. */
  wrapPrompt(wrap: (handler: PromptHandler) => PromptHandler): this {
    const inner = this.#wrapPrompt;
    this.#wrapPrompt = (handler) => wrap(inner(handler));
    return this;
  }

  /** Has `wrap` wrap the channel of each connection, such as to observe it; what is added last is the outermost. */
  wrapChannel(wrap: ChannelWrapper): this {
    const inner = this.#wrapChannel;
    this.#wrapChannel = (channel) => wrap(inner(channel));
    return this;
  }

  /** Registers the handler that sets options and commands when a session is opened; the response contains them. */
  onSession(handler: (session: AgentSession, origin: SessionOrigin) => void | Promise<void>): this {
    this.#onOpen = handler;
    return this;
  }

  /** Registers the handler that is called when the client has set an option; it may change other options. */
  onConfigOption(handler: (session: AgentSession, change: ConfigChange) => void | Promise<void>): this {
    this.#onConfigOption = handler;
    return this;
  }

  /**
   * Registers a function that finds what else has options, by session id, such as a session of next edit suggestions.
   */
  onConfigurable(find: FindConfigurable): this {
    this.#configurables.push(find);
    return this;
  }

  /**
   * Sets options of next edit suggestions (draft); advertised if `nes/start`, `nes/suggest` and `nes/close` have
   * handlers.
   */
  offerNes(offer: NesOffer): this {
    this.#nes = { ...this.#nes, ...offer };
    return this;
  }

  /**
   * Registers the handlers of login and logout, and offers the login methods. A method of type `terminal` may name a
   * whole command in `_meta["terminal-auth"]`, for the clients of version 1 that run such commands.
   */
  onLogin(
    authMethods: readonly [AuthMethod, ...AuthMethod[]],
    handlers: {
      readonly login: (params: LoginAuthRequest, context: RequestHandlerContext<'agent'>) => void | Promise<void>;
      readonly logout: (context: RequestHandlerContext<'agent'>) => void | Promise<void>;
      /**
       * Called when a client confirms a login in its terminal: throw `authentication_required` unless the login has
       * been stored. Without it such a request is refused, because the method logs in elsewhere.
       */
      readonly terminal?: (params: LoginAuthRequest, context: RequestHandlerContext<'agent'>) => void | Promise<void>;
      /**
       * Returns the state of the login. Clients of version 1 are sent it as `_auth/status_update`: after `initialize`,
       * and when a login or logout has changed it.
       */
      readonly status?: (connection: Connection<'agent'>) => AuthStatusResponse;
    },
  ): this {
    this.#authMethods = authMethods;
    const reports = handlers.status === undefined ? undefined : new AuthStatusReports(handlers.status);
    this.#authStatus = reports;
    const reportLater = ({ connection, afterResponse }: RequestHandlerContext<'agent'>): void => {
      afterResponse(() => {
        reports?.report(connection);
      });
    };
    this.on('auth/login', async (params, context) => {
      const { type } = findLoginMethod(params.methodId, authMethods, handlers.terminal !== undefined);
      await (type === 'terminal' ? handlers.terminal : handlers.login)?.(params, context);
      reportLater(context);
      return {};
    });
    return this.on('auth/logout', async (_, context) => {
      await handlers.logout(context);
      reportLater(context);
      return {};
    });
  }

  /** Registers the handler of a request of the client. */
  on<K extends RequestFrom<'client'>>(method: K, handler: RequestHandlers<'agent'>[K]): this;
  /** Registers the handler of a custom request, whose params are read by `parse`. */
  on<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: RequestHandlerContext<'agent'>) => unknown,
  ): this;
  on(method: string, ...rest: readonly unknown[]): this {
    this.#registrations.advertise(method);
    this.#registrations.add('onRequest', method, rest);
    return this;
  }

  /** Registers the handler of a notification of the client. */
  onNotification<K extends NotificationFrom<'client'>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: NotificationHandlerContext<'agent'>) => void | Promise<void>,
  ): this;
  /** Registers the handler of a custom notification, whose params are read by `parse`. */
  onNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: NotificationHandlerContext<'agent'>) => void | Promise<void>,
  ): this;
  onNotification(method: string, ...rest: readonly unknown[]): this {
    this.#registrations.reserve(`${method} as a notification`);
    this.#registrations.add('onNotification', method, rest);
    return this;
  }

  /** The capabilities that are advertised to clients. */
  get capabilities(): AgentCapabilities {
    const { capabilitiesMeta } = this.#options;
    const advertised: Pick<AgentCapabilities, 'auth' | 'providers'> = this.#registrations.capabilities;
    const suggestions = nesCapabilities(this.#registrations.methods, this.#nes);
    return {
      ...(this.#onPrompt === undefined && !this.#registrations.methods.has('session/new')
        ? {}
        : { session: this.#sessionCapabilities() }),
      ...(suggestions === undefined ? {} : { nes: suggestions }),
      ...(advertised.auth === undefined ? {} : { auth: advertised.auth }),
      ...(advertised.providers === undefined ? {} : { providers: advertised.providers }),
      ...(capabilitiesMeta === undefined ? {} : { _meta: capabilitiesMeta }),
    };
  }

  /**
   * Serves one client; returns at once. With a `principal`, the client has access to the sessions of that principal
   * only.
   */
  connect(channel: Channel, options: ConnectionOptions = {}): AgentConnection {
    this.#checkRegistrations();
    const connection = new AgentConnection(
      this.#wrapChannel(channel),
      {
        initialize: {
          info: this.#info,
          capabilities: this.capabilities,
          authMethods: this.#authMethods,
          authStatus: this.#authStatus,
          admit: this.#options.admit,
          positionEncodings: this.#nes.positionEncodings,
        },
        configurables: this.#configurables,
        newId: this.#options.newId,
        contextLimit: contextLimit(this.#options.runtimeContext),
        store: this.#storeOf(options.principal),
        onPrompt: this.#onPrompt === undefined ? undefined : this.#wrapPrompt(this.#onPrompt),
        onOpen: this.#onOpen,
        onConfigOption: this.#onConfigOption,
        register: this.#registrations.register,
      },
      options,
    );
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
    return connection;
  }

  /** Whether a turn runs for any client; a server that closes with `drain` waits for it. */
  isBusy(): boolean {
    return [...this.#connections].some((connection) => connection.isBusy);
  }

  /** Serves one client; resolves when the connection has ended. */
  serve(channel: Channel, options?: ConnectionOptions): Promise<CloseReason> {
    return this.connect(channel, options).closed;
  }

  /** Serves one client in this process; returns the client's end of the connection. */
  start(options?: StartOptions): Channel {
    return startInProcess((channel) => this.connect(channel), options);
  }

  #storeOf(principal: string | undefined): SessionStore {
    if (principal === undefined) return this.#store;
    // One for all connections of a principal, because a session may move from one to the next.
    const store = this.#ownedStores.get(principal) ?? ownedStore(this.#store, principal);
    this.#ownedStores.set(principal, store);
    return store;
  }

  #sessionCapabilities(): SessionCapabilities {
    const { accepts = [], additionalDirectories, systemPrompt, runtimeContext, inject } = this.#options;
    const mcp = [...(this.#options.mcp ?? []), ...(this.#registrations.methods.has('mcp/message') ? ['acp'] : [])];
    const marker = {};
    const keepsSessions = this.#onPrompt !== undefined;
    const answered = Object.entries(optional).filter(
      ([, method]) => keepsSessions || this.#registrations.methods.has(method),
    );
    return {
      ...(accepts.length === 0 ? {} : { prompt: Object.fromEntries(accepts.map((each) => [each, marker])) }),
      ...(mcp.length === 0 ? {} : { mcp: Object.fromEntries(mcp.map((each) => [each, marker])) }),
      ...((keepsSessions ? this.#store.delete === undefined : !this.#registrations.methods.has('session/delete'))
        ? {}
        : { delete: marker }),
      ...(additionalDirectories === true ? { additionalDirectories: marker } : {}),
      ...(systemPrompt === undefined
        ? {}
        : { systemPrompt: systemPrompt === 'override' ? { mode: { override: marker } } : marker }),
      ...(contextLimit(runtimeContext) > 0 ? { runtimeContext: marker } : {}),
      ...(inject === undefined ? {} : { inject }),
      ...Object.fromEntries(answered.map(([key]) => [key, marker])),
    };
  }

  /** Throws if handlers are missing, before a client connects. */
  #checkRegistrations(): void {
    const methods = [...this.#registrations.methods];
    if (methods.some((method) => method.startsWith('providers/'))) this.#require('with providers', providers);
    if (methods.some((method) => /^(?:nes|document)\//u.test(method))) this.#require('with next edit suggestions', nes);
    if (this.#onPrompt === undefined) {
      if (methods.some((method) => /^session\/(?!set_config_option)/u.test(method)))
        this.#require('with sessions of its own', sessions);
      if (methods.some((method) => method.endsWith('archive'))) this.#require('that archives', archiving);
    }
    const { inject } = this.#options;
    if (!this.#registrations.methods.has('session/inject')) return;
    if (inject === undefined) throw new Error('An agent that handles session/inject needs the option inject.');
    this.#require('that takes injected messages', ['session/inject', 'session/revoke_inject']);
    if (inject.pending?.replace === true) this.#require('that lets them be replaced', ['session/replace_inject']);
  }

  #require(which: string, methods: readonly (RequestFrom<'client'> | NotificationFrom<'client'>)[]): void {
    const missing = methods.filter((method) => !this.#registrations.methods.has(method));
    if (missing.length === 0) return;
    throw new Error(`An agent ${which} handles all of their methods; without a handler: ${missing.join(', ')}.`);
  }
}

/** The login method; throws if it is not offered, or runs in a terminal of the client (AUTH-01, X-19). */
function findLoginMethod(
  methodId: string,
  authMethods: readonly AuthMethod[],
  isTerminalConfirmed: boolean,
): AuthMethod {
  const method = authMethods.find((each) => each.methodId === methodId);
  if (method !== undefined && (method.type !== 'terminal' || isTerminalConfirmed)) return method;
  throw new RpcError(rpcCodes.invalidParams, 'This agent does not offer this login method.', { data: { methodId } });
}
