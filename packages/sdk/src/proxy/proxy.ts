/**
 * A proxy as a program writes it: which messages it intercepts, and what it does with them.
 *
 * It runs in a chain between a client and an agent, started by a conductor. Handlers see version 2. In a chain of
 * version 2 all other messages pass unchanged; in one of version 1 they are converted as for an agent and a client,
 * unless the proxy has no handler at all. One proxy serves any number of connections, over any channel.
 */
import type { Channel, CloseReason } from '@acp-stack/rpc';
import type { Implementation } from '@acp-stack/schema/v2/unstable';

import type { ConnectionOptions, CustomParser } from '../connection/connection.ts';
import { startInProcess, type ProxyComponent, type StartOptions } from '../component/component.ts';
import type { CustomMethod, NotificationFrom, RequestFrom } from '../connection/method-types.ts';
import type { ProxyEnvelope } from './envelope.ts';
import {
  createInterceptor,
  namesOf,
  type CustomProxyHandler,
  type Interceptor,
  type ProxyContext,
  type ProxyNotificationHandler,
  type ProxyRequestContext,
  type ProxyRequestHandler,
} from './interceptors.ts';
import { withAdded, type ProxyInterceptors } from './added-interceptors.ts';
import { ProxyConnection } from './proxy-connection.ts';

/** How a proxy talks to its conductor. */
export interface ProxyOptions {
  /**
   * How messages to the successor are wrapped; when absent, the first request of the conductor decides.
   */
  readonly envelope?: ProxyEnvelope;
  /** Whether a chain may pass the proxy by once it has failed; only for proxies that protect nothing. */
  readonly mayBypass?: boolean;
  /**
   * Methods that the proxy answers itself where an agent of version 1 cannot; a client of version 1 is told that it may
   * call them. Handlers see `session/load` as `session/resume` with `replayFrom`, and the agent must be able to resume.
   */
  readonly adds?: readonly ('session/load' | 'session/list')[];
  /** Whether the proxy translates: the client and the agent may speak different versions. */
  readonly translates?: boolean;
}

/** Creates a proxy. */
export function proxy(info: Implementation, options: ProxyOptions = {}): AcpProxy {
  return new AcpProxy(info, options);
}

type Interceptors = Map<string, Interceptor>;

/** A proxy between a client and an agent: messages that have an interceptor can be read and changed, others pass. */
export class AcpProxy implements ProxyComponent {
  /** The role in a chain. */
  readonly role = 'proxy';
  readonly #info: Implementation;
  readonly #options: ProxyOptions;
  readonly #fromClient = { request: new Map() as Interceptors, notification: new Map() as Interceptors };
  readonly #fromAgent = { request: new Map() as Interceptors, notification: new Map() as Interceptors };
  readonly #added: ProxyInterceptors[] = [];
  #otherAgentRequest: Interceptor | undefined;

  constructor(info: Implementation, options: ProxyOptions) {
    this.#info = info;
    this.#options = options;
  }

  /** The name of the proxy. */
  get name(): string {
    return this.#info.name;
  }

  /** Whether a chain may pass the proxy by once it has failed. */
  get mayBypass(): boolean {
    return this.#options.mayBypass ?? false;
  }

  /** Registers the interceptor of a request of the client, which may be `initialize`. */
  onClientRequest<K extends RequestFrom<'client'>>(method: K, handler: ProxyRequestHandler<K>): this;
  /** Registers the interceptor of a custom request of the client, whose params are read by `parse`. */
  onClientRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyRequestContext>,
  ): this;
  onClientRequest(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromClient.request, method, rest);
  }

  /** Registers the interceptor of a notification of the client. */
  onClientNotification<K extends NotificationFrom<'client'>>(method: K, handler: ProxyNotificationHandler<K>): this;
  /** Registers the interceptor of a custom notification of the client, whose params are read by `parse`. */
  onClientNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyContext>,
  ): this;
  onClientNotification(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromClient.notification, method, rest);
  }

  /** Registers the interceptor of a request of the agent. */
  onAgentRequest<K extends RequestFrom<'agent'>>(method: K, handler: ProxyRequestHandler<K>): this;
  /** Registers the interceptor of a custom request of the agent, whose params are read by `parse`. */
  onAgentRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyRequestContext>,
  ): this;
  onAgentRequest(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromAgent.request, method, rest);
  }

  /** Registers the interceptor of a notification of the agent. */
  onAgentNotification<K extends NotificationFrom<'agent'>>(method: K, handler: ProxyNotificationHandler<K>): this;
  /** Registers the interceptor of a custom notification of the agent, whose params are read by `parse`. */
  onAgentNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: CustomProxyHandler<T, ProxyContext>,
  ): this;
  onAgentNotification(method: string, ...rest: readonly unknown[]): this {
    return this.#register(this.#fromAgent.notification, method, rest);
  }

  /**
   * Registers the interceptor of requests of the agent that the protocol does not define and that have no interceptor
   * of their own; `method` of the context is their name. Only for proxies that must not let anything pass unseen.
   */
  onOtherAgentRequest(handler: CustomProxyHandler<unknown, ProxyRequestContext>): this {
    if (this.#otherAgentRequest !== undefined) throw new Error('Other requests of the agent already have a handler.');
    const run = handler as Interceptor['run'];
    this.#otherAgentRequest = { parse: (params) => params, checkResult: (result) => result, run };
    return this;
  }

  /** Adds interceptors between those of the program and the agent; there may be several for one method. */
  use(interceptors: ProxyInterceptors): this {
    this.#added.push(interceptors);
    return this;
  }

  /** Serves one connection to a conductor; returns at once. */
  connect(channel: Channel, options: ConnectionOptions = {}): ProxyConnection {
    const init = {
      info: this.#info,
      envelope: this.#options.envelope,
      versions: this.#options,
      fromClient: {
        request: withAdded(this.#fromClient.request, this.#addedTo('clientRequests'), 'client'),
        notification: withAdded(this.#fromClient.notification, this.#addedTo('clientNotifications'), 'client'),
      },
      fromAgent: {
        request: withAdded(this.#fromAgent.request, this.#addedTo('agentRequests'), 'agent'),
        notification: withAdded(this.#fromAgent.notification, this.#addedTo('agentNotifications'), 'agent'),
        otherRequest: this.#otherAgentRequest,
      },
    };
    return new ProxyConnection(channel, init, options);
  }

  /** Serves one connection to a conductor; resolves when it has ended. */
  serve(channel: Channel, options?: ConnectionOptions): Promise<CloseReason> {
    return this.connect(channel, options).closed;
  }

  /** Serves one connection in this process; returns the conductor's end of it. */
  start(options?: StartOptions): Channel {
    return startInProcess((channel) => this.connect(channel), options);
  }

  #addedTo(part: keyof ProxyInterceptors): readonly (Readonly<Record<string, unknown>> | undefined)[] {
    return this.#added.map((each) => each[part] as Readonly<Record<string, unknown>> | undefined);
  }

  #register(interceptors: Interceptors, method: string, rest: readonly unknown[]): this {
    const interceptor = createInterceptor(method, rest);
    for (const name of namesOf(method)) {
      if (interceptors.has(name)) throw new Error(`${name} already has a handler.`);
      interceptors.set(name, interceptor);
    }
    return this;
  }
}
