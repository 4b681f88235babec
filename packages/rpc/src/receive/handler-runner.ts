/**
 * Runs the handlers of requests and notifications, in the order that their order keys promise.
 *
 * While no key is held, a handler runs at once, so that most messages never meet a queue. The runner knows which
 * handler's synchronous part runs: a call that is made there counts as made through the context of that handler.
 */
import type { Notification, Request, RequestId } from '../message/message.ts';
import { sendReport, type Reporting } from '../observe/peer-report.ts';
import type { OrderedQueues, OrderKey } from '../order/ordered-queues.ts';
import { defaultCancelMethod } from '../send/outgoing-calls.ts';
import type { BatchResponse } from './batch-response.ts';
import { NotificationHandlerContext, RequestHandlerContext, type Caller } from './handler-context.ts';
import { isThenable, type Handler, type NotificationHandler } from './handler.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { cancelled, type IncomingRequests } from './incoming-requests.ts';

/** Where handlers come from, and what they are given. */
export interface HandlerRules extends Reporting {
  /** Finds the handler of a message; some methods are both requests and notifications. */
  readonly handlers: (method: string, kind: Handler['kind'], params: unknown) => Handler | undefined;
  /** The order key of a message; undefined if it has none. */
  readonly orderKey?: (method: string, params: unknown) => OrderKey;
  /** The notification that cancels a request; `$/cancel_request` when absent. */
  readonly cancelMethod?: string;
  /** Makes what the handler of this notification is given; a `NotificationContext` when absent. */
  readonly notificationContext?: (message: Notification) => unknown;
  /** Makes what the handler of this request is given; a `RequestContext` when absent. */
  readonly requestContext?: (request: IncomingRequest) => unknown;
}

export interface HandlerRunnerParts {
  readonly rules: HandlerRules;
  readonly queues: OrderedQueues;
  readonly requests: IncomingRequests;
  /** Makes the calls of handlers. */
  readonly caller: Caller;
}

export class HandlerRunner {
  readonly #rules: HandlerRules;
  readonly #queues: OrderedQueues;
  readonly #requests: IncomingRequests;
  readonly #caller: Caller;
  #current: Notification | IncomingRequest | undefined;

  constructor({ rules, queues, requests, caller }: HandlerRunnerParts) {
    this.#rules = rules;
    this.#queues = queues;
    this.#requests = requests;
    this.#caller = caller;
  }

  /** The message whose handler runs right now, synchronously. */
  get current(): Notification | IncomingRequest | undefined {
    return this.#current;
  }

  /** Takes a notification; `bytes` is what it counts while it is not handled. */
  notification(message: Notification, bytes: number): void {
    const { method, params } = message;
    if (method === (this.#rules.cancelMethod ?? defaultCancelMethod) && hasRequestId(params)) {
      this.#requests.cancel(params.requestId);
      return;
    }
    const handler = this.#rules.handlers(method, 'notification', params);
    if (handler?.kind !== 'notification') {
      sendReport(this.#rules, { kind: 'unknown-notification', method });
      return;
    }
    const queues = this.#queues;
    if (queues.isIdle) {
      const number = queues.begin();
      const result = this.#run(handler, message);
      if (result !== undefined) queues.hold(this.#rules.orderKey?.(method, params), number, bytes, result);
      return;
    }
    const key = this.#rules.orderKey?.(method, params);
    if (handler.overtakes === true) {
      queues.cancelWaiting(key);
      this.#run(handler, message);
      return;
    }
    queues.enter(key, { kind: 'notification', bytes, start: () => this.#run(handler, message) });
  }

  /** Takes a request; its response goes to `batch` if it came in one. */
  request(message: Request, bytes: number, batch: BatchResponse | undefined): void {
    const { method, params } = message;
    const found = this.#rules.handlers(method, 'request', params);
    const handler = found?.kind === 'request' ? found : undefined;
    const incoming = this.#requests.admit(message, handler, batch);
    if (incoming === undefined || handler === undefined) return;
    const start = (): undefined => {
      // The connection may have ended while it waited.
      if (!this.#requests.isRunning(incoming)) return;
      const before = this.#current;
      this.#current = incoming;
      const context = this.#rules.requestContext?.(incoming) ?? new RequestHandlerContext(incoming, this.#caller);
      this.#requests.run(handler, incoming, context);
      this.#current = before;
    };
    if (this.#queues.isIdle) {
      start();
      return;
    }
    const cancel = (): void => {
      incoming.abort(cancelled());
    };
    this.#queues.enter(this.#rules.orderKey?.(method, params), { kind: 'request', bytes, start, cancel });
  }

  /** Runs the handler; returns a promise if it has not finished. Never throws, and the promise never rejects. */
  #run(handler: NotificationHandler, message: Notification): PromiseLike<unknown> | undefined {
    const { method, params } = message;
    const before = this.#current;
    this.#current = message;
    try {
      const checked = handler.parse === undefined ? params : handler.parse(params);
      const context =
        this.#rules.notificationContext?.(message) ?? new NotificationHandlerContext(message, this.#caller);
      const result = handler.run(checked as never, context as never);
      if (!isThenable(result)) return undefined;
      return result.then(undefined, (error: unknown) => {
        sendReport(this.#rules, { kind: 'handler-failed', method, error });
      });
    } catch (error) {
      sendReport(this.#rules, { kind: 'handler-failed', method, error });
      return undefined;
    } finally {
      this.#current = before;
    }
  }
}

const hasRequestId = (params: unknown): params is { readonly requestId: RequestId } =>
  typeof params === 'object' && params !== null && 'requestId' in params;
