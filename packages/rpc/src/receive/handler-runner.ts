/**
 * Brings requests and notifications to their handlers, in the order that their lanes promise.
 *
 * While nothing is held anywhere a handler runs at once, so that most messages never meet a lane. It is always known which handler's
 * synchronous part runs: a call that it makes directly is a call from inside a handler.
 */
import type { BatchResponse } from './batch-response.ts';
import type { Clock } from '../platform/clock.ts';
import { isThenable, type Handler, type NotificationHandler } from './handler.ts';
import { NotificationHandlerContext, type Caller } from './handler-context.ts';
import { cancelled, type IncomingRequests } from './incoming-requests.ts';
import type { OrderedItem, OrderKey, OrderedQueues } from '../order/ordered-queues.ts';
import type { Notification, Request, RequestId } from '../message/message.ts';
import type { OutgoingCalls } from '../send/outgoing-calls.ts';
import type { Within } from '../send/pending-requests.ts';
import { longPatience } from '../order/back-pressure.ts';
import type { PeerReport } from '../observe/peer-report.ts';

export interface HandlerRunnerOptions extends Caller {
  readonly cancelMethod: string;
  readonly lanes: OrderedQueues;
  readonly requests: IncomingRequests;
  readonly calls: Pick<OutgoingCalls, 'mayHold'>;
  readonly clock: Clock;
  readonly patience: number;
  handlerOf(method: string, kind: Handler['kind'], params: unknown): Handler | undefined;
  orderKeyOf(method: string, params: unknown): OrderKey;
  report(report: PeerReport): void;
}

export class HandlerRunner {
  readonly #options: HandlerRunnerOptions;
  #current: Within;

  constructor(options: HandlerRunnerOptions) {
    this.#options = options;
  }

  /** What is being handled right now, synchronously. */
  get current(): Within {
    return this.#current;
  }

  /** Takes a notification; `bytes` is what it counts while it is not handled. */
  notification({ method, params }: Notification, bytes: number): void {
    const { lanes } = this.#options;
    if (
      method === this.#options.cancelMethod &&
      typeof params === 'object' &&
      params !== null &&
      'requestId' in params
    ) {
      this.#options.requests.cancel(params.requestId as RequestId);
      return;
    }
    const handler = this.#options.handlerOf(method, 'notification', params);
    if (handler?.kind !== 'notification') {
      this.#options.report({ kind: 'unknown-notification', method });
      return;
    }
    if (lanes.isIdle) {
      const result = this.#run(handler, method, params);
      if (result === undefined) return;
      lanes.enter(this.#options.orderKeyOf(method, params), { kind: 'notification', bytes, start: () => result });
      return;
    }
    const lane = this.#options.orderKeyOf(method, params);
    if (handler.overtakes === true) {
      lanes.cancelWaiting(lane);
      this.#run(handler, method, params);
      return;
    }
    lanes.enter(lane, { kind: 'notification', bytes, start: () => this.#run(handler, method, params) });
  }

  /** Takes a request; its answer goes to `batch` when it came in one. */
  request(message: Request, bytes: number, batch: BatchResponse | undefined): void {
    const { lanes, requests } = this.#options;
    const found = this.#options.handlerOf(message.method, 'request', message.params);
    const handler = found?.kind === 'request' ? found : undefined;
    const incoming = requests.admit(message, handler, batch);
    if (incoming === undefined || handler === undefined) return;
    const start = (): undefined => {
      const before = this.#current;
      this.#current = incoming;
      requests.run(handler, incoming);
      this.#current = before;
    };
    if (lanes.isIdle) {
      start();
      return;
    }
    const cancel = (): void => {
      incoming.abort(cancelled());
    };
    const lane = this.#options.orderKeyOf(message.method, message.params);
    const item: OrderedItem = { kind: 'request', bytes, start, cancel };
    const isHeld = lanes.holder(lane) !== undefined;
    lanes.enter(lane, item);
    if (isHeld) this.#startEventually(lane, item, 1);
  }

  /** What holds the lane may itself wait for the other side, and that for the answer to this very request. */
  #startEventually(lane: OrderKey, item: OrderedItem, patiences: number): void {
    const { lanes, requests, calls, clock, patience } = this.#options;
    clock.schedule(patience * patiences, () => {
      if (requests.size === 0 || !lanes.isWaiting(lane, item)) return;
      const isLong = patiences >= longPatience;
      if (!calls.mayHold(lane, isLong)) this.#startEventually(lane, item, isLong ? patiences : 2 * patiences);
      else if (lanes.leave(lane, item)) item.start();
    });
  }

  /** Runs the handler; a promise when it has not finished. Never throws, and the promise never rejects. */
  #run(handler: NotificationHandler, method: string, params: unknown): PromiseLike<unknown> | undefined {
    const before = this.#current;
    this.#current = 'notification';
    try {
      const checked = handler.parse === undefined ? params : handler.parse(params);
      const result = handler.run(checked as never, new NotificationHandlerContext(method, params, this.#options));
      if (!isThenable(result)) return undefined;
      return result.then(undefined, (error: unknown) => {
        this.#options.report({ kind: 'handler-failed', method, error });
      });
    } catch (error) {
      this.#options.report({ kind: 'handler-failed', method, error });
      return undefined;
    } finally {
      this.#current = before;
    }
  }
}
