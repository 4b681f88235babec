/** Explains an unexpected response of a server in one sentence, and what to do about it. */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';

import { mediaTypes } from '../../wire/headers.ts';
import type { WholeResponse, FetchResponse } from './fetch.ts';
import { TransportError, type TransportErrorCode } from '../connect/transport-error.ts';

/** An unexpected response. */
export interface Refusal {
  readonly status: number;
  /** The body, or its beginning. */
  readonly text: string;
  /** Whether the body is a web page, of a proxy or of a server that is not an agent. */
  readonly isPage: boolean;
  /** The target of a redirect. */
  readonly location: string | undefined;
  /** Seconds, or a date, after which to retry. */
  readonly retryAfter: string | undefined;
}

/** Characters of the body that are kept for the error. */
const maxQuoteLength = 8192;
/** Characters of the server's own message that are quoted. */
const maxReasonLength = 200;

interface Meaning {
  readonly why: string;
  readonly todo: string;
}

const noEndpoint: Meaning = {
  why: 'this is not an endpoint of remote ACP',
  todo: 'check the path of the address, which often ends in /acp',
};
const notNow: Meaning = { why: 'the agent is not available', todo: 'try again later' };

const meanings: Readonly<Record<number, Meaning>> = {
  400: { why: 'it does not understand the request', todo: 'check that the address is that of an agent' },
  401: { why: 'it requires credentials', todo: 'pass a valid token, or headers with credentials' },
  403: {
    why: 'it does not allow this',
    todo: 'check the credentials, and that the server allows this host and this origin',
  },
  404: noEndpoint,
  405: noEndpoint,
  406: noEndpoint,
  407: { why: 'a proxy requires credentials', todo: 'pass them in the header proxy-authorization' },
  408: { why: 'the request took too long', todo: 'try again' },
  409: { why: 'the session does not belong to this connection', todo: 'load or resume the session' },
  410: { why: 'the resource is gone', todo: 'connect again, and load or resume the sessions' },
  413: { why: 'the message is too large', todo: 'send less at once, or raise the limit of the server' },
  415: noEndpoint,
  426: noEndpoint,
  429: { why: 'too many requests', todo: 'try again later, with fewer requests at once' },
  431: { why: 'the headers are too large', todo: 'send fewer or shorter headers and cookies' },
  500: { why: 'it failed', todo: 'check the log of the server' },
  501: noEndpoint,
  502: notNow,
  503: notNow,
  504: notNow,
};

/** Statuses that mean that the server does not know the connection, or not any more. */
export const connectionGone: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Extracts what the errors need from an unexpected response. */
export function refusalOf({ status, headers, text }: WholeResponse): Refusal {
  const type = headers.get('content-type') ?? '';
  return {
    status,
    text: text.slice(0, maxQuoteLength),
    isPage: /^text\/html\b/iu.test(type) || /^\s*<(?:!doctype|html)\b/iu.test(text),
    location: headers.get('location') ?? undefined,
    retryAfter: headers.get('retry-after') ?? undefined,
  };
}

/** Describes a refusal in one sentence; `what` names the refused request, if it is not obvious. */
export function refusalWords(refusal: Refusal, what?: string): string {
  const to = what === undefined ? '' : ` to ${what}`;
  const { status, location, retryAfter, isPage } = refusal;
  // A browser does not show the target of a redirect.
  if (status === 0 || (status >= 300 && status < 400)) {
    const where = location === undefined ? 'to another address' : `to ${location}`;
    return `The server responded${to} with a redirect ${where}; connect to that address instead.`;
  }
  const { why, todo } = meanings[status] ?? { why: 'it refused', todo: 'check the log of the server' };
  const reason = isPage ? `${why}, according to a web page, perhaps of a proxy` : (ownWords(refusal) ?? why);
  const when = retryAfter === undefined ? '' : ` (after ${/^\d+$/u.test(retryAfter) ? `${retryAfter} s` : retryAfter})`;
  return `The server responded with ${status}${to}: ${reason}; ${todo}${when}.`;
}

/** Returns the JSON-RPC error of the body, or else one that contains the status. */
export function errorObject(refusal: Refusal): ErrorObject {
  const { status, text } = refusal;
  const error = errorOf(text);
  const { code, message, data } = error ?? {};
  if (typeof code === 'number' && typeof message === 'string') return { code, message, data: data ?? { status } };
  return { code: rpcCodes.internalError, message: refusalWords(refusal), data: { status, body: text } };
}

/** Returns a refusal as the error of the connection, of a session or of a message. */
export function refusalError(refusal: Refusal): TransportError {
  return new TransportError(codeOf(refusal.status), refusalWords(refusal), { status: refusal.status });
}

/** Returns the error for a message that was refused because the connection is unknown. */
export function forgottenError(refusal: Refusal): TransportError {
  const { status } = refusal;
  if (status !== 404 && status !== 410) return refusalError(refusal);
  const words = `The server responded with ${status}: it does not know the connection any more. Connect again, and load or resume the sessions.`;
  return new TransportError('history-lost', words, { status });
}

/** Returns the error for a response with the right status and the wrong kind of body. */
export function bodyError(what: string, wanted: string, refusal: Refusal): TransportError {
  const found = refusal.isPage ? `a web page, not ${wanted}` : `something that is not ${wanted}`;
  const words = `The server responded to ${what} with ${found}; check that the address is that of an agent, and that no proxy requires a login.`;
  return new TransportError('refused', words, { status: refusal.status });
}

/** Whether the body of `response` can be an event stream. */
export function isEventStream({ headers }: Pick<FetchResponse, 'headers'>): boolean {
  const type = headers.get('content-type');
  return type === null || type.toLowerCase().startsWith(mediaTypes.events);
}

export const codeOf = (status: number): TransportErrorCode =>
  status === 401 || status === 403 || status === 407 ? 'unauthorized' : 'refused';

function errorOf(text: string): Partial<ErrorObject> | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Partial<ErrorObject> | null };
    return error ?? undefined;
  } catch {
    return undefined;
  }
}

/** The server's own message, if it is short enough to be quoted. */
function ownWords({ text }: Refusal): string | undefined {
  const message = errorOf(text)?.message ?? text;
  if (typeof message !== 'string') return undefined;
  const words = message.trim().replace(/\.$/u, '');
  const isSentence = words.includes(' ') && words.length <= maxReasonLength && !/[\r\n<{]/u.test(words);
  return isSentence ? words : undefined;
}
