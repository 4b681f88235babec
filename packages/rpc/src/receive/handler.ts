/** What a program registers with a peer, and what its handlers are given. */
import type { RequestId } from '../message/message.ts';

/** Options of a call that is made while handling something. */
export interface NestedOptions {
  /** Cancels the call, and rejects it with the reason of the abort. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer. */
  readonly timeout?: number;
}

/** What every handler can do besides looking at its params. */
export interface NotificationContext {
  /** The name on the wire. */
  readonly method: string;
  /** Calls the other side from inside the handler; awaiting the answer cannot deadlock. */
  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown>;
  /** Tells the other side something; resolves when more can be sent. */
  notify(method: string, params?: unknown): Promise<void>;
}

/** What a request handler knows besides its params. Calls made through it are cancelled with it. */
export interface RequestContext extends NotificationContext {
  /** As the other side has numbered it. */
  readonly id: RequestId;
  /** Aborts when the other side cancels the request, and when the connection ends. */
  readonly signal: AbortSignal;
  /** Runs `work` right after the answer was sent. */
  afterResponse(work: () => void): void;
}

/** Answers one kind of request. */
export interface RequestHandler {
  readonly kind: 'request';
  /** Checks the params and answers with them; throws an `RpcError` that the other side gets. */
  readonly parse?: (params: unknown) => unknown;
  /**
   * Returns the result, or a promise of it. The other side gets an `RpcError` that it throws; anything else is reported, and answered as an
   * internal error.
   */
  readonly run: (params: never, context: RequestContext) => unknown;
}

/** Takes one kind of notification. */
export interface NotificationHandler {
  readonly kind: 'notification';
  /** Checks the params and answers with them; what it throws is reported, and `run` is not called. */
  readonly parse?: (params: unknown) => unknown;
  /** Holds back what follows in its lane while the promise it returns is not settled. */
  readonly run: (params: never, context: NotificationContext) => unknown;
  /** Runs at once, whatever its lane waits for, and cancels the requests that wait there. */
  readonly overtakes?: boolean;
}

/** Answers a request, or takes a notification. */
export type Handler = RequestHandler | NotificationHandler;

/** Whether a handler has not finished yet. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
