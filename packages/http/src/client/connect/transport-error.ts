/** Why a remote connection could not be made, or is over; never sent to the other side. */

/**
 * - `unreachable`: nobody answered, or nobody answered any more for longer than is waited;
 * - `refused`: the server answered, and not with what was asked for;
 * - `unauthorized`: the server wants other credentials (401, 403);
 * - `lost`: the connection dropped, and the server cannot resume it;
 * - `history-lost`: the connection dropped, and the server has forgotten what was missed;
 * - `limit`: something grew larger than is allowed.
 *
 * After `lost` and `history-lost` a program connects again and loads or resumes its sessions.
 */
export type TransportErrorCode = 'unreachable' | 'refused' | 'unauthorized' | 'lost' | 'history-lost' | 'limit';

/** A failure of a remote connection. */
export class TransportError extends Error {
  static {
    this.prototype.name = 'TransportError';
  }

  /** What happened, and with that what can be done about it. */
  readonly code: TransportErrorCode;
  /** The HTTP status, where the server answered with one. */
  readonly status: number | undefined;

  constructor(code: TransportErrorCode, message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}

/** `error` as a failure of the connection. */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new TransportError('unreachable', `The connection failed: ${reason}`, { cause: error });
}
