/**
 * A proxy as a program writes it: which messages it intercepts, and what it does with them.
 *
 * It runs in a chain between a client and an agent, started by a conductor. All other messages pass unchanged. One
 * proxy serves any number of connections, over any channel.
 */
import type { Channel, CloseReason } from '@acp-stack/rpc';
import type { Implementation } from '@acp-stack/schema/v2/unstable';

import type { ConnectionOptions, CustomParser } from '../connection/connection.ts';
import type { CustomMethod, NotificationFrom, RequestFrom } from '../connection/method-types.ts';
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
import { ProxyConnection } from './proxy-connection.ts';

/** How a proxy talks to its conductor. */
export interface ProxyOptions {
  /**
   * How messages to the successor are wrapped; when absent, as the method suggests by which the conductor starts it.
   */
  readonly envelope?: ProxyEnvelope;
}

/** Creates a proxy. */
export function proxy(info: Implementation, options: ProxyOptions = {}): AcpProxy {
  return new AcpProxy(info, options);
}

type Registered = Map<string, Interceptor>;

/** A proxy between a client and an agent: messages with a handler can be read and changed, all others pass. */
export class AcpProxy {
  readonly #info: Implementation;
  readonly #options: ProxyOptions;
  readonly #fromClient = { request: new Map() as Registered, notification: new Map() as Registered };
  readonly #fromAgent = { request: new Map() as Registered, notification: new Map() as Registered };

  constructor(info: Implementation, options: ProxyOptions) {
    this.#info = info;
    this.#options = options;
  }

  /** Intercepts a request of the client, `initialize` included. */
  onClientRequest<K extends RequestFrom<'client'>>(method: K, handler: ProxyRequestHandler<K>): this;
  /** Intercepts a custom request of the client, whose params are read by `parse`. */
  onClientRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyRequestContext>,
  ): this;
  onClientRequest(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromClient.request, method, rest);
  }

  /** Intercepts a notification of the client. */
  onClientNotification<K extends NotificationFrom<'client'>>(method: K, handler: ProxyNotificationHandler<K>): this;
  /** Intercepts a custom notification of the client, whose params are read by `parse`. */
  onClientNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyContext>,
  ): this;
  onClientNotification(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromClient.notification, method, rest);
  }

  /** Intercepts a request of the agent. */
  onAgentRequest<K extends RequestFrom<'agent'>>(method: K, handler: ProxyRequestHandler<K>): this;
  /** Intercepts a custom request of the agent, whose params are read by `parse`. */
  onAgentRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyRequestContext>,
  ): this;
  onAgentRequest(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromAgent.request, method, rest);
  }

  /** Intercepts a notification of the agent. */
  onAgentNotification<K extends NotificationFrom<'agent'>>(method: K, handler: ProxyNotificationHandler<K>): this;
  /** Intercepts a custom notification of the agent, whose params are read by `parse`. */
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
