/**
 * Our calls to the other side: from the request to its answer.
 *
 * A call settles once: with its answer, because it was given up, or because the connection ended. Its answer waits for the
 * notifications of its lane that arrived before it, unless the call was made while handling something.
 *
 * An error without an id says that the other side could not read something of ours. Messages are read in order, so an answer proves
 * that its call, and all that was sent before it, was read. When exactly one message is left in doubt, and it is a call, that call is
 * meant and gets the error; otherwise it cannot be told, and is only reported: an innocent call must not fail.
 */
import { CallQueue } from './call-queue.ts';
import type { Clock } from '../platform/clock.ts';
import { abortError, ConnectionError, RpcError, rpcCodes } from '../message/errors.ts';
import type { IncomingRequests } from '../receive/incoming-requests.ts';
import type { OrderedItem, OrderKey, OrderedQueues } from '../order/ordered-queues.ts';
import type { Limits } from '../message/limits.ts';
import type { RequestId, Response } from '../message/message.ts';
import type { MessageSender } from './message-sender.ts';
import { PendingRequests, type PendingRequest, type Within } from './pending-requests.ts';
import type { BackPressure } from '../order/back-pressure.ts';
import type { PeerReport } from '../observe/peer-report.ts';

/** How one call is made. */
export interface CallOptions {
  /** Asks the other side to cancel; the call still settles with its answer, which may be a normal one. */
  readonly signal?: AbortSignal;
  /** Rejects as soon as `signal` aborts, without waiting for the answer. */
  readonly abandon?: boolean;
  /** Milliseconds to wait for the answer. */
  readonly timeout?: number;
  /** The lane whose earlier notifications the answer waits for; found from the params when absent. */
  readonly orderKey?: OrderKey;
}

export interface OutgoingCallsOptions {
  readonly limits: Limits;
  readonly lanes: OrderedQueues;
  readonly clock: Clock;
  readonly patience: number;
  readonly outbox: MessageSender;
  readonly reading: Pick<BackPressure, 'watch' | 'stop'>;
  readonly requests: Pick<IncomingRequests, 'size'>;
  report(report: PeerReport): void;
  orderKeyOf(method: string, params: unknown): OrderKey;
  /** Asks the other side to cancel a request of ours. */
  cancel(id: RequestId): void;
  /** Why no call can be made; undefined when one can. */
  closing(): ConnectionError | undefined;
  /** Hears that a handler that holds its lane waits for an answer. */
  onCallInLane(): void;
}

export class OutgoingCalls {
  readonly #options: OutgoingCallsOptions;
  readonly #pending = new PendingRequests();
  /** Calls beyond the limit; there once there is one. */
  #queue: CallQueue | undefined;
  #nextId = 0;
  /** The place of the last message that the other side has certainly read. */
  #read = 0;

  constructor(options: OutgoingCallsOptions) {
    this.#options = options;
  }

  call(method: string, params: unknown, options: CallOptions, within: Within): Promise<unknown> {
    const { limits } = this.#options;
    const { signal } = options;
    const error = this.#options.closing();
    if (error !== undefined) return Promise.reject(error);
    if (signal?.aborted === true || (typeof within === 'object' && within.isAborted)) {
      return Promise.reject(unsent(method, signal?.reason));
    }
    // The answers to other calls may wait for what a handler asks on the way, so that it waits for no turn.
    const isQueued = this.#pending.size >= limits.outgoingRequests && within === undefined;
    const all = this.#pending.size + (this.#queue?.size ?? 0);
    if (all >= limits.outgoingRequests + limits.waitingRequests) {
      const words = `${all} calls wait for their turn or for an answer; await earlier ones first.`;
      return Promise.reject(new ConnectionError('limit', words, { limit: 'waitingRequests' }));
    }
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      const pending: PendingRequest = {
        id,
        method,
        place: 0,
        lane: 'orderKey' in options ? options.orderKey : this.#options.orderKeyOf(method, params),
        within,
        holder: undefined,
        holds: 0,
        resolve,
        reject,
        release: this.#watch(id, method, options, within),
      };
      if (isQueued) this.#enqueue(pending, params);
      else this.#start(pending, params);
    });
  }

  /** How many calls wait for their answers. */
  get size(): number {
    return this.#pending.size;
  }

  /** How many calls were made by handlers that hold their lanes. */
  get inLanes(): number {
    return this.#pending.inLanes;
  }

  /** Whether there is a call whose answer would wait for no handler, so that a handler may wait for it. */
  get mayBeAwaited(): boolean {
    const { lanes } = this.#options;
    return this.#pending.all().some(({ lane, within, holder }) => {
      if (lane === undefined || within !== undefined) return true;
      const holding = lanes.holder(lane);
      return holding === undefined || holding === holder;
    });
  }

  /**
   * Whether what holds `lane` may wait for an answer: to a call that a handler made while it ran or, without a context, one of the same
   * lane; with `isGuess` to any call that was made meanwhile.
   */
  mayHold(lane: OrderKey, isGuess: boolean): boolean {
    const hold = this.#options.lanes.hold(lane);
    return this.#pending.all().some((pending) => {
      return pending.holds >= hold && (isGuess || pending.within === 'notification' || pending.lane === lane);
    });
  }

  /**
   * Rejects the calls of handlers that hold their lanes: more than `bytes` wait behind them, and the answers behind those. With `isGuess`
   * also those that such a handler may have made, because they were made while it ran.
   */
  giveUp(bytes: number, isGuess: boolean): void {
    const oldest = isGuess ? this.#options.lanes.oldestHold : Infinity;
    for (const { id, method, within, holds } of this.#pending.all()) {
      if (within !== 'notification' && holds < oldest) continue;
      const words = `${method} was given up: more than ${bytes} bytes wait to be handled, and a handler may wait for its answer.`;
      this.#options.cancel(id);
      this.#abandon(id, new ConnectionError('limit', words, { limit: 'unhandledBytes' }));
    }
  }

  /** Takes an answer; true when somebody who waited for it can go on now. */
  answer(message: Response): boolean {
    const { lanes } = this.#options;
    const pending = this.#takeAnswered(message.id);
    if (pending === undefined) return this.#unexpected(message);
    const holder = pending.lane === undefined || pending.within !== undefined ? undefined : lanes.holder(pending.lane);
    if (holder === undefined) {
      settle(pending, message);
      return true;
    }
    const item: OrderedItem = {
      kind: 'response',
      bytes: 0,
      start: () => {
        settle(pending, message);
        return undefined;
      },
    };
    lanes.enter(pending.lane, item);
    // What holds the lane was running when the call was made, so it may be the caller, waiting for this very answer.
    if (holder === pending.holder) this.#settleEventually(pending, item, message);
    return false;
  }

  /** Rejects the call that waits for `id`: its answer came, and makes no sense. */
  malformed(id: RequestId, problem: string): void {
    const pending = this.#takeAnswered(id);
    pending?.reject(new ConnectionError('malformed', `The answer to ${pending.method} is malformed: ${problem}.`));
  }

  /** Rejects the call that waits for `id`: its answer came, and is more than may be read. */
  unreadable(id: RequestId, problem: string, limit: keyof Limits): void {
    const pending = this.#takeAnswered(id);
    pending?.reject(
      new ConnectionError('limit', `The answer to ${pending.method} was not read. ${problem}`, { limit }),
    );
  }

  rejectAll(error: ConnectionError): void {
    this.#options.reading.stop();
    for (const pending of this.#pending.takeAll()) pending.reject(error);
    for (const pending of this.#queue?.takeAll() ?? []) drop(pending, error);
  }

  #start(pending: PendingRequest, params: unknown): void {
    const { lanes, outbox, reading } = this.#options;
    const { id, method, lane } = pending;
    pending.place = outbox.sent + 1;
    // Before its first await a handler does not hold its lane yet, and will.
    pending.holds = lanes.holds + (pending.within === 'notification' ? 1 : 0);
    if (lane !== undefined && !lanes.isIdle) pending.holder = lanes.holder(lane);
    this.#pending.add(pending);
    if (pending.within === 'notification') this.#options.onCallInLane();
    else reading.watch();
    try {
      outbox.send(params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params });
    } catch (error) {
      // Whoever starts the queued ones goes on with the next.
      this.#pending.take(id);
      pending.reject(error);
    }
  }

  /** Sets up what may end a call early; the answer takes it down again. Undefined when nothing was set up. */
  #watch(id: number, method: string, options: CallOptions, within: Within): (() => void) | undefined {
    const { signal, timeout, abandon } = options;
    if (signal === undefined && timeout === undefined && typeof within !== 'object') return undefined;
    const { clock } = this.#options;
    const releases: (() => void)[] = [];
    if (signal !== undefined) {
      const onAbort = (): void => {
        if (this.#leave(id, unsent(method, signal.reason))) return;
        this.#options.cancel(id);
        if (abandon === true) this.#abandon(id, abortError(`${method} was cancelled.`, signal.reason));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      releases.push(() => {
        signal.removeEventListener('abort', onAbort);
      });
    }
    if (timeout !== undefined) {
      const onTimeout = (): void => {
        const error = new ConnectionError('timeout', `${method} was not answered within ${timeout} ms.`);
        if (this.#leave(id, error)) return;
        this.#options.cancel(id);
        this.#abandon(id, error);
      };
      releases.push(clock.schedule(timeout, onTimeout));
    }
    if (typeof within === 'object') {
      releases.push(
        within.adopt(() => {
          this.#options.cancel(id);
        }),
      );
    }
    return () => {
      for (const release of releases) release();
    };
  }

  #enqueue(pending: PendingRequest, params: unknown): void {
    this.#queue ??= new CallQueue(this.#options, () => {
      // Everybody may wait for handlers that wait for their turn: as many calls as there are handlers go over the limit.
      this.#startQueued(this.#pending.size + this.#options.requests.size + this.#options.lanes.size);
    });
    this.#queue.add(pending, params);
  }

  /** Gives up a call that still waits for its turn; false when it does not. */
  #leave(id: number, error: unknown): boolean {
    const queued = this.#queue?.take(id);
    if (queued === undefined) return false;
    drop(queued.pending, error);
    return true;
  }

  #abandon(id: number, error: unknown): void {
    const pending = this.#pending.abandon(id);
    if (pending === undefined) return;
    pending.reject(error);
    this.#startQueued();
  }

  /** An answer that no call waits for; true when it is an error that one call must have caused. */
  #unexpected(message: Response): boolean {
    const { outbox } = this.#options;
    if (message.id !== null || !('error' in message)) {
      if (!this.#pending.wasAbandoned(message.id))
        this.#options.report({ kind: 'unexpected-response', id: message.id });
      return false;
    }
    const isOneInDoubt = outbox.sent - this.#read === 1;
    const meant = isOneInDoubt ? this.#pending.at(outbox.sent) : undefined;
    this.#options.report({ kind: 'unreadable-message', error: message.error, method: meant?.method });
    return meant !== undefined && this.answer({ ...message, id: meant.id });
  }

  #takeAnswered(id: RequestId): PendingRequest | undefined {
    const pending = this.#take(id);
    if (pending !== undefined && pending.place > this.#read) this.#read = pending.place;
    return pending;
  }

  #take(id: RequestId): PendingRequest | undefined {
    const pending = this.#pending.take(id);
    if (pending !== undefined) this.#startQueued();
    return pending;
  }

  #startQueued(most: number = this.#options.limits.outgoingRequests): void {
    while (this.#pending.size < most) {
      const queued = this.#queue?.next();
      if (queued === undefined) return;
      const error = this.#options.closing();
      if (error !== undefined) drop(queued.pending, error);
      else this.#start(queued.pending, queued.params);
    }
  }

  #settleEventually(pending: PendingRequest, item: OrderedItem, message: Response): void {
    const { clock, lanes, patience } = this.#options;
    clock.schedule(patience, () => {
      if (lanes.holder(pending.lane) === pending.holder && lanes.leave(pending.lane, item)) settle(pending, message);
    });
  }
}

const unsent = (method: string, cause: unknown): DOMException =>
  abortError(`${method} was cancelled before it was sent.`, cause);

/** Ends a call that was never sent. */
function drop(pending: PendingRequest, error: unknown): void {
  pending.release?.();
  pending.reject(error);
}

function settle(pending: PendingRequest, message: Response): void {
  if (!('error' in message)) {
    pending.resolve(message.result);
    return;
  }
  const error = RpcError.from(message.error);
  const isCancelled = error.code === rpcCodes.requestCancelled;
  pending.reject(isCancelled ? abortError(`${pending.method} was cancelled.`, error) : error);
}
