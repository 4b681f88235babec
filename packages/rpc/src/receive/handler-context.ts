/** What handlers are given while they run, unless the peer was given factories of its own. */
import type { Notification, RequestId } from '../message/message.ts';
import type { NestedOptions, NotificationContext, RequestContext } from './handler.ts';
import type { IncomingRequest } from './incoming-request.ts';

/** A call that names the message whose handler makes it. */
interface NestedCallOptions extends NestedOptions {
  readonly within: Notification | IncomingRequest;
}

/** What the peer does for its handlers. */
export interface Caller {
  request(method: string, params: unknown, options: NestedCallOptions): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
}

export class NotificationHandlerContext implements NotificationContext {
  readonly #message: Notification;
  readonly #caller: Caller;

  constructor(message: Notification, caller: Caller) {
    this.#message = message;
    this.#caller = caller;
  }

  get method(): string {
    return this.#message.method;
  }

  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown> {
    return this.#caller.request(method, params, { ...options, within: this.#message });
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
    return this.#caller.request(method, params, { ...options, within: this.#incoming });
  }

  notify(method: string, params?: unknown): Promise<void> {
    return this.#caller.notify(method, params);
  }

  afterResponse(work: () => void): void {
    this.#incoming.afterResponse(work);
  }
}
