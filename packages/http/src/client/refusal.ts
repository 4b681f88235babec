/** What a refused message is answered with, as if the agent itself had refused it. */
import { ConnectionError, rpcCodes, serialize, type ErrorObject } from '@acp-stack/rpc';

import { TransportError } from './transport-error.ts';

/** Characters of a body that is not understood, for whoever reads the error. */
const longestQuote = 8192;

/** The error object of the body, where there is one; otherwise one that tells the status. */
export function errorBody(status: number, text: string): ErrorObject {
  const { code, message } = errorOf(text) ?? {};
  if (typeof code === 'number' && typeof message === 'string') {
    return { code, message, data: errorOf(text)?.data ?? { status } };
  }
  return {
    code: rpcCodes.internalError,
    message: `The server answered ${status} to the message.`,
    data: { status, body: text.slice(0, longestQuote) },
  };
}

function errorOf(text: string): Partial<ErrorObject> | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Partial<ErrorObject> | null };
    return error ?? undefined;
  } catch {
    return undefined;
  }
}

/** The text of `message`; throws when it cannot be sent. */
export function messageText(message: unknown, text: string | undefined, limit: number): string {
  const body = text ?? serialize(message);
  if (body.length <= limit) return body;
  throw new ConnectionError('limit', `The message is longer than ${limit} bytes; send less at once.`);
}

/** A refusal as a failure of the connection, of a session or of a message. */
export function refusal(status: number, text: string): TransportError {
  const { message } = errorBody(status, text);
  return new TransportError(status === 401 || status === 403 ? 'unauthorized' : 'refused', message, { status });
}

/** What a refused POST says about a connection that was there. */
export function forgotten(status: number, text: string): TransportError {
  if (status !== 404 && status !== 410) return refusal(status, text);
  const words = `The server answered ${status}: it has forgotten the connection. Connect again, and load or resume the sessions.`;
  return new TransportError('history-lost', words, { status });
}
