/** Explains the close codes of WebSockets in one sentence, and what to do about them. */
import { codeOf, refusalWords } from '../request/refusal.ts';
import { abnormalClosure, type SocketClose } from './socket.ts';
import { TransportError } from '../connect/transport-error.ts';
import { unreachable } from '../connect/unreachable.ts';

/** The name of a WebSocket in errors and reports. */
export const socketName = 'The WebSocket';

/** The code of a normal close. */
export const normalClosure = 1000;
/** Codes of an intended close. */
export const cleanCodes: ReadonlySet<number> = new Set([normalClosure, 1005]);
/**
 * Codes after which reconnecting makes sense: the connection dropped, the server restarts or is overloaded, or a proxy
 * failed.
 */
export const transientCodes: ReadonlySet<number> = new Set([abnormalClosure, 1012, 1013, 1014]);

/** The meaning of 1001; our servers also send it as the reason. */
const leaving = 'The server is shutting down';

/** The meaning of other common codes. */
const meanings: Readonly<Record<number, string>> = {
  1002: 'it considers our messages malformed; check that both sides speak remote ACP',
  1003: 'it does not accept text; check that the address is that of an agent',
  1008: 'it does not allow this; check the credentials',
  1009: 'a message is too large; send less at once, or raise the limit of the server',
  1011: 'it failed; check the log of the server',
  1012: 'it restarts; connect again',
  1013: 'it is overloaded; connect again later',
  1014: 'a gateway failed; connect again later',
};

/** Returns the error for a close, of a socket to `origin` that never opened, or of one that was open. */
export function closeError({ code, reason, status, location, error }: SocketClose, origin: string): TransportError {
  if (status !== undefined) {
    const refusal = { status, text: '', isPage: false, location, retryAfter: undefined };
    return new TransportError(codeOf(status), refusalWords(refusal, 'the WebSocket upgrade'), { status });
  }
  if (error instanceof TransportError) return error;
  if (code === abnormalClosure) {
    if (origin !== socketName) return unreachable(origin, error ?? new Error('the WebSocket did not open'));
    const why = error instanceof Error ? `: ${error.message}` : '';
    return new TransportError('unreachable', `${socketName} dropped${why}.`, { cause: error });
  }
  // The server's reason may be the same sentence, and ends with a full stop.
  const why = reason.replace(/\.$/u, '');
  const words = why === '' || why === leaving ? '' : ` (${why})`;
  if (code === 1001) {
    return new TransportError('lost', `${leaving}${words}; connect again when it is back.`);
  }
  const meaning = meanings[code] ?? 'it refused; check the log of the server';
  return new TransportError('refused', `The server closed the WebSocket with ${code}${words}: ${meaning}.`);
}

/** The error for a message that exceeds `limits.messageBytes`; the server would send it again on another socket. */
export function tooLargeError(cause: Error): TransportError {
  const words =
    'A message of the server exceeds the limit of the client; raise `limits.messageBytes`, or have the agent send less at once.';
  return new TransportError('limit', words, { cause });
}

/** The error for a server that pings and does not read the answers. */
export function stalledError(): TransportError {
  return new TransportError('unreachable', `${socketName} dropped: the server sends pings and reads nothing.`);
}

/** The error for a connection that the server has forgotten, or whose missed messages are gone. */
export function historyLostError(): TransportError {
  const words =
    'The connection could not be resumed: the missed messages are gone. Connect again, and load or resume the sessions.';
  return new TransportError('history-lost', words);
}

/** The error for a dropped connection to a server that cannot resume. */
export function lostError(error: TransportError): TransportError {
  const words = `${socketName} dropped, and the server cannot resume it. Connect again, and load or resume the sessions.`;
  return new TransportError('lost', words, { cause: error });
}
