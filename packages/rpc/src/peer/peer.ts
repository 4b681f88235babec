/**
 * One side of a JSON-RPC 2.0 connection.
 *
 * A message that arrives goes through `IncomingQueue`, `Dispatcher` and `HandlerRunner` to its handler, or to the call
 * that waits for it in `OutgoingCalls`; a message that is sent leaves through `MessageSender`. `OrderedQueues` keep the
 * order, `BackPressure` pauses reading, and `Lifetime` settles everything at the end. No step in between awaits.
 */
import type { ChannelProblem } from '../channel/channel-problem.ts';
import type { Channel, Receiver } from '../channel/channel.ts';
import { defaultLimits } from '../message/limits.ts';
import type { Notification } from '../message/message.ts';
import { MessageTaps, type TappedMessage } from '../observe/message-taps.ts';
import { BackPressure } from '../order/back-pressure.ts';
import { OrderedQueues, type OrderKey } from '../order/ordered-queues.ts';
import { systemClock } from '../platform/clock.ts';
import { Dispatcher, type MessageRules } from '../receive/dispatcher.ts';
import type { Caller } from '../receive/handler-context.ts';
import { HandlerRunner } from '../receive/handler-runner.ts';
import { IncomingQueue } from '../receive/incoming-queue.ts';
import { IncomingRequest } from '../receive/incoming-request.ts';
import { IncomingRequests } from '../receive/incoming-requests.ts';
import { MessageSender } from '../send/message-sender.ts';
import { OutgoingCalls, type CallOptions } from '../send/outgoing-calls.ts';
import { PendingRequests } from '../send/pending-requests.ts';
import { ConnectionState, type CloseReason } from './connection-state.ts';
import { Lifetime } from './lifetime.ts';
import type { PeerOptions } from './peer-options.ts';

/** How one call of a peer is made. */
export interface RequestOptions extends CallOptions {
  /**
   * The message whose handler makes the call, as `notificationContext` and `requestContext` got it. The response does
   * not wait for handlers, and the call is cancelled with the request.
   */
  readonly within?: Notification | IncomingRequest;
}

/** Milliseconds that handlers have to finish once a side has ended. */
const defaultDrainTime = 5000;
const ready: Promise<void> = Promise.resolve();
const ignore = (): void => undefined;

/**
 * One side of a JSON-RPC 2.0 connection: calls the other side, and handles its messages with your handlers, in order.
 */
export class Peer implements Receiver, Caller {
  readonly #options: PeerOptions;
  readonly #state = new ConnectionState();
  readonly #queues: OrderedQueues;
  readonly #sender: MessageSender;
  readonly #calls: OutgoingCalls;
  readonly #backPressure: BackPressure;
  readonly #runner: HandlerRunner;
  readonly #dispatcher: Dispatcher;
  readonly #incoming: IncomingQueue;
  readonly #lifetime: Lifetime;
  /** Made when the connection is first tapped. */
  #taps: MessageTaps | undefined;

  constructor(channel: Channel, options: PeerOptions) {
    const limits = options.limits === undefined ? defaultLimits : { ...defaultLimits, ...options.limits };
    const clock = options.clock ?? systemClock;
    const state = this.#state;
    const pending = new PendingRequests();
    const queues = new OrderedQueues(pending);
    const sender = new MessageSender({ channel, limits, state, connection: this });
    const requests = new IncomingRequests({ limits, sender, reporting: options });
    const calls = new OutgoingCalls({ rules: options, limits, clock, sender, pending, queues, requests, state });
    const runner = new HandlerRunner({ rules: options, queues, requests, caller: this });
    this.#options = options;
    this.#queues = queues;
    this.#sender = sender;
    this.#calls = calls;
    this.#runner = runner;
    this.#backPressure = new BackPressure({ channel, limit: limits.unhandledBytes, queues, calls });
    this.#dispatcher = new Dispatcher({ runner, calls, requests, rules: options });
    this.#incoming = new IncomingQueue(this.#dispatcher, this.#backPressure);
    this.#lifetime = new Lifetime({ channel, clock, state, incoming: this.#incoming, calls, requests });
    channel.open(this);
  }

  /** Resolves once, when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#state.closed;
  }

  /** Changes what a negotiated version allows. */
  configure(rules: MessageRules): void {
    this.#dispatcher.configure(rules);
  }

  /** Shows every message of both directions to `observer`, until the returned object is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable {
    if (this.#taps === undefined) {
      this.#taps = new MessageTaps(this.#options.clock ?? systemClock, this.#options);
      this.#sender.tap(this.#taps);
    }
    return this.#taps.add(observer);
  }

  /** Calls the other side; rejects with the `RpcError` that it sent, an `AbortError`, or a `ConnectionError`. */
  request(method: string, params?: unknown, options: RequestOptions = {}): Promise<unknown> {
    const within = options.within ?? this.#runner.current;
    const { propagate } = this.#options;
    const sent = within === undefined || propagate === undefined ? params : propagate(within.params, params);
    const parent = within === undefined || within instanceof IncomingRequest ? within : 'notification';
    const promise = this.#calls.call(method, sent, options, parent);
    // A call that is not awaited must not end the program when the connection ends.
    promise.catch(ignore);
    return promise;
  }

  /** Sends a notification; resolves when more can be sent. */
  notify(method: string, params?: unknown): Promise<void> {
    try {
      const message = params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
      return this.#sender.send(message) ? ready : this.#backPressure.drained();
    } catch (error) {
      const failed = Promise.reject<void>(error);
      failed.catch(ignore);
      return failed;
    }
  }

  /** Resolves when everything that has arrived with this order key is handled; also after the connection has ended. */
  handled(key: OrderKey): Promise<void> {
    return new Promise((resolve) => {
      const start = (): undefined => {
        resolve();
      };
      this.#queues.enter(key, { kind: 'response', bytes: 0, start });
    });
  }

  /**
   * Ends the connection: running handlers finish, sent messages are flushed, the other side is told, and calls that
   * still wait for it get their response or are rejected after `grace` milliseconds.
   */
  close({ grace = defaultDrainTime }: { readonly grace?: number } = {}): Promise<void> {
    return this.#lifetime.close(grace);
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    this.#lifetime.destroy(error);
  }

  /** Takes a message from the channel. */
  receive(message: unknown, text?: string): void {
    this.#taps?.show('in', message, text);
    this.#incoming.push(message, text);
  }

  /** Takes input from the channel that is not a message. */
  reject(problem: ChannelProblem): void {
    this.#dispatcher.reject(problem);
  }

  /** Takes the end of the channel. */
  ended(error?: Error): void {
    this.#incoming.end(() => {
      this.#lifetime.peerEnded(error, this.#options.drainTime ?? defaultDrainTime);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
