/**
 * A proxy as a program writes it: which messages it stands in the way of, and what it makes of them.
 *
 * It runs in a chain between a client and an agent, started by a conductor. Everything else goes through unchanged. One proxy serves any
 * number of connections, over any channel.
 */
import type { Channel, CloseReason } from '@acp-stack/rpc';
import type { Implementation } from '@acp-stack/schema/v2/unstable';

import type { ConnectionOptions, CustomParser } from '../connection/connection.ts';
import type { CustomMethod, NotificationFrom, RequestFrom } from '../connection/method-types.ts';
import { ProxyConnection } from './proxy-connection.ts';
import type { ProxyEnvelope } from './envelope.ts';
import {
  interceptor,
  namesOf,
  type CustomProxyHandler,
  type Interceptor,
  type ProxyContext,
  type ProxyNotificationHandler,
  type ProxyRequestContext,
  type ProxyRequestHandler,
} from './handlers.ts';

/** How a proxy speaks with its conductor. */
export interface ProxyOptions {
  /** How messages to the successor are wrapped; when absent, as the conductor's way of starting the proxy suggests. */
  readonly envelope?: ProxyEnvelope;
}

/** Begins a proxy. */
export function proxy(info: Implementation, options: ProxyOptions = {}): AcpProxy {
  return new AcpProxy(info, options);
}

type Registered = Map<string, Interceptor>;

/** Sits between a client and an agent: what is not registered passes, what is can be looked at and changed. */
export class AcpProxy {
  readonly #info: Implementation;
  readonly #options: ProxyOptions;
  readonly #fromClient = { request: new Map() as Registered, notification: new Map() as Registered };
  readonly #fromAgent = { request: new Map() as Registered, notification: new Map() as Registered };

  constructor(info: Implementation, options: ProxyOptions) {
    this.#info = info;
    this.#options = options;
  }

  /** Stands in the way of a request of the client, `initialize` included. */
  onClientRequest<K extends RequestFrom<'client'>>(method: K, handler: ProxyRequestHandler<K>): this;
  /** Takes a custom request of the client on its way, read by a parser of its own. */
  onClientRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyRequestContext>,
  ): this;
  onClientRequest(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromClient.request, method, rest);
  }

  /** Stands in the way of a notification of the client. */
  onClientNotification<K extends NotificationFrom<'client'>>(method: K, handler: ProxyNotificationHandler<K>): this;
  /** Takes a custom notification of the client on its way, read by a parser of its own. */
  onClientNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyContext>,
  ): this;
  onClientNotification(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromClient.notification, method, rest);
  }

  /** Stands in the way of a request of the agent. */
  onAgentRequest<K extends RequestFrom<'agent'>>(method: K, handler: ProxyRequestHandler<K>): this;
  /** Takes a custom request of the agent on its way, read by a parser of its own. */
  onAgentRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyRequestContext>,
  ): this;
  onAgentRequest(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromAgent.request, method, rest);
  }

  /** Stands in the way of a notification of the agent. */
  onAgentNotification<K extends NotificationFrom<'agent'>>(method: K, handler: ProxyNotificationHandler<K>): this;
  /** Takes a custom notification of the agent on its way, read by a parser of its own. */
  onAgentNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyContext>,
  ): this;
  onAgentNotification(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromAgent.notification, method, rest);
  }

  /** Takes a place in a chain; returns at once. */
  connect(channel: Channel, options: ConnectionOptions = {}): ProxyConnection {
    const init = {
      info: this.#info,
      envelope: this.#options.envelope,
      fromClient: this.#fromClient,
      fromAgent: this.#fromAgent,
    };
    return new ProxyConnection(channel, init, options);
  }

  /** Takes a place in a chain until the conductor ends it. */
  serve(channel: Channel, options?: ConnectionOptions): Promise<CloseReason> {
    return this.connect(channel, options).closed;
  }

  #register(handlers: Registered, method: string, rest: readonly unknown[]): this {
    const made = interceptor(method, rest);
    for (const name of namesOf(method)) {
      if (handlers.has(name)) throw new Error(`${name} already has a handler.`);
      handlers.set(name, made);
    }
    return this;
  }
}
