/**
 * An agent as a program writes it: what it is called, what it does with a prompt, and whatever else it answers.
 *
 * Registering a handler advertises the capability that goes with it; nothing is advertised that nobody answers. One agent serves any
 * number of connections, over any channel.
 */
import { RpcError, rpcCodes, type Channel, type CloseReason } from '@acp-stack/rpc';
import type {
  AgentCapabilities,
  AuthMethod,
  Implementation,
  InjectCapabilities,
  LoginAuthRequest,
  SessionCapabilities,
} from '@acp-stack/schema/v2/unstable';

import { AgentConnection } from './agent-connection.ts';
import { nesCapabilities, type NesOffer } from './next-edit-capabilities.ts';
import type { AgentSession, PromptHandler } from './session/agent-session.ts';
import type {
  ConnectionOptions,
  CustomParser,
  NotificationHandlerContext,
  RequestHandlerContext,
  RequestHandlers,
} from '../connection/connection.ts';
import { memoryStore } from './store/memory-store.ts';
import type { CustomMethod, NotificationFrom, ReceivedParams, RequestFrom } from '../connection/method-types.ts';
import { Registrations } from '../connection/registrations.ts';
import { ownedStore } from './store/owned-store.ts';
import { contextLimit, type RuntimeContextOptions } from './turn/runtime-context.ts';
import type { ConfigChange, FindConfigurable } from './serve-sessions.ts';
import type { SessionOrigin } from './session-service.ts';
import type { SessionStore } from './store/session-store.ts';

/** What an agent can take, besides what its handlers say. */
export interface AgentOptions {
  /** Content in prompts besides text and links. */
  readonly accepts?: readonly ('image' | 'audio' | 'embeddedContext')[];
  /** Transports of MCP servers that the agent connects to; only clients of version 1 have `sse`. */
  readonly mcp?: readonly ('stdio' | 'http' | 'sse' | 'acp')[];
  /** Whether sessions may have more directories than one. */
  readonly additionalDirectories?: boolean;
  /** Whether the client may give a session instructions, and whether these may replace the agent's own. */
  readonly systemPrompt?: 'append' | 'override';
  /** Whether a prompt may carry context that is not part of the conversation (draft), and how much of it turns are given. */
  readonly runtimeContext?: boolean | RuntimeContextOptions;
  /** Which messages the agent takes while it works (draft). `queue` needs nothing more, `steer` that the handler calls `turn.breakpoint()`. */
  readonly inject?: InjectCapabilities;
  /** What next edit suggestions need (draft); advertised with their handlers. */
  readonly nes?: NesOffer;
  /** What the agent says about its custom methods and features, under keys of its own (EXT-05). */
  readonly capabilitiesMeta?: Readonly<Record<string, unknown>>;
  /** Refuses requests before anybody handles them, such as those that need a login (AUTH-05): the error to answer with, or undefined. */
  readonly admit?: (method: string) => RpcError | undefined;
  /** Makes the ids of sessions and of what is said in them, unique for each kind; random when absent. */
  readonly newId?: (kind: string) => string;
  /** Where sessions are kept; in memory when absent. */
  readonly store?: SessionStore;
}

const providers = ['providers/list', 'providers/set', 'providers/disable'] as const;
const nes = ['nes/start', 'nes/suggest', 'nes/close'] as const;
const archiving = ['session/archive', 'session/unarchive'] as const;
/** What every agent with sessions answers (INIT-18); `onPrompt` does so. */
const sessions = [
  'session/new',
  'session/resume',
  'session/list',
  'session/close',
  'session/prompt',
  'session/cancel',
] as const;
/** What else may be asked of sessions, by the marker that says so. */
const optional = {
  fork: 'session/fork',
  archive: 'session/archive',
  status: 'session/status',
  title: 'session/set_title',
} as const;

/** Begins an agent. */
export function agent(info: Implementation, options: AgentOptions = {}): Agent {
  return new Agent(info, options);
}

/** An agent: what it does with a prompt, and whatever else it answers. Serves any number of connections. */
export class Agent {
  readonly #info: Implementation;
  readonly #options: AgentOptions;
  readonly #store: SessionStore;
  /** The same as each principal sees it. */
  readonly #ownedStores = new Map<string, SessionStore>();
  readonly #registrations = new Registrations('agent');
  readonly #configurables: FindConfigurable[] = [];
  #authMethods: readonly AuthMethod[] = [];
  #nes: NesOffer;
  #onPrompt: PromptHandler | undefined;
  #onOpen: (session: AgentSession, origin: SessionOrigin) => void | Promise<void> = () => undefined;
  #onConfigOption: ((session: AgentSession, change: ConfigChange) => void | Promise<void>) | undefined;

  constructor(info: Implementation, options: AgentOptions) {
    this.#info = info;
    this.#options = options;
    this.#store = options.store ?? memoryStore();
    this.#nes = options.nes ?? {};
  }

  /** Answers prompts; with this the agent has sessions. */
  onPrompt(handler: PromptHandler): this {
    if (this.#onPrompt !== undefined) throw new Error('onPrompt already has a handler.');
    this.#onPrompt = handler;
    return this;
  }

  /** Sets a session up when it is opened: its options, its commands. The client learns of them with the answer. */
  onSession(handler: (session: AgentSession, origin: SessionOrigin) => void | Promise<void>): this {
    this.#onOpen = handler;
    return this;
  }

  /** Hears of an option that the client has set; may change other options of the session in turn. */
  onConfigOption(handler: (session: AgentSession, change: ConfigChange) => void | Promise<void>): this {
    this.#onConfigOption = handler;
    return this;
  }

  /** Lets the client set options of what is no conversation, such as a session of next edit suggestions; found by its id. */
  onConfigurable(find: FindConfigurable): this {
    this.#configurables.push(find);
    return this;
  }

  /** Says what next edit suggestions need (draft); it is advertised once `nes/suggest` and its companions have handlers. */
  offerNes(offer: NesOffer): this {
    this.#nes = { ...this.#nes, ...offer };
    return this;
  }

  /** Offers ways to log in, and carries them out. */
  onLogin(
    authMethods: readonly [AuthMethod, ...AuthMethod[]],
    handlers: {
      readonly login: (params: LoginAuthRequest, context: RequestHandlerContext<'agent'>) => void | Promise<void>;
      readonly logout: (context: RequestHandlerContext<'agent'>) => void | Promise<void>;
    },
  ): this {
    this.#authMethods = authMethods;
    this.on('auth/login', async (params, context) => {
      checkMethod(params.methodId, authMethods);
      await handlers.login(params, context);
      return {};
    });
    return this.on('auth/logout', async (_, context) => {
      await handlers.logout(context);
      return {};
    });
  }

  /** Answers any request that a client may send; a custom one with a parser of its own. */
  on<K extends RequestFrom<'client'>>(method: K, handler: RequestHandlers<'agent'>[K]): this;
  /** Answers a custom request with a parser of its own. */
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

  /** Takes any notification that a client may send; a custom one with a parser of its own. */
  onNotification<K extends NotificationFrom<'client'>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: NotificationHandlerContext<'agent'>) => void | Promise<void>,
  ): this;
  /** Takes a custom notification with a parser of its own. */
  onNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: NotificationHandlerContext<'agent'>) => void | Promise<void>,
  ): this;
  onNotification(method: string, ...rest: readonly unknown[]): this {
    this.#registrations.take(`${method} as a notification`);
    this.#registrations.add('onNotification', method, rest);
    return this;
  }

  /** What a client is told that this agent can do. */
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

  /** Serves one client; returns at once. One that stands for a `principal` gets at the sessions of that principal only. */
  connect(
    channel: Channel,
    { principal, ...options }: ConnectionOptions & { readonly principal?: string } = {},
  ): AgentConnection {
    this.#checkRegistrations();
    return new AgentConnection(
      channel,
      {
        initialize: {
          info: this.#info,
          capabilities: this.capabilities,
          authMethods: this.#authMethods,
          admit: this.#options.admit,
          positionEncodings: this.#nes.positionEncodings,
        },
        configurables: this.#configurables,
        newId: this.#options.newId,
        contextLimit: contextLimit(this.#options.runtimeContext),
        store: this.#storeOf(principal),
        onPrompt: this.#onPrompt,
        onOpen: this.#onOpen,
        onConfigOption: this.#onConfigOption,
        register: this.#registrations.register,
      },
      options,
    );
  }

  /** Serves one client until it has gone. */
  serve(channel: Channel, options?: ConnectionOptions): Promise<CloseReason> {
    return this.connect(channel, options).closed;
  }

  #storeOf(principal: string | undefined): SessionStore {
    if (principal === undefined) return this.#store;
    // One for all connections of a principal, because a session goes from one to the next.
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

  /** What was half registered is said at the start, not by the first client. */
  #checkRegistrations(): void {
    const methods = [...this.#registrations.methods];
    if (methods.some((method) => method.startsWith('providers/'))) this.#demand('with providers', providers);
    if (methods.some((method) => /^(?:nes|document)\//u.test(method))) this.#demand('with next edit suggestions', nes);
    if (this.#onPrompt === undefined) {
      if (methods.some((method) => /^session\/(?!set_config_option)/u.test(method)))
        this.#demand('with sessions of its own', sessions);
      if (methods.some((method) => method.endsWith('archive'))) this.#demand('that archives', archiving);
    }
    const { inject } = this.#options;
    if (!this.#registrations.methods.has('session/inject')) return;
    if (inject === undefined) throw new Error('An agent that answers session/inject has the option inject.');
    this.#demand('that takes injected messages', ['session/inject', 'session/revoke_inject']);
    if (inject.pending?.replace === true) this.#demand('that lets them be replaced', ['session/replace_inject']);
  }

  #demand(which: string, methods: readonly (RequestFrom<'client'> | NotificationFrom<'client'>)[]): void {
    const missing = methods.filter((method) => !this.#registrations.methods.has(method));
    if (missing.length === 0) return;
    throw new Error(`An agent ${which} answers all of their methods; without a handler: ${missing.join(', ')}.`);
  }
}

/** A login names a method that was offered, and not one that runs in a terminal of the client (AUTH-01, X-19). */
function checkMethod(methodId: string, authMethods: readonly AuthMethod[]): void {
  const method = authMethods.find((each) => each.methodId === methodId);
  if (method !== undefined && method.type !== 'terminal') return;
  throw new RpcError(rpcCodes.invalidParams, 'This agent offers no such way to log in.', { data: { methodId } });
}
