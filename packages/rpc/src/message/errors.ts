/**
 * The two families of failure: what crosses the wire, and what happens to the connection itself.
 *
 * An `RpcError` that a handler throws is sent as it is. A `ConnectionError` is never sent.
 */
import type { Limits } from './limits.ts';
import type { ErrorObject } from './message.ts';

/** The error codes that JSON-RPC itself defines, and the one for a cancelled request. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  requestCancelled: -32_800,
} as const;

/** A failure that crosses the wire as a JSON-RPC error object. */
export class RpcError extends Error {
  static {
    this.prototype.name = 'RpcError';
  }

  /** The number that says what went wrong. */
  readonly code: number;
  /** More about it, for programs. */
  readonly data: unknown;
  /** Unknown fields of a received error object; they are kept when the error is passed on. */
  #others: object | undefined;

  constructor(code: number, message: string, options: ErrorOptions & { data?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.data = options.data;
  }

  /** Rebuilds the error that the other side sent. */
  static from({ code, message, data, ...others }: ErrorObject): RpcError {
    const error = new RpcError(code, message, { data });
    error.#others = others;
    return error;
  }

  /** The object that goes on the wire. */
  toObject(): ErrorObject {
    const { code, message, data } = this;
    return data === undefined ? { code, message, ...this.#others } : { code, message, data, ...this.#others };
  }
}

/**
 * Why a connection failed: it ended, a limit was reached (`error.limit` says which), a response did not arrive in time,
 * a response was malformed or the other side does not speak the protocol, or a message cannot be written as JSON.
 */
export type ConnectionErrorCode = 'closed' | 'limit' | 'timeout' | 'malformed' | 'unserializable';

/** A failure of the connection itself; it is never sent to the other side. */
export class ConnectionError extends Error {
  static {
    this.prototype.name = 'ConnectionError';
  }

  /** Which kind of failure it is. */
  readonly code: ConnectionErrorCode;
  /** The limit that was reached, by the name of its option; undefined if none was. */
  readonly limit: keyof Limits | undefined;

  constructor(code: ConnectionErrorCode, message: string, options?: ErrorOptions & { limit?: keyof Limits }) {
    super(message, options);
    this.code = code;
    this.limit = options?.limit;
  }
}

/** The error of using a connection that has failed. */
export function failedError(cause: Error): ConnectionError {
  return new ConnectionError('closed', `The connection failed: ${cause.message}`, { cause });
}

/** The error of a call that was given up; the cause says why. */
export function abortError(message: string, cause: unknown): DOMException {
  const error = new DOMException(message, 'AbortError');
  Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
  return error;
}

/** Whether `error` is what an aborted operation throws. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
