/**
 * One side of a JSON-RPC 2.0 connection.
 *
 * Messages are dispatched in arrival order, synchronously, by one look into a map. What the order promises is kept by `Lanes`, calls
 * that wait are in `OutgoingCalls`, what the other side asked is in `IncomingRequests`. A bad message gets a precise answer and
 * never ends a healthy connection; the end of the connection settles everything.
 */
import { BatchReply } from './batch-reply.ts';
import type { Channel, ChannelProblem } from './channel.ts';
import { systemClock, type Clock } from './clock.ts';
import { ConnectionError, RpcError, rpcCodes } from './errors.ts';
import { isThenable, type Handler, type NotificationHandler } from './handler.ts';
import { HandlingNotification, HandlingRequest, type Caller, type NestedCall } from './handling.ts';
import { cancelled, IncomingRequests } from './incoming-requests.ts';
import { Inbox } from './inbox.ts';
import { Lanes, type LaneKey } from './lanes.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { classify, type IdRule, type Notification, type Request, type RequestId } from './message.ts';
import { OutgoingCalls, type CallOptions, type Within } from './outgoing-calls.ts';
import { reporter, type Report } from './report.ts';
import { Taps, type TappedMessage } from './taps.ts';
import { nextTurn } from './turn.ts';

export interface PeerOptions {
  /** Finds the handler of a method; some methods are both requests and notifications. */
  readonly handlers: (method: string, kind: Handler['kind']) => Handler | undefined;
  /** Which lane a message belongs to; undefined when to none. */
  readonly lane?: (method: string, params: unknown) => LaneKey;
  readonly limits?: Partial<Limits>;
  readonly ids?: IdRule;
  /** Whether arrays of messages are processed or refused. */
  readonly batches?: 'process' | 'refuse';
  /** The notification that cancels a request. */
  readonly cancelMethod?: string;
  /** Hears what is nobody's answer. */
  readonly onReport?: Report;
  /** Carries what belongs to a request on to the calls made while handling it, for instance a trace. */
  readonly propagate?: (incomingParams: unknown, outgoingParams: unknown) => unknown;
  /** How long an answer waits for a handler that may itself wait for that answer. */
  readonly patience?: number;
  /** How long running handlers may take to finish once the other side has ended. */
  readonly drainTime?: number;
  readonly clock?: Clock;
}

/** How a connection ended. */
export interface CloseReason {
  readonly by: 'us' | 'them';
  readonly error: Error | undefined;
}

type State = { readonly kind: 'open' | 'closing' } | { readonly kind: 'closed'; readonly reason: CloseReason };

/** A message by reference has no length; this stands for it where bytes are counted. */
const nominalBytes = 256;
const defaultPatience = 250;
const defaultDrainTime = 5000;
const ready: Promise<void> = Promise.resolve();
const ignore = (): void => undefined;

export class Peer {
  /** Settles once, when the connection has ended. */
  readonly closed: Promise<CloseReason>;
  readonly #channel: Channel;
  readonly #options: PeerOptions;
  readonly #laneOf: NonNullable<PeerOptions['lane']>;
  readonly #cancelMethod: string;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #report: Report;
  readonly #lanes: Lanes;
  readonly #calls: OutgoingCalls;
  readonly #requests: IncomingRequests;
  readonly #inbox: Inbox;
  readonly #taps: Taps;
  #ids: IdRule;
  #batches: 'process' | 'refuse';
  #state: State = { kind: 'open' };
  /** Why reading is paused. */
  readonly #pauses = new Set<'handlers' | 'inbox'>();
  #settleClosed: (reason: CloseReason) => void = ignore;
  /** The handler whose synchronous part runs right now: calls that it makes directly are calls from inside a handler. */
  #current: Within;
  readonly #caller: Caller = {
    nested: (within, incoming, call) => this.#nested(within, incoming, call),
    notify: (method, params) => this.notify(method, params),
  };

  constructor(channel: Channel, options: PeerOptions) {
    this.#channel = channel;
    this.#options = options;
    this.#laneOf = options.lane ?? (() => undefined);
    this.#cancelMethod = options.cancelMethod ?? '$/cancel_request';
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#clock = options.clock ?? systemClock;
    this.#report = reporter(options.onReport);
    this.#ids = options.ids ?? 'string-or-integer';
    this.#batches = options.batches ?? 'refuse';
    this.#taps = new Taps(this.#clock, this.#report);
    this.#inbox = new Inbox({
      dispatch: (message, text) => {
        this.#dispatch(message, text);
      },
      onFull: (isFull) => {
        this.#pauseFor('inbox', isFull);
      },
    });
    this.#lanes = new Lanes(nextTurn, (bytes) => {
      this.#relieve(bytes);
    });
    this.#calls = this.#createCalls();
    this.#requests = new IncomingRequests({
      limit: this.#limits.incomingRequests,
      report: this.#report,
      send: (message) => this.#transmit(message),
      context: (incoming) => new HandlingRequest(incoming, this.#caller),
    });
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    channel.open({
      receive: (message, text) => {
        if (this.#taps.isUsed) this.#taps.show('in', message, text);
        this.#inbox.push(message, text);
      },
      reject: (problem) => {
        this.#rejectInput(problem);
      },
      ended: (error) => {
        this.#inbox.end(() => {
          this.#ended(error);
        });
      },
    });
  }

  #createCalls(): OutgoingCalls {
    return new OutgoingCalls({
      limits: this.#limits,
      lanes: this.#lanes,
      clock: this.#clock,
      patience: this.#options.patience ?? defaultPatience,
      report: this.#report,
      laneOf: this.#laneOf,
      send: (message) => this.#send(message),
      cancel: (requestId) => {
        if (this.#state.kind !== 'closed') void this.notify(this.#cancelMethod, { requestId });
      },
      closed: () => (this.#state.kind === 'open' ? undefined : closedError(this.#state)),
    });
  }

  /** Changes what a negotiated version allows. */
  configure({ ids, batches }: Pick<PeerOptions, 'ids' | 'batches'>): void {
    this.#ids = ids ?? this.#ids;
    this.#batches = batches ?? this.#batches;
  }

  /** Shows every message of both directions to `observer`, until the answer is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable {
    return this.#taps.add(observer);
  }

  // -------------------------------------------------------------------------------------------- sending

  /** Calls the other side; rejects with the `RpcError` it answered, an `AbortError`, or a `ConnectionError`. */
  request(method: string, params?: unknown, options: CallOptions = {}): Promise<unknown> {
    const promise = this.#calls.call(method, params, options, this.#current);
    // A caller that never looks must not take the program down when the connection ends.
    promise.catch(ignore);
    return promise;
  }

  /** Tells the other side something; resolves when more can be sent. */
  notify(method: string, params?: unknown): Promise<void> {
    try {
      const message = params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
      return this.#send(message) ? ready : this.#channel.drained();
    } catch (error) {
      const failed = Promise.reject<void>(error);
      failed.catch(ignore);
      return failed;
    }
  }

  #send(message: unknown): boolean {
    if (this.#channel.unsentBytes > this.#limits.unsentBytes) {
      const words = `More than ${this.#limits.unsentBytes} bytes wait to be sent; await what you send, or raise the limit.`;
      throw new ConnectionError('limit', words);
    }
    return this.#transmit(message);
  }

  #transmit(message: unknown): boolean {
    if (this.#state.kind === 'closed') throw closedError(this.#state);
    const more = this.#channel.send(message);
    if (this.#taps.isUsed) this.#taps.show('out', message, undefined);
    return more;
  }

  // -------------------------------------------------------------------------------------------- receiving

  #dispatch(message: unknown, text: string | undefined): void {
    if (this.#state.kind === 'closed') return;
    if (Array.isArray(message)) {
      this.#receiveBatch(message);
      return;
    }
    // Most messages by far are notifications; they are told apart without an object for the answer.
    if (isNotification(message)) {
      this.#receiveNotification(message, text?.length ?? nominalBytes);
      return;
    }
    const classified = classify(message, this.#ids);
    switch (classified.kind) {
      case 'notification':
        this.#receiveNotification(classified.message, text?.length ?? nominalBytes);
        return;
      case 'request':
        this.#receiveRequest(classified.message, text?.length ?? nominalBytes, undefined);
        return;
      case 'response':
        if (this.#calls.answer(classified.message)) this.#inbox.yield();
        return;
      case 'invalid':
        this.#report({ kind: 'invalid-message', problem: classified.problem, message });
        if (classified.isAnswer) this.#calls.malformed(classified.id, classified.problem);
        else this.#refuse(classified.id, classified.problem);
        return;
      default:
        classified satisfies never;
    }
  }

  #refuse(id: RequestId, problem: string, batch?: BatchReply): void {
    this.#requests.refuse(id, new RpcError(rpcCodes.invalidRequest, `Invalid request: ${problem}`), batch);
  }

  #rejectInput({ kind, message }: ChannelProblem): void {
    this.#report({ kind: 'invalid-message', problem: message });
    this.#requests.refuse(
      null,
      new RpcError(kind === 'unparsable' ? rpcCodes.parseError : rpcCodes.invalidRequest, message),
    );
  }

  #receiveBatch(batch: readonly unknown[]): void {
    if (this.#batches === 'refuse' || batch.length === 0) {
      const words = batch.length === 0 ? 'a batch is not empty' : 'batches are not used here; send messages one by one';
      this.#report({ kind: 'invalid-message', problem: words });
      this.#refuse(null, words);
      return;
    }
    const reply = new BatchReply((responses) => {
      this.#requests.send(responses, null, 'batch');
    });
    for (const entry of batch) {
      const classified = classify(entry, this.#ids);
      if (classified.kind === 'notification') this.#receiveNotification(classified.message, nominalBytes);
      else if (classified.kind === 'response') this.#calls.answer(classified.message);
      else {
        reply.expect();
        if (classified.kind === 'request') this.#receiveRequest(classified.message, nominalBytes, reply);
        else this.#refuse(classified.id, classified.problem, reply);
      }
    }
    reply.seal();
  }

  #receiveNotification({ method, params }: Notification, bytes: number): void {
    if (method === this.#cancelMethod && typeof params === 'object' && params !== null && 'requestId' in params) {
      this.#requests.cancel(params.requestId as RequestId);
      return;
    }
    const handler = this.#options.handlers(method, 'notification');
    if (handler?.kind !== 'notification') {
      this.#report({ kind: 'unknown-notification', method });
      return;
    }
    if (this.#lanes.isIdle) {
      const result = this.#runNotification(handler, method, params);
      if (result === undefined) return;
      this.#lanes.enter(this.#laneOf(method, params), { kind: 'notification', bytes, start: () => result });
      return;
    }
    const lane = this.#laneOf(method, params);
    if (handler.overtakes === true) {
      this.#lanes.cancelWaiting(lane);
      this.#runNotification(handler, method, params);
      return;
    }
    this.#lanes.enter(lane, {
      kind: 'notification',
      bytes,
      start: () => this.#runNotification(handler, method, params),
    });
  }

  /** Runs the handler; a promise when it has not finished. Never throws, and the promise never rejects. */
  #runNotification(handler: NotificationHandler, method: string, params: unknown): PromiseLike<unknown> | undefined {
    const before = this.#current;
    this.#current = 'notification';
    try {
      const checked = handler.parse === undefined ? params : handler.parse(params);
      const result = handler.run(checked as never, new HandlingNotification(method, params, this.#caller));
      if (!isThenable(result)) return undefined;
      return result.then(undefined, (error: unknown) => {
        this.#report({ kind: 'handler-failed', method, error });
      });
    } catch (error) {
      this.#report({ kind: 'handler-failed', method, error });
      return undefined;
    } finally {
      this.#current = before;
    }
  }

  #receiveRequest(message: Request, bytes: number, batch: BatchReply | undefined): void {
    const found = this.#options.handlers(message.method, 'request');
    const handler = found?.kind === 'request' ? found : undefined;
    const incoming = this.#requests.admit(message, handler, batch);
    if (incoming === undefined || handler === undefined) return;
    const start = (): undefined => {
      const before = this.#current;
      this.#current = incoming;
      this.#requests.run(handler, incoming);
      this.#current = before;
    };
    if (this.#lanes.isIdle) {
      start();
      return;
    }
    const cancel = (): void => {
      incoming.abort(cancelled());
    };
    this.#lanes.enter(this.#laneOf(message.method, message.params), { kind: 'request', bytes, start, cancel });
  }

  /** A call on behalf of something that is being handled. */
  #nested(within: Within, incoming: unknown, call: NestedCall): Promise<unknown> {
    const { propagate } = this.#options;
    const { method, params, options } = call;
    const carried = propagate === undefined ? params : propagate(incoming, params);
    const promise = this.#calls.call(method, carried, options ?? {}, within);
    promise.catch(ignore);
    return promise;
  }

  // -------------------------------------------------------------------------------------------- life

  /** Pauses reading while too much is unhandled. */
  #relieve(bytes: number): void {
    const limit = this.#limits.unhandledBytes;
    if (bytes > limit) this.#pauseFor('handlers', true);
    else if (this.#pauses.size > 0 && bytes <= limit / 2) this.#pauseFor('handlers', false);
  }

  /** Reading goes on when nobody has a reason against it. */
  #pauseFor(reason: 'handlers' | 'inbox', isPaused: boolean): void {
    const before = this.#pauses.size;
    if (isPaused) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    if (before === 0 && this.#pauses.size > 0) this.#channel.pause();
    else if (before > 0 && this.#pauses.size === 0) this.#channel.resume();
  }

  /**
   * Ends the connection: running handlers finish, what was sent is flushed, the other side is told, and calls that still wait for it
   * are answered or, after `grace` milliseconds, rejected.
   */
  async close({ grace = defaultDrainTime }: { readonly grace?: number } = {}): Promise<void> {
    if (this.#state.kind === 'open') {
      this.#state = { kind: 'closing' };
      const stop = this.#clock.schedule(grace, () => {
        this.destroy();
      });
      await this.#requests.quiet();
      await this.#channel.end().catch(ignore);
      await this.closed;
      stop();
    }
    await this.closed;
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

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    if (this.#state.kind === 'closed') return;
    this.#conclude({ by: 'us', error });
    this.#channel.destroy(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The other side sends nothing more: no call will be answered, but its requests may still be. */
  #ended(error: Error | undefined): void {
    if (this.#state.kind === 'closed') return;
    const reason: CloseReason = { by: this.#state.kind === 'closing' ? 'us' : 'them', error };
    if (error !== undefined || this.#requests.size === 0) {
      this.#conclude(reason);
      void this.#channel.end().catch(ignore);
      return;
    }
    this.#state = { kind: 'closing' };
    this.#calls.rejectAll(closedError({ kind: 'closed', reason }));
    void this.#drain(reason);
  }

  async #drain(reason: CloseReason): Promise<void> {
    const stop = this.#clock.schedule(this.#options.drainTime ?? defaultDrainTime, () => {
      this.#conclude(reason);
      this.#channel.destroy();
    });
    await this.#requests.quiet();
    await this.#channel.end().catch(ignore);
    stop();
    this.#conclude(reason);
  }

  #conclude(reason: CloseReason): void {
    if (this.#state.kind === 'closed') return;
    this.#state = { kind: 'closed', reason };
    const error = closedError(this.#state);
    this.#calls.rejectAll(error);
    this.#requests.abortAll(error);
    this.#settleClosed(reason);
  }
}

/** A notification as nearly all are; the rest is looked at more closely. */
function isNotification(message: unknown): message is Notification {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, method, id } = message as Readonly<Record<string, unknown>>;
  return jsonrpc === '2.0' && typeof method === 'string' && id === undefined && !('id' in message);
}

function closedError(state: State): ConnectionError {
  if (state.kind !== 'closed') return new ConnectionError('closed', 'The connection is closing.');
  const { by, error } = state.reason;
  if (error !== undefined)
    return new ConnectionError('closed', `The connection failed: ${error.message}`, { cause: error });
  return new ConnectionError(
    'closed',
    by === 'them' ? 'The other side ended the connection.' : 'The connection is closed.',
  );
}
