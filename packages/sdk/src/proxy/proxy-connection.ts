/**
 * One place in a chain: two peers over the channel to the conductor, and what passes between them.
 *
 * Everything goes on in the order in which it came and exactly as it came, unless a handler is registered for it. Errors and answers come back
 * unchanged; whoever cancels cancels the next hop too and still gets its answer (PROXY-05, PROXY-07, PROXY-08).
 */
import {
  ConnectionError,
  isAbortError,
  Peer,
  RpcError,
  rpcCodes,
  type Channel,
  type CloseReason,
  type Handler,
  type NotificationContext,
  type PeerReport,
  type RequestContext,
} from '@acp-stack/rpc';
import { methods, type Implementation } from '@acp-stack/schema/v2/unstable';

import type { ConnectionOptions } from '../connection/connection.ts';
import { reporting } from '../connection/report.ts';
import { contentOf, load, loadOf, reload } from './extra-fields.ts';
import { envelopeOf, isObject, isProxyEnvelope, isProxyInitialize, type ProxyEnvelope } from './envelope.ts';
import {
  type Interceptor,
  type ProxyContext,
  type ProxyNext,
  type ProxyRequestContext,
  type ProxySendOptions,
  type ProxyTarget,
} from './handlers.ts';
import { splitChannel } from './split-channel.ts';
import { acrossTarget, carryTrace, nestedTarget, target } from './targets.ts';
import { sessionIdOf } from '../connection/session-id.ts';

/** What was registered for one side's messages, by method. */
export interface Interceptors {
  readonly request: ReadonlyMap<string, Interceptor>;
  readonly notification: ReadonlyMap<string, Interceptor>;
}

export interface ProxyConnectionInit {
  readonly info: Implementation;
  /** Undefined: the one that goes with how the conductor starts the proxy. */
  readonly envelope: ProxyEnvelope | undefined;
  readonly fromClient: Interceptors;
  readonly fromAgent: Interceptors;
}

const initializeMethod: string = methods['initialize'].name;
/** Cancelling never waits behind work of its session. */
const overtaking = new Set<string>([methods['session/cancel'].name]);

/** Where a message came from and where it goes. */
interface Way {
  readonly from: () => Peer;
  readonly to: () => Peer;
}

/** A proxy at its place between a client and an agent. */
export class ProxyConnection {
  /** The client, or the proxy before this one. */
  readonly client: ProxyTarget<'agent'>;
  /** The agent, or the proxy after this one. */
  readonly agent: ProxyTarget<'client'>;
  readonly #info: Implementation;
  readonly #report: ((report: PeerReport) => void) | undefined;
  readonly #clientPeer: Peer;
  readonly #agentPeer: Peer;
  #envelope: ProxyEnvelope;
  readonly #isEnvelopeFixed: boolean;

  constructor(channel: Channel, init: ProxyConnectionInit, options: ConnectionOptions) {
    this.#info = init.info;
    this.#report = options.onReport;
    this.#envelope = init.envelope ?? 'proxy/successor';
    this.#isEnvelopeFixed = init.envelope !== undefined;
    const split = splitChannel(channel, () => this.#envelope);
    const up: Way = { from: () => this.#clientPeer, to: () => this.#agentPeer };
    const down: Way = { from: () => this.#agentPeer, to: () => this.#clientPeer };
    const shared = { ...options, ...reporting(options.onReport), orderKey: orderKeyOf, propagate: carryTrace };
    const fromClient = this.#handlers(up, init.fromClient);
    const fromAgent = this.#handlers(down, init.fromAgent);
    const start = this.#startHandler(up, init.fromClient.request.get(initializeMethod));
    this.#clientPeer = new Peer(split.client, {
      batches: 'process',
      ...shared,
      handlers: (method, kind) => {
        if (kind === 'request' && isProxyInitialize(method)) return start;
        if (kind === 'request' && method === initializeMethod) return this.#notAnAgent;
        return fromClient(method, kind);
      },
    });
    // An array is no envelope, so it never comes from the agent's side.
    this.#agentPeer = new Peer(split.agent, { ...shared, handlers: fromAgent });
    this.client = target(() => this.#clientPeer);
    this.agent = target(() => this.#agentPeer);
  }

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#clientPeer.closed;
  }

  /** Lets what is under way finish, sends what is waiting, and ends the connection. */
  async close(options?: { readonly grace?: number }): Promise<void> {
    await Promise.all([this.#clientPeer.close(options), this.#agentPeer.close(options)]);
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    this.#clientPeer.destroy(error);
    this.#agentPeer.destroy(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // -------------------------------------------------------------------------------------------- starting

  /** Answers `proxy/initialize`: initializes the successor first (PROXY-03). */
  #startHandler(way: Way, registered: Interceptor | undefined): Handler {
    return {
      kind: 'request',
      run: async (params: unknown, context: RequestContext) => {
        if (!this.#isEnvelopeFixed) this.#envelope = envelopeOf(context.method);
        const asInitialize = { method: initializeMethod, params };
        const result =
          registered === undefined
            ? await forward(way.to(), asInitialize, context)
            : await this.#intercept(way, registered, { ...asInitialize, context });
        return reload(result, withMcpOverAcp(contentOf(result)));
      },
    };
  }

  readonly #notAnAgent: Handler = {
    kind: 'request',
    run: () => {
      const words = `${this.#info.name} is a proxy: a conductor starts it with proxy/initialize.`;
      throw new RpcError(rpcCodes.invalidRequest, words);
    },
  };

  // -------------------------------------------------------------------------------------------- passing on

  /** Finds what happens to messages that go one way. */
  #handlers(way: Way, interceptors: Interceptors): (method: string, kind: Handler['kind']) => Handler | undefined {
    const passRequest: Handler = {
      kind: 'request',
      run: (params: unknown, context: RequestContext) => forward(way.to(), { method: context.method, params }, context),
    };
    const passNotification = this.#passNotification(way, false);
    const passCancel = this.#passNotification(way, true);
    const requests = mapped(interceptors.request, (each) => this.#interceptRequest(way, each));
    const notifications = mapped(interceptors.notification, (each, method) =>
      this.#interceptNotification(way, each, overtaking.has(method)),
    );
    return (method, kind) => {
      if (isProxyEnvelope(method)) return refuseEnvelope;
      if (kind === 'request') return requests.get(method) ?? passRequest;
      return notifications.get(method) ?? (overtaking.has(method) ? passCancel : passNotification);
    };
  }

  /** Answers nothing, so that the order of everything is kept; the channel itself stops reading when too much waits. */
  #passNotification(way: Way, overtakes: boolean): Handler {
    return {
      kind: 'notification',
      overtakes,
      run: (params: unknown, { method }: NotificationContext) => {
        way
          .to()
          .notify(method, params)
          .catch((error: unknown) => this.#report?.({ kind: 'handler-failed', method, error }));
      },
    };
  }

  #interceptRequest(way: Way, registered: Interceptor): Handler {
    return {
      kind: 'request',
      run: (params: unknown, context: RequestContext) =>
        this.#intercept(way, registered, { method: context.method, params, context }),
    };
  }

  #interceptNotification(way: Way, registered: Interceptor, overtakes: boolean): Handler {
    return {
      kind: 'notification',
      overtakes,
      run: (params: unknown, context: NotificationContext) => {
        const { method } = context;
        const checked = registered.parse(contentOf(params));
        const next: ProxyNext<unknown, unknown> = (given, options) =>
          way.to().notify(method, onward(params, given === checked ? undefined : given, options));
        // A notification cannot be cancelled; its handler does not ask.
        return registered.run(checked, next, this.#context(way, context, params) as ProxyRequestContext);
      },
    };
  }

  /** Runs a handler. What it passes on or answers without having changed it goes out as it came in, not as it was read. */
  async #intercept(
    way: Way,
    registered: Interceptor,
    {
      method,
      params,
      context,
    }: { readonly method: string; readonly params: unknown; readonly context: RequestContext },
  ): Promise<unknown> {
    const checked = registered.parse(contentOf(params));
    const originals = new Map<unknown, unknown>();
    const next: ProxyNext<unknown, unknown> = async (given, options) => {
      const sent = onward(params, given === checked ? undefined : given, options);
      const received = await forward(way.to(), { method, params: sent }, context);
      const read = registered.checkResult(contentOf(received));
      originals.set(read, received);
      return read;
    };
    const shown = this.#context(way, context, params);
    const result = await registered.run(checked, next, {
      ...shown,
      method: context.method,
      get signal() {
        return context.signal;
      },
    });
    return originals.has(result) ? originals.get(result) : result;
  }

  /** What a handler can say of its own: towards the sender as part of handling its message, towards the other side beside it. */
  #context(way: Way, context: NotificationContext | RequestContext, params: unknown): ProxyContext {
    const nested = nestedTarget(way.from(), context);
    const across = acrossTarget(way.to(), context, params);
    const isFromClient = way.from() === this.#clientPeer;
    return {
      method: context.method,
      envelopeMeta: loadOf(params).envelopeMeta,
      client: isFromClient ? nested : across,
      agent: isFromClient ? across : nested,
    };
  }
}

const refuseEnvelope: Handler = {
  kind: 'request',
  run: () => {
    throw new RpcError(rpcCodes.invalidParams, 'The envelope holds no message.');
  },
};

/** What goes on in place of `received`: what a handler made of it, or itself; what nobody knows goes along (PROXY-07). */
function onward(received: unknown, given: unknown, { envelopeMeta }: ProxySendOptions = {}): unknown {
  const { fields } = loadOf(received);
  return load(given === undefined ? contentOf(received) : given, { fields, envelopeMeta });
}

/** Asks the other side the same and answers the same; cancelled with the request it came from. */
async function forward(
  to: Peer,
  { method, params }: { readonly method: string; readonly params: unknown },
  context: RequestContext,
): Promise<unknown> {
  try {
    return await to.request(method, params, { signal: context.signal });
  } catch (error) {
    // A cancelled call rejects like any aborted work; what the other side really said is the cause.
    if (isAbortError(error) && (error as Error).cause instanceof RpcError) throw (error as Error).cause;
    if (!(error instanceof ConnectionError)) throw error;
    throw new RpcError(rpcCodes.internalError, `${method} could not be passed on.`, { cause: error });
  }
}

/** A proxy can always be given MCP servers over the connection; its conductor bridges for agents that cannot (PROXY-09). */
function withMcpOverAcp(result: unknown): unknown {
  const capabilities = isObject(result) ? result['capabilities'] : undefined;
  const session = isObject(capabilities) ? capabilities['session'] : undefined;
  if (!isObject(result) || !isObject(capabilities) || !isObject(session)) return result;
  const mcp = isObject(session['mcp']) ? session['mcp'] : {};
  if (isObject(mcp['acp'])) return result;
  return { ...result, capabilities: { ...capabilities, session: { ...session, mcp: { ...mcp, acp: {} } } } };
}

/** The session that a message belongs to. */
const orderKeyOf = (_: string, received: unknown): string | undefined => sessionIdOf(contentOf(received));

function mapped<T, R>(map: ReadonlyMap<string, T>, change: (value: T, key: string) => R): ReadonlyMap<string, R> {
  return new Map([...map].map(([key, value]) => [key, change(value, key)]));
}
