/**
 * The calls of this side: from the request to its response.
 *
 * A call settles once: with its response, because it was given up, or because the connection ended. Its response waits
 * for the notifications of its order key that arrived before it, unless a handler that waits for the call may be among
 * them.
 *
 * An error response without an id says that the peer could not read one of our messages. Messages are read in order, so
 * a response proves that its request, and all that was sent before it, was read. If exactly one message is left in
 * doubt and it is a request, that call gets the error; otherwise the error is only reported, so that no innocent call
 * fails.
 */
import { abortError, ConnectionError, RpcError, rpcCodes } from '../message/errors.ts';
import type { Limits } from '../message/limits.ts';
import { otherFormOf, type RequestId, type Response } from '../message/message.ts';
import { sendReport, type Reporting } from '../observe/peer-report.ts';
import type { AwaitedCalls } from '../order/back-pressure.ts';
import type { OrderedQueues, OrderKey } from '../order/ordered-queues.ts';
import type { Clock } from '../platform/clock.ts';
import { CallQueue } from './call-queue.ts';
import type { MessageSender } from './message-sender.ts';
import { mayBeFrom, type CallParent, type PendingRequest, type PendingRequests } from './pending-requests.ts';

/** How one call is made. */
export interface CallOptions {
  /** When it aborts, the call rejects with an `AbortError`, and the other side is asked to cancel. */
  readonly signal?: AbortSignal;
  /**
   * If false, an aborted `signal` only asks the other side to cancel, and the call settles with its response, which may
   * be a normal one.
   */
  readonly abandon?: boolean;
  /** Milliseconds to wait for the response. */
  readonly timeout?: number;
  /** The order key whose earlier notifications the response waits for; found from the params when absent. */
  readonly orderKey?: OrderKey;
}

/** What a peer is asked about its calls. */
export interface CallRules extends Reporting {
  readonly cancelMethod?: string;
  readonly orderKey?: (method: string, params: unknown) => OrderKey;
}

export interface OutgoingCallsParts {
  readonly rules: CallRules;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly sender: MessageSender;
  readonly pending: PendingRequests;
  readonly queues: OrderedQueues;
  /** The requests of the peer that are being handled. */
  readonly requests: { readonly size: number };
  readonly state: {
    /** Why no call can be made; undefined while one can. */
    closing(): ConnectionError | undefined;
  };
}

export const defaultCancelMethod = '$/cancel_request';

export class OutgoingCalls implements AwaitedCalls {
  readonly #rules: CallRules;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #sender: MessageSender;
  readonly #pending: PendingRequests;
  readonly #queues: OrderedQueues;
  readonly #requests: OutgoingCallsParts['requests'];
  readonly #state: OutgoingCallsParts['state'];
  /** Calls above the limit; made with the first of them. */
  #queue: CallQueue | undefined;
  #nextId = 0;
  /** The place of the last message that the peer has certainly read. */
  #read = 0;

  constructor(parts: OutgoingCallsParts) {
    this.#rules = parts.rules;
    this.#limits = parts.limits;
    this.#clock = parts.clock;
    this.#sender = parts.sender;
    this.#pending = parts.pending;
    this.#queues = parts.queues;
    this.#requests = parts.requests;
    this.#state = parts.state;
  }

  /** Calls the peer; `parent` is the handler through whose context the call is made. */
  call(method: string, params: unknown, options: CallOptions, parent: CallParent): Promise<unknown> {
    const { signal } = options;
    const error = this.#state.closing() ?? this.#tooMany();
    if (error !== undefined) return Promise.reject(error);
    if (signal?.aborted === true || (typeof parent === 'object' && parent.isAborted)) {
      return Promise.reject(unsent(method, signal?.reason));
    }
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      const pending: PendingRequest = {
        id,
        method,
        place: 0,
        orderKey: 'orderKey' in options ? options.orderKey : this.#rules.orderKey?.(method, params),
        parent,
        lastHandler: this.#queues.lastHandler,
        resolve,
        reject,
        release: this.#watch(id, method, options, parent),
      };
      if (this.#mustWait(parent)) {
        this.#queue ??= new CallQueue();
        this.#queue.add(pending, params);
      } else {
        this.#start(pending, params);
        this.#queues.onCall();
      }
    });
  }

  get isAnyDeliverable(): boolean {
    return this.#pending.all().some((pending) => !this.#waitsForHandlers(pending));
  }

  rejectSince(handler: number, bytes: number): void {
    for (const pending of this.#pending.all()) {
      if (!mayBeFrom(handler, pending)) continue;
      const { id, method } = pending;
      const words = `${method} was given up: more than ${bytes} bytes wait to be handled, and a handler may wait for its response.`;
      this.#cancel(id);
      this.#abandon(id, new ConnectionError('limit', words, { limit: 'unhandledBytes' }));
    }
  }

  /** Takes a response; true if the code that awaits it can go on now. */
  respond(message: Response): boolean {
    const pending = this.#takeAnswered(message.id);
    if (pending === undefined) return this.#unexpected(message);
    if (!this.#waitsForHandlers(pending)) {
      settle(pending, message);
      return true;
    }
    const start = (): undefined => {
      settle(pending, message);
    };
    this.#queues.enter(pending.orderKey, { kind: 'response', bytes: 0, start });
    return false;
  }

  /** Rejects the call that waits for `id`: its response is malformed. */
  malformed(id: RequestId, problem: string): void {
    const pending = this.#takeAnswered(id);
    pending?.reject(new ConnectionError('malformed', `The response to ${pending.method} is malformed: ${problem}.`));
  }

  /** Rejects the call that waits for `id`: its response is over a limit and was not read. */
  unreadable(id: RequestId, problem: string, limit: keyof Limits): void {
    const pending = this.#takeAnswered(id);
    pending?.reject(
      new ConnectionError('limit', `The response to ${pending.method} was not read. ${problem}`, { limit }),
    );
  }

  rejectAll(error: ConnectionError): void {
    for (const pending of this.#pending.takeAll()) pending.reject(error);
    for (const pending of this.#queue?.takeAll() ?? []) drop(pending, error);
  }

  /** Whether the response has to wait: a handler of its key runs that began after the call was made. */
  #waitsForHandlers({ orderKey, parent, lastHandler }: PendingRequest): boolean {
    return orderKey !== undefined && parent === undefined && this.#queues.isHeldSince(orderKey, lastHandler);
  }

  /** Whether a new call is queued; while handlers run none is, because the responses may depend on them. */
  #mustWait(parent: CallParent): boolean {
    const isHandling = parent !== undefined || !this.#queues.isIdle || this.#requests.size > 0;
    return !isHandling && this.#pending.size >= this.#limits.outgoingRequests;
  }

  #tooMany(): ConnectionError | undefined {
    const { outgoingRequests, waitingRequests } = this.#limits;
    const all = this.#pending.size + (this.#queue?.size ?? 0);
    if (all < outgoingRequests + waitingRequests) return undefined;
    const words = `${all} calls wait to be sent or for a response; await earlier ones first.`;
    return new ConnectionError('limit', words, { limit: 'waitingRequests' });
  }

  #start(pending: PendingRequest, params: unknown): void {
    const { id, method } = pending;
    pending.place = this.#sender.sent + 1;
    this.#pending.add(pending);
    try {
      this.#sender.send(params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params });
    } catch (error) {
      // The caller starts the next queued call itself.
      this.#pending.take(id);
      pending.reject(error);
    }
  }

  /** Sets up what may end a call early; returns a function that removes it, or undefined if there is nothing. */
  #watch(id: number, method: string, options: CallOptions, parent: CallParent): (() => void) | undefined {
    const { signal, timeout, abandon } = options;
    if (signal === undefined && timeout === undefined && typeof parent !== 'object') return undefined;
    const releases: (() => void)[] = [];
    if (signal !== undefined) {
      const onAbort = (): void => {
        if (this.#leave(id, unsent(method, signal.reason))) return;
        this.#cancel(id);
        if (abandon !== false) this.#abandon(id, abortError(`${method} was cancelled.`, signal.reason));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      releases.push(() => {
        signal.removeEventListener('abort', onAbort);
      });
    }
    if (timeout !== undefined) {
      const onTimeout = (): void => {
        const error = new ConnectionError('timeout', `${method} got no response within ${timeout} ms.`);
        if (this.#leave(id, error)) return;
        this.#cancel(id);
        this.#abandon(id, error);
      };
      releases.push(this.#clock.schedule(timeout, onTimeout));
    }
    if (typeof parent === 'object') {
      releases.push(
        parent.adopt(() => {
          this.#cancel(id);
        }),
      );
    }
    return () => {
      for (const release of releases) release();
    };
  }

  /** Asks the peer to cancel a request of ours. */
  #cancel(requestId: RequestId): void {
    const method = this.#rules.cancelMethod ?? defaultCancelMethod;
    try {
      this.#sender.send({ jsonrpc: '2.0', method, params: { requestId } });
    } catch {
      // The connection has ended, or too much waits to be sent: the peer does not learn of it.
    }
  }

  /** Gives up a call that has not been sent; false if it has. */
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

  /** Takes a response that no call waits for; true if it is an error that exactly one call can have caused. */
  #unexpected(message: Response): boolean {
    if (message.id !== null || !('error' in message)) {
      const other = otherFormOf(message.id);
      if (!this.#pending.wasAbandoned(message.id) && (other === undefined || !this.#pending.wasAbandoned(other)))
        sendReport(this.#rules, { kind: 'unexpected-response', id: message.id });
      return false;
    }
    const isOneInDoubt = this.#sender.sent - this.#read === 1;
    const meant = isOneInDoubt ? this.#pending.at(this.#sender.sent) : undefined;
    sendReport(this.#rules, { kind: 'unreadable-message', error: message.error, method: meant?.method });
    return meant !== undefined && this.respond({ ...message, id: meant.id });
  }

  /** Takes the call that a response is for; some peers respond to `0` with `"0"`. */
  #takeAnswered(id: RequestId): PendingRequest | undefined {
    const pending = this.#take(id) ?? (typeof id === 'string' ? this.#take(otherFormOf(id) ?? null) : undefined);
    if (pending !== undefined && pending.place > this.#read) this.#read = pending.place;
    return pending;
  }

  #take(id: RequestId): PendingRequest | undefined {
    const pending = this.#pending.take(id);
    if (pending !== undefined) this.#startQueued();
    return pending;
  }

  #startQueued(): void {
    while (this.#pending.size < this.#limits.outgoingRequests) {
      const queued = this.#queue?.next();
      if (queued === undefined) return;
      const error = this.#state.closing();
      if (error !== undefined) drop(queued.pending, error);
      else this.#start(queued.pending, queued.params);
    }
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
