/** What the handlers of a connection are given; classes, because one is made for every message. */
import type { NestedOptions, NotificationContext, RequestContext, RequestId } from '@acp-stack/rpc';

import { bindMethods } from '../shared/bound-methods.ts';
import type { Connection, NotificationHandlerContext, RequestHandlerContext } from './connection.ts';
import type { CustomMethod, Params, ReceivedResult, RequestFrom, Side } from './method-types.ts';

export class HandledNotification<S extends Side> implements NotificationHandlerContext<S> {
  static {
    bindMethods(this);
  }

  readonly connection: Connection<S>;
  readonly #context: NotificationContext;

  constructor(connection: Connection<S>, context: NotificationContext) {
    this.connection = connection;
    this.#context = context;
  }

  request<K extends RequestFrom<S>>(method: K, params: Params<K>, options?: NestedOptions): Promise<ReceivedResult<K>>;
  request(method: CustomMethod, params?: unknown, options?: NestedOptions): Promise<unknown>;
  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.connection.callWithin(this.#context, method, params, options);
  }
}

export class HandledRequest<S extends Side> implements RequestHandlerContext<S> {
  static {
    bindMethods(this);
  }

  readonly connection: Connection<S>;
  readonly #context: RequestContext;

  constructor(connection: Connection<S>, context: RequestContext) {
    this.connection = connection;
    this.#context = context;
  }

  get id(): RequestId {
    return this.#context.id;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  request<K extends RequestFrom<S>>(method: K, params: Params<K>, options?: NestedOptions): Promise<ReceivedResult<K>>;
  request(method: CustomMethod, params?: unknown, options?: NestedOptions): Promise<unknown>;
  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.connection.callWithin(this.#context, method, params, options);
  }

  afterResponse(work: () => void): void {
    this.#context.afterResponse(work);
  }
}
