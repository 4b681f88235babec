/**
 * One side of a JSON-RPC 2.0 connection.
 *
 * Messages are dispatched in arrival order, synchronously, by one look into a map. Here the parts are put together: what arrives goes
 * through `Inbox` and `Dispatcher` to the handlers, what goes out leaves through `Outbox`, `OutgoingCalls` wait for answers,
 * `IncomingRequests` for ours, `Lanes` keep the order, and `Lifetime` settles everything at the end.
 */
import type { Channel } from './channel.ts';
import { systemClock } from './clock.ts';
import { Dispatcher } from './dispatcher.ts';
import { HandlerRunner } from './handler-runner.ts';
import { HandlingRequest, type Caller, type NestedCall } from './handling.ts';
import { Inbox } from './inbox.ts';
import { IncomingRequests } from './incoming-requests.ts';
import { Lanes, type LaneKey } from './lanes.ts';
import { Lifetime, type CloseReason } from './lifetime.ts';
import { defaultLimits } from './limits.ts';
import { Outbox } from './outbox.ts';
import { OutgoingCalls, type CallOptions } from './outgoing-calls.ts';
import type { PeerOptions } from './peer-options.ts';
import type { Within } from './pending-requests.ts';
import { Reading } from './reading.ts';
import { reporter } from './report.ts';
import { Taps, type TappedMessage } from './taps.ts';
import { nextTurn } from './turn.ts';

const defaultPatience = 250;
const defaultDrainTime = 5000;
const ready: Promise<void> = Promise.resolve();
const ignore = (): void => undefined;
const noLane = (): undefined => undefined;

/** One side of a JSON-RPC 2.0 connection: calls the other side, and answers it with your handlers, in order. */
export class Peer {
  readonly #channel: Channel;
  readonly #cancelMethod: string;
  readonly #propagate: PeerOptions['propagate'];
  readonly #taps: Taps;
  readonly #lanes: Lanes;
  readonly #outbox: Outbox;
  readonly #calls: OutgoingCalls;
  readonly #handlers: HandlerRunner;
  readonly #dispatcher: Dispatcher;
  readonly #life: Lifetime;

  constructor(channel: Channel, options: PeerOptions) {
    const { lane: laneOf = noLane, clock = systemClock, patience = defaultPatience } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const report = reporter(options.onReport);
    const reading = new Reading(channel, limits.unhandledBytes, () => this.#calls);
    this.#channel = channel;
    this.#cancelMethod = options.cancelMethod ?? '$/cancel_request';
    this.#propagate = options.propagate;
    this.#taps = new Taps(clock, report);
    this.#lanes = new Lanes(nextTurn, (bytes) => {
      reading.weigh(bytes);
    });
    this.#outbox = new Outbox({
      channel,
      taps: this.#taps,
      limit: limits.unsentBytes,
      ended: () => this.#life.ended(),
      overflow: (error) => {
        this.#life.destroy(error);
      },
    });
    this.#calls = new OutgoingCalls({
      limits,
      lanes: this.#lanes,
      clock,
      patience,
      report,
      laneOf,
      outbox: this.#outbox,
      cancel: (requestId) => {
        if (!this.#life.isClosed) void this.notify(this.#cancelMethod, { requestId });
      },
      closed: () => this.#life.closing(),
      onCallInLane: () => {
        // The handler has not returned yet: what arrives now would come before its promise holds the lane.
        queueMicrotask(() => {
          reading.weigh();
        });
      },
    });
    const caller: Caller = {
      nested: (within, incoming, call) => this.#nested(within, incoming, call),
      notify: (method, params) => this.notify(method, params),
    };
    const requests = new IncomingRequests({
      limit: limits.incomingRequests,
      report,
      send: (message) => this.#outbox.answer(message),
      context: (incoming) => new HandlingRequest(incoming, caller),
    });
    this.#handlers = new HandlerRunner({
      handlers: options.handlers,
      laneOf,
      cancelMethod: this.#cancelMethod,
      lanes: this.#lanes,
      requests,
      caller,
      report,
    });
    this.#dispatcher = new Dispatcher({ ...options, handlers: this.#handlers, calls: this.#calls, requests, report });
    const { drainTime = defaultDrainTime } = options;
    this.#life = new Lifetime({ channel, clock, calls: this.#calls, requests, drainTime });
    this.#receive(reading);
  }

  /** Begins to take what arrives. */
  #receive(reading: Reading): void {
    const inbox = new Inbox({
      dispatch: (message, text) => !this.#life.isClosed && this.#dispatcher.dispatch(message, text),
      onFull: (isFull) => {
        reading.pauseFor('inbox', isFull);
      },
    });
    this.#channel.open({
      receive: (message, text) => {
        if (this.#taps.isUsed) this.#taps.show('in', message, text);
        inbox.push(message, text);
      },
      reject: (problem) => {
        this.#dispatcher.reject(problem);
      },
      ended: (error) => {
        inbox.end(() => {
          this.#life.otherEnded(error);
        });
      },
    });
  }

  /** Settles once, when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#life.closed;
  }

  /** Changes what a negotiated version allows. */
  configure(rules: Pick<PeerOptions, 'ids' | 'batches'>): void {
    this.#dispatcher.configure(rules);
  }

  /** Shows every message of both directions to `observer`, until the answer is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable {
    return this.#taps.add(observer);
  }

  /** Calls the other side; rejects with the `RpcError` it answered, an `AbortError`, or a `ConnectionError`. */
  request(method: string, params?: unknown, options: CallOptions = {}): Promise<unknown> {
    const promise = this.#calls.call(method, params, options, this.#handlers.current);
    // A caller that never looks must not take the program down when the connection ends.
    promise.catch(ignore);
    return promise;
  }

  /** Tells the other side something; resolves when more can be sent. */
  notify(method: string, params?: unknown): Promise<void> {
    try {
      const message = params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
      return this.#outbox.send(message) ? ready : this.#channel.drained();
    } catch (error) {
      const failed = Promise.reject<void>(error);
      failed.catch(ignore);
      return failed;
    }
  }

  /** A call on behalf of something that is being handled. */
  #nested(within: Within, incoming: unknown, { method, params, options = {} }: NestedCall): Promise<unknown> {
    const carried = this.#propagate === undefined ? params : this.#propagate(incoming, params);
    const promise = this.#calls.call(method, carried, options, within);
    promise.catch(ignore);
    return promise;
  }

  /** Resolves when everything that has arrived for `lane` is handled; also after the connection has ended. */
  handled(lane: LaneKey): Promise<void> {
    return new Promise((resolve) => {
      const start = (): undefined => {
        resolve();
      };
      this.#lanes.enter(lane, { kind: 'response', bytes: 0, start });
    });
  }

  /**
   * Ends the connection: running handlers finish, what was sent is flushed, the other side is told, and calls that still wait for it
   * are answered or, after `grace` milliseconds, rejected.
   */
  close({ grace = defaultDrainTime }: { readonly grace?: number } = {}): Promise<void> {
    return this.#life.close(grace);
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    this.#life.destroy(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
