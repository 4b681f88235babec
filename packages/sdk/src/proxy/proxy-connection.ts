/**
 * One place in a chain: two peers over the channel to the conductor, and the messages that pass between them.
 *
 * Messages are passed on in order and exactly as they came, unless a handler is registered for them. Results and errors
 * come back unchanged. Cancelling a request cancels it at the next hop too, and it is still answered (PROXY-05,
 * PROXY-07, PROXY-08).
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
import { withMcpOverAcp } from '@acp-stack/schema/mcp-support';
import { methods, type Implementation } from '@acp-stack/schema/v2/unstable';

import type { ConnectionOptions } from '../connection/connection.ts';
import { findMethod } from '../connection/method-table.ts';
import { logReport } from '../connection/log-report.ts';
import { reporting } from '../connection/report.ts';
import { sessionIdOf } from '../connection/session-id.ts';
import { bridgedSides, type VersionChanges } from './bridged-sides.ts';
import { isProxyEnvelope, isProxyInitialize, type ProxyEnvelope } from './envelope.ts';
import { contentOf, extraOf, withExtra, withExtraOf } from './extra-fields.ts';
import {
  type Interceptor,
  type ProxyContext,
  type ProxyNext,
  type ProxyRequestContext,
  type ProxySendOptions,
  type ProxyTarget,
} from './interceptors.ts';
import { splitChannel } from './split-channel.ts';
import { acrossTarget, carryTrace, nestedTarget, target } from './targets.ts';

/** The handlers of the messages of one side, by method. */
export interface Interceptors {
  readonly request: ReadonlyMap<string, Interceptor>;
  readonly notification: ReadonlyMap<string, Interceptor>;
  /** For requests that the protocol does not define. */
  readonly otherRequest?: Interceptor | undefined;
}

export interface ProxyConnectionInit {
  readonly info: Implementation;
  /** Undefined: the one that goes with the method by which the conductor starts the proxy. */
  readonly envelope: ProxyEnvelope | undefined;
  readonly versions: VersionChanges;
  readonly fromClient: Interceptors;
  readonly fromAgent: Interceptors;
}

const initializeMethod: string = methods['initialize'].name;
/** Cancelling never waits behind other messages of its session. */
const overtaking = new Set<string>([methods['session/cancel'].name]);

/** The peers that a message comes from and goes to. */
interface Direction {
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

  constructor(channel: Channel, init: ProxyConnectionInit, given: ConnectionOptions) {
    const options = { onReport: logReport, ...given };
    this.#info = init.info;
    this.#report = options.onReport;
    const plain = splitChannel(channel, init.envelope);
    const isBare = [init.fromClient, init.fromAgent].every(
      ({ request, notification, otherRequest }) => request.size + notification.size === 0 && otherRequest === undefined,
    );
    // A proxy without handlers passes everything on, so that it does not matter which version that is.
    const isTransparent = isBare && init.versions.translates !== true;
    const split = isTransparent ? plain : bridgedSides(plain, options, init.versions);
    const up: Direction = { from: () => this.#clientPeer, to: () => this.#agentPeer };
    const down: Direction = { from: () => this.#agentPeer, to: () => this.#clientPeer };
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
    // An array cannot be an envelope, so it never comes from the agent's side.
    this.#agentPeer = new Peer(split.agent, { ...shared, handlers: fromAgent });
    this.client = target(() => this.#clientPeer);
    this.agent = target(() => this.#agentPeer);
  }

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#clientPeer.closed;
  }

  /** Waits for running handlers, sends what is queued, and ends the connection. */
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
  #startHandler(direction: Direction, registered: Interceptor | undefined): Handler {
    return {
      kind: 'request',
      run: async (params: unknown, context: RequestContext) => {
        const asInitialize = { method: initializeMethod, params };
        const result =
          registered === undefined
            ? await forward(direction.to(), asInitialize, context)
            : await this.#intercept(direction, registered, { ...asInitialize, context });
        // A proxy always takes MCP servers over the connection; its conductor bridges for agents that do not
        // (PROXY-09).
        return withExtraOf(result, withMcpOverAcp(contentOf(result), true));
      },
    };
  }

  readonly #notAnAgent: Handler = {
    kind: 'request',
    run: () => {
      const message = `${this.#info.name} is a proxy: a conductor starts it with proxy/initialize.`;
      throw new RpcError(rpcCodes.invalidRequest, message);
    },
  };

  // -------------------------------------------------------------------------------------------- passing on

  /** Finds the handlers of the messages in one direction. */
  #handlers(
    direction: Direction,
    interceptors: Interceptors,
  ): (method: string, kind: Handler['kind']) => Handler | undefined {
    const passRequest: Handler = {
      kind: 'request',
      run: (params: unknown, context: RequestContext) =>
        forward(direction.to(), { method: context.method, params }, context),
    };
    const passNotification = this.#passNotification(direction, false);
    const passCancel = this.#passNotification(direction, true);
    const requests = mapped(interceptors.request, (each) => this.#interceptRequest(direction, each));
    const notifications = mapped(interceptors.notification, (each, method) =>
      this.#interceptNotification(direction, each, overtaking.has(method)),
    );
    const { otherRequest } = interceptors;
    const interceptOther = otherRequest === undefined ? undefined : this.#interceptRequest(direction, otherRequest);
    return (method, kind) => {
      if (isProxyEnvelope(method)) return refuseEnvelope;
      if (kind === 'request') {
        const other = findMethod(method) === undefined ? interceptOther : undefined;
        return requests.get(method) ?? other ?? passRequest;
      }
      return notifications.get(method) ?? (overtaking.has(method) ? passCancel : passNotification);
    };
  }

  /**
   * Does not wait for the other side, so that the order is kept; the channel itself stops reading when too much waits.
   */
  #passNotification(direction: Direction, overtakes: boolean): Handler {
    return {
      kind: 'notification',
      overtakes,
      run: (params: unknown, { method }: NotificationContext) => {
        direction
          .to()
          .notify(method, params)
          .catch((error: unknown) => this.#report?.({ kind: 'handler-failed', method, error }));
      },
    };
  }

  #interceptRequest(direction: Direction, registered: Interceptor): Handler {
    return {
      kind: 'request',
      run: (params: unknown, context: RequestContext) =>
        this.#intercept(direction, registered, { method: context.method, params, context }),
    };
  }

  #interceptNotification(direction: Direction, registered: Interceptor, overtakes: boolean): Handler {
    return {
      kind: 'notification',
      overtakes,
      run: (params: unknown, context: NotificationContext) => {
        const { method } = context;
        const checked = registered.parse(contentOf(params));
        const next: ProxyNext<unknown, unknown> = (replacement, options) =>
          direction.to().notify(method, onward(params, replacement === checked ? undefined : replacement, options));
        // A notification cannot be cancelled, so its handler does not use the signal.
        return registered.run(checked, next, this.#context(direction, context, params) as ProxyRequestContext);
      },
    };
  }

  /** Runs a handler. What it passes on or returns unchanged goes out as it came in, not as it was read. */
  async #intercept(
    direction: Direction,
    registered: Interceptor,
    {
      method,
      params,
      context,
    }: { readonly method: string; readonly params: unknown; readonly context: RequestContext },
  ): Promise<unknown> {
    const checked = registered.parse(contentOf(params));
    const originals = new Map<unknown, unknown>();
    const next: ProxyNext<unknown, unknown> = async (replacement, options) => {
      const sent = onward(params, replacement === checked ? undefined : replacement, options);
      const received = await forward(direction.to(), { method, params: sent }, context);
      const read = registered.checkResult(contentOf(received));
      originals.set(read, received);
      return read;
    };
    const shown = this.#context(direction, context, params);
    const result = await registered.run(checked, next, {
      ...shown,
      method: context.method,
      get signal() {
        return context.signal;
      },
    });
    return originals.has(result) ? originals.get(result) : result;
  }

  /** The targets of a handler: the sender, as part of handling its message, and the other side. */
  #context(direction: Direction, context: NotificationContext | RequestContext, params: unknown): ProxyContext {
    const nested = nestedTarget(direction.from(), context);
    const across = acrossTarget(direction.to(), context, params);
    const isFromClient = direction.from() === this.#clientPeer;
    return {
      method: context.method,
      connection: this,
      envelopeMeta: extraOf(params).envelopeMeta,
      client: isFromClient ? nested : across,
      agent: isFromClient ? across : nested,
    };
  }
}

const refuseEnvelope: Handler = {
  kind: 'request',
  run: () => {
    throw new RpcError(rpcCodes.invalidParams, 'The envelope does not hold a message.');
  },
};

/** The params to pass on: `replacement` or else `received`, with the unknown fields of `received` (PROXY-07). */
function onward(received: unknown, replacement: unknown, { envelopeMeta }: ProxySendOptions = {}): unknown {
  const { fields } = extraOf(received);
  return withExtra(replacement === undefined ? contentOf(received) : replacement, { fields, envelopeMeta });
}

/** Makes the same call to the other side and returns its result; cancelled with the request it came from. */
async function forward(
  to: Peer,
  { method, params }: { readonly method: string; readonly params: unknown },
  context: RequestContext,
): Promise<unknown> {
  try {
    return await to.request(method, params, { signal: context.signal, abandon: false });
  } catch (error) {
    // A cancelled call rejects with an abort error; the error that the other side sent is the cause.
    if (isAbortError(error) && (error as Error).cause instanceof RpcError) throw (error as Error).cause;
    if (!(error instanceof ConnectionError)) throw error;
    throw new RpcError(rpcCodes.internalError, `${method} could not be passed on.`, { cause: error });
  }
}

/** The session that a message belongs to. */
const orderKeyOf = (_: string, received: unknown): string | undefined => sessionIdOf(contentOf(received));

function mapped<T, R>(map: ReadonlyMap<string, T>, change: (value: T, key: string) => R): ReadonlyMap<string, R> {
  return new Map([...map].map(([key, value]) => [key, change(value, key)]));
}
