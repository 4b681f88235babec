/** What the handlers of a connection are given besides the params: one object for each message, made by its peer. */
import type { IncomingRequest, NestedOptions, Notification, RequestId, RequestOptions } from '@acp-stack/rpc';

import { bindMethods } from '../shared/bound-methods.ts';
import type { CustomMethod } from './method-types.ts';

/** The calls of a connection that handlers make. */
export interface NestedCaller {
  request(method: CustomMethod, params?: unknown, options?: RequestOptions): Promise<unknown>;
}

class NotificationHandlerContext {
  static {
    bindMethods(this);
  }

  readonly connection: NestedCaller;
  readonly #message: Notification;

  constructor(connection: NestedCaller, message: Notification) {
    this.connection = connection;
    this.#message = message;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.connection.request(method as CustomMethod, params, { ...options, within: this.#message });
  }
}

class RequestHandlerContext {
  static {
    bindMethods(this);
  }

  readonly connection: NestedCaller;
  readonly #incoming: IncomingRequest;

  constructor(connection: NestedCaller, incoming: IncomingRequest) {
    this.connection = connection;
    this.#incoming = incoming;
  }

  get id(): RequestId {
    return this.#incoming.id;
  }

  get signal(): AbortSignal {
    return this.#incoming.signal;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.connection.request(method as CustomMethod, params, { ...options, within: this.#incoming });
  }

  afterResponse(work: () => void): void {
    this.#incoming.afterResponse(work);
  }
}

/** The options of a peer that make the contexts of its handlers. */
export const handlerContexts = (
  connection: NestedCaller,
): {
  readonly notificationContext: (message: Notification) => unknown;
  readonly requestContext: (incoming: IncomingRequest) => unknown;
} => ({
  notificationContext: (message) => new NotificationHandlerContext(connection, message),
  requestContext: (incoming) => new RequestHandlerContext(connection, incoming),
});
