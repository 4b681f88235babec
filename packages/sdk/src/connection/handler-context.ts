/** What the handlers of a connection are given. Classes, because one is made for every message. */
import type { NestedOptions, NotificationContext, RequestContext, RequestId } from '@acp-stack/rpc';

import { bindMethods } from '../shared/bound-methods.ts';

/** A connection, as far as its handlers make calls on it. */
export interface NestedCaller {
  callWithin(context: NotificationContext, method: string, params: unknown, options?: NestedOptions): Promise<unknown>;
}

/** The context of a notification's handler; `C` is the connection that the notification came over. */
export class NotificationHandling<C extends NestedCaller> {
  static {
    bindMethods(this);
  }

  readonly connection: C;
  readonly #context: NotificationContext;

  constructor(connection: C, context: NotificationContext) {
    this.connection = connection;
    this.#context = context;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.connection.callWithin(this.#context, method, params, options);
  }
}

/** The context of a request's handler; `C` is the connection that the request came over. */
export class RequestHandling<C extends NestedCaller> {
  static {
    bindMethods(this);
  }

  readonly connection: C;
  readonly #context: RequestContext;

  constructor(connection: C, context: RequestContext) {
    this.connection = connection;
    this.#context = context;
  }

  get id(): RequestId {
    return this.#context.id;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.connection.callWithin(this.#context, method, params, options);
  }

  afterResponse(work: () => void): void {
    this.#context.afterResponse(work);
  }
}
