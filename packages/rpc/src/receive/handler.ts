/** What a program registers with a peer, and what its handlers are given. */
import type { RequestId } from '../message/message.ts';

/** Options of a call that is made through the context of a handler. */
export interface NestedOptions {
  /** Cancels the call, and rejects it with the reason of the abort. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the response. */
  readonly timeout?: number;
}

/** What every handler can do besides looking at its params. */
export interface NotificationContext {
  /** The name on the wire. */
  readonly method: string;
  /** Calls the other side from inside the handler; awaiting the response cannot deadlock. */
  request(method: string, params?: unknown, options?: NestedOptions): Promise<unknown>;
  /** Sends a notification to the other side; resolves when more can be sent. */
  notify(method: string, params?: unknown): Promise<void>;
}

/** What a request handler knows besides its params. Calls made through it are cancelled with it. */
export interface RequestContext extends NotificationContext {
  /** The id that the other side gave to the request. */
  readonly id: RequestId;
  /** Aborts when the other side cancels the request, and when the connection ends. */
  readonly signal: AbortSignal;
  /** Runs `work` right after the response was sent. */
  afterResponse(work: () => void): void;
}

/** Handles one kind of request. */
export interface RequestHandler {
  readonly kind: 'request';
  /** Checks the params and returns them; throws an `RpcError` that the other side gets. */
  readonly parse?: (params: unknown) => unknown;
  /**
   * Returns the result, or a promise of it. The other side gets an `RpcError` that it throws; anything else is
   * reported, and the other side gets an internal error. A peer with a `requestContext` of its own passes that instead.
   */
  readonly run: (params: never, context: RequestContext) => unknown;
}

/** Handles one kind of notification. */
export interface NotificationHandler {
  readonly kind: 'notification';
  /** Checks the params and returns them; an error that it throws is reported, and `run` is not called. */
  readonly parse?: (params: unknown) => unknown;
  /**
   * While the promise that it returns is pending, later messages with the same order key wait. A peer with a
   * `notificationContext` of its own passes that instead.
   */
  readonly run: (params: never, context: NotificationContext) => unknown;
  /** Runs at once, even if its order key is held, and cancels the requests that wait for the key. */
  readonly overtakes?: boolean;
}

/** Handles a request or a notification. */
export type Handler = RequestHandler | NotificationHandler;

/** Whether `value` is a promise or another thenable: a handler that returned it has not finished yet. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
