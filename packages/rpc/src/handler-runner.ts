/**
 * Brings requests and notifications to their handlers, in the order that their lanes promise.
 *
 * While nothing is held anywhere a handler runs at once, so that most messages never meet a lane. It is always known which handler's
 * synchronous part runs: a call that it makes directly is a call from inside a handler.
 */
import type { BatchReply } from './batch-reply.ts';
import { isThenable, type NotificationHandler } from './handler.ts';
import { HandlingNotification, type Caller } from './handling.ts';
import { cancelled, type IncomingRequests } from './incoming-requests.ts';
import type { LaneKey, Lanes } from './lanes.ts';
import type { Notification, Request, RequestId } from './message.ts';
import type { Within } from './pending-requests.ts';
import type { PeerOptions } from './peer-options.ts';
import type { Report } from './report.ts';

export interface HandlerRunnerOptions {
  readonly handlers: PeerOptions['handlers'];
  readonly laneOf: (method: string, params: unknown) => LaneKey;
  readonly cancelMethod: string;
  readonly lanes: Lanes;
  readonly requests: IncomingRequests;
  readonly caller: Caller;
  readonly report: Report;
}

export class HandlerRunner {
  readonly #options: HandlerRunnerOptions;
  readonly #lanes: Lanes;
  #current: Within;

  constructor(options: HandlerRunnerOptions) {
    this.#options = options;
    this.#lanes = options.lanes;
  }

  /** What is being handled right now, synchronously. */
  get current(): Within {
    return this.#current;
  }

  /** Takes a notification; `bytes` is what it counts while it is not handled. */
  notification({ method, params }: Notification, bytes: number): void {
    const { handlers, laneOf, cancelMethod, requests, report } = this.#options;
    if (method === cancelMethod && typeof params === 'object' && params !== null && 'requestId' in params) {
      requests.cancel(params.requestId as RequestId);
      return;
    }
    const handler = handlers(method, 'notification', params);
    if (handler?.kind !== 'notification') {
      report({ kind: 'unknown-notification', method });
      return;
    }
    if (this.#lanes.isIdle) {
      const result = this.#run(handler, method, params);
      if (result === undefined) return;
      this.#lanes.enter(laneOf(method, params), { kind: 'notification', bytes, start: () => result });
      return;
    }
    const lane = laneOf(method, params);
    if (handler.overtakes === true) {
      this.#lanes.cancelWaiting(lane);
      this.#run(handler, method, params);
      return;
    }
    this.#lanes.enter(lane, { kind: 'notification', bytes, start: () => this.#run(handler, method, params) });
  }

  /** Takes a request; its answer goes to `batch` when it came in one. */
  request(message: Request, bytes: number, batch: BatchReply | undefined): void {
    const { handlers, laneOf, requests } = this.#options;
    const found = handlers(message.method, 'request', message.params);
    const handler = found?.kind === 'request' ? found : undefined;
    const incoming = requests.admit(message, handler, batch);
    if (incoming === undefined || handler === undefined) return;
    const start = (): undefined => {
      const before = this.#current;
      this.#current = incoming;
      requests.run(handler, incoming);
      this.#current = before;
    };
    if (this.#lanes.isIdle) {
      start();
      return;
    }
    const cancel = (): void => {
      incoming.abort(cancelled());
    };
    this.#lanes.enter(laneOf(message.method, message.params), { kind: 'request', bytes, start, cancel });
  }

  /** Runs the handler; a promise when it has not finished. Never throws, and the promise never rejects. */
  #run(handler: NotificationHandler, method: string, params: unknown): PromiseLike<unknown> | undefined {
    const { caller, report } = this.#options;
    const before = this.#current;
    this.#current = 'notification';
    try {
      const checked = handler.parse === undefined ? params : handler.parse(params);
      const result = handler.run(checked as never, new HandlingNotification(method, params, caller));
      if (!isThenable(result)) return undefined;
      return result.then(undefined, (error: unknown) => {
        report({ kind: 'handler-failed', method, error });
      });
    } catch (error) {
      report({ kind: 'handler-failed', method, error });
      return undefined;
    } finally {
      this.#current = before;
    }
  }
}
