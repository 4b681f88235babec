/** The errors of a remote connection: why it could not be made, or why it ended. They are never sent to the peer. */
import { describeError } from '@acp-stack/rpc';

/**
 * The kinds of failure:
 *
 * - `unreachable`: the server does not respond, or has not responded for longer than the timeout;
 * - `refused`: the server gave an unexpected response;
 * - `unauthorized`: the server does not accept the credentials (401, 403);
 * - `lost`: the connection dropped, and the server cannot resume it;
 * - `history-lost`: the connection dropped, and the server does not have the missed messages any more;
 * - `limit`: a limit was exceeded.
 *
 * After `lost` and `history-lost`, connect again and load or resume the sessions.
 */
export type TransportErrorCode = 'unreachable' | 'refused' | 'unauthorized' | 'lost' | 'history-lost' | 'limit';

/** A failure of a remote connection. */
export class TransportError extends Error {
  static {
    this.prototype.name = 'TransportError';
  }

  /** The kind of failure, for programs. */
  readonly code: TransportErrorCode;
  /** The HTTP status, if the server responded with one. */
  readonly status: number | undefined;

  constructor(code: TransportErrorCode, message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}

/** Returns `error` as a `TransportError`. */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const reason = describeError(error);
  return new TransportError('unreachable', `The connection failed: ${reason}`, { cause: error });
}
