/**
 * What handlers are given while they run.
 *
 * Classes, because one of these is made for every message that is handled, and methods on a prototype cost nothing then.
 */
import type { NestedOptions, NotificationContext, RequestContext } from './handler.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { RequestId } from '../message/message.ts';
import type { Within } from '../send/pending-requests.ts';

/** A call that is made while handling something. */
export interface NestedCall {
  readonly method: string;
  readonly params: unknown;
  readonly options: NestedOptions | undefined;
}

/** What the peer does for its handlers. */
export interface Caller {
  nested(within: Within, incoming: unknown, call: NestedCall): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
}

export class NotificationHandlerContext implements NotificationContext {
  readonly method: string;
  readonly #params: unknown;
  readonly #caller: Caller;

  constructor(method: string, params: unknown, caller: Caller) {
    this.method = method;
    this.#params = params;
    this.#caller = caller;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.#caller.nested('notification', this.#params, { method, params, options });
  }

  notify(method: string, params?: unknown): Promise<void> {
    return this.#caller.notify(method, params);
  }
}

export class RequestHandlerContext implements RequestContext {
  readonly #incoming: IncomingRequest;
  readonly #caller: Caller;

  constructor(incoming: IncomingRequest, caller: Caller) {
    this.#incoming = incoming;
    this.#caller = caller;
  }

  get id(): RequestId {
    return this.#incoming.id;
  }

  get method(): string {
    return this.#incoming.method;
  }

  get signal(): AbortSignal {
    return this.#incoming.signal;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.#caller.nested(this.#incoming, this.#incoming.params, { method, params, options });
  }

  notify(method: string, params?: unknown): Promise<void> {
    return this.#caller.notify(method, params);
  }

  afterResponse(work: () => void): void {
    this.#incoming.afterResponse(work);
  }
}
