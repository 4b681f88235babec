/** What the codes of closed WebSockets mean. */
import { abnormalClosure, type SocketClose } from './socket.ts';
import { TransportError } from './transport-error.ts';

/** What a WebSocket is called in errors and reports. */
export const socketName = 'The WebSocket';

/** Closed because there is nothing more to say. */
export const normalClosure = 1000;
/** Closed on purpose, with or without saying so. */
export const cleanCodes: ReadonlySet<number> = new Set([normalClosure, 1005]);
/** Codes that do not say that the connection is over: it dropped, or the server restarts, or is busy, or something before it failed. */
export const passingCodes: ReadonlySet<number> = new Set([abnormalClosure, 1012, 1013, 1014]);

/** What a close means for the connection. */
export function closeError({ code, reason, status, error }: SocketClose): TransportError {
  if (status !== undefined) {
    const words = `The server answered ${status} to the wish for a WebSocket.`;
    return new TransportError(status === 401 || status === 403 ? 'unauthorized' : 'refused', words, { status });
  }
  const words = reason === '' ? '' : `: ${reason}`;
  if (code === abnormalClosure) {
    const why = error instanceof Error ? `: ${error.message}` : '';
    return new TransportError('unreachable', `${socketName} dropped${why}.`, { cause: error });
  }
  if (code === 1001) return new TransportError('lost', `The server is shutting down${words}.`);
  return new TransportError('refused', `The server closed the WebSocket with ${code}${words}.`);
}

/** The server has forgotten the connection, or what was missed on it. */
export function historyLostError(): TransportError {
  const words =
    'The connection could not be resumed: what was missed is gone. Connect again, and load or resume the sessions.';
  return new TransportError('history-lost', words);
}

/** The connection dropped, and the server cannot resume it. */
export function lostError(error: TransportError): TransportError {
  const words = `${socketName} dropped, and the server cannot resume it. Connect again, and load or resume the sessions.`;
  return new TransportError('lost', words, { cause: error });
}
