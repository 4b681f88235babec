/**
 * What a peer is made of, put together.
 *
 * The parts reach each other through this one object: with a function for each thing that one may ask of another, an idle connection would be mostly
 * made of functions, and programs keep thousands of them.
 */
import type { Channel, Receiver } from '../channel/channel.ts';
import type { ChannelProblem } from '../channel/channel-problem.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { Dispatcher, type DispatcherOptions } from '../receive/dispatcher.ts';
import type { ConnectionError } from '../message/errors.ts';
import type { Handler } from '../receive/handler.ts';
import { HandlerRunner, type HandlerRunnerOptions } from '../receive/handler-runner.ts';
import { RequestHandlerContext, type Caller, type NestedCall } from '../receive/handler-context.ts';
import { IncomingQueue, type IncomingQueueOptions } from '../receive/incoming-queue.ts';
import type { IncomingRequest } from '../receive/incoming-request.ts';
import { IncomingRequests, type IncomingRequestsOptions } from '../receive/incoming-requests.ts';
import { OrderedQueues, type OrderKey } from '../order/ordered-queues.ts';
import { Lifetime } from './lifetime.ts';
import { defaultLimits, type Limits } from '../message/limits.ts';
import type { RequestId } from '../message/message.ts';
import { MessageSender } from '../send/message-sender.ts';
import { OutgoingCalls, type CallOptions, type OutgoingCallsOptions } from '../send/outgoing-calls.ts';
import type { PeerOptions } from './peer-options.ts';
import type { Within } from '../send/pending-requests.ts';
import { BackPressure } from '../order/back-pressure.ts';
import type { PeerReport } from '../observe/peer-report.ts';
import type { MessageTaps } from '../observe/message-taps.ts';

const defaultPatience = 250;
/** Milliseconds that handlers have to finish once a side has ended. */
export const defaultDrainTime = 5000;
const ready: Promise<void> = Promise.resolve();
const ignore = (): void => undefined;

type Wiring = OutgoingCallsOptions &
  IncomingRequestsOptions &
  HandlerRunnerOptions &
  DispatcherOptions &
  IncomingQueueOptions;

export class PeerParts implements Wiring, Caller, Receiver {
  readonly channel: Channel;
  readonly options: PeerOptions;
  readonly limits: Limits;
  readonly clock: Clock;
  /** There once somebody observes the connection. */
  taps: MessageTaps | undefined;
  readonly reading: BackPressure;
  readonly lanes: OrderedQueues;
  readonly outbox: MessageSender;
  readonly calls: OutgoingCalls;
  readonly requests: IncomingRequests;
  readonly runner: HandlerRunner;
  readonly dispatcher: Dispatcher;
  readonly inbox: IncomingQueue;
  readonly life: Lifetime;

  constructor(channel: Channel, options: PeerOptions) {
    this.channel = channel;
    this.options = options;
    this.limits = options.limits === undefined ? defaultLimits : { ...defaultLimits, ...options.limits };
    this.clock = options.clock ?? systemClock;
    this.reading = new BackPressure(this);
    this.lanes = new OrderedQueues(this);
    this.outbox = new MessageSender(this);
    this.calls = new OutgoingCalls(this);
    this.requests = new IncomingRequests(this);
    this.runner = new HandlerRunner(this);
    this.dispatcher = new Dispatcher(this, options);
    this.inbox = new IncomingQueue(this);
    this.life = new Lifetime(this);
  }

  get cancelMethod(): string {
    return this.options.cancelMethod ?? '$/cancel_request';
  }

  get patience(): number {
    return this.options.patience ?? defaultPatience;
  }

  get drainTime(): number {
    return this.options.drainTime ?? defaultDrainTime;
  }

  orderKeyOf(method: string, params: unknown): OrderKey {
    return this.options.orderKey?.(method, params);
  }

  handlerOf(method: string, kind: Handler['kind'], params: unknown): Handler | undefined {
    return this.options.handlers(method, kind, params);
  }

  /** A hook that fails loses the report, not the connection. */
  report(report: PeerReport): void {
    try {
      this.options.onReport?.(report);
    } catch {
      // There is nobody left to tell.
    }
  }

  // -------------------------------------------------------------------------------------------- what arrives

  receive(message: unknown, text?: string): void {
    this.taps?.show('in', message, text);
    this.inbox.push(message, text);
  }

  reject(problem: ChannelProblem): void {
    this.dispatcher.reject(problem);
  }

  ended(error?: Error): void {
    this.inbox.end(() => {
      this.life.otherEnded(error);
    });
  }

  dispatch(message: unknown, text: string | undefined): boolean {
    return !this.life.isClosed && this.dispatcher.dispatch(message, text);
  }

  onFull(isFull: boolean): void {
    this.reading.pauseFor('inbox', isFull);
  }

  context(incoming: IncomingRequest): RequestHandlerContext {
    return new RequestHandlerContext(incoming, this);
  }

  // -------------------------------------------------------------------------------------------- what goes out

  call(method: string, params: unknown, options: CallOptions, within: Within): Promise<unknown> {
    const promise = this.calls.call(method, params, options, within);
    // A caller that never looks must not take the program down when the connection ends.
    promise.catch(ignore);
    return promise;
  }

  /** A call on behalf of something that is being handled. */
  nested(within: Within, incoming: unknown, { method, params, options = {} }: NestedCall): Promise<unknown> {
    const { propagate } = this.options;
    return this.call(method, propagate === undefined ? params : propagate(incoming, params), options, within);
  }

  /** Resolves when more can be sent. */
  notify(method: string, params: unknown): Promise<void> {
    try {
      const message = params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
      return this.outbox.send(message) ? ready : this.reading.drained();
    } catch (error) {
      const failed = Promise.reject<void>(error);
      failed.catch(ignore);
      return failed;
    }
  }

  cancel(requestId: RequestId): void {
    if (!this.life.isClosed) void this.notify(this.cancelMethod, { requestId });
  }

  closing(): ConnectionError | undefined {
    return this.life.closing();
  }

  onCallInLane(): void {
    // The handler has not returned yet: what arrives now would come before its promise holds the lane.
    queueMicrotask(() => {
      this.reading.weigh();
    });
  }
}
