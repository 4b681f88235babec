/** What a server answered instead of what was asked for, in one sentence, and what can be done about it. */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';

import { mediaTypes } from '../../wire/headers.ts';
import type { WholeResponse, FetchResponse } from './fetch.ts';
import { TransportError, type TransportErrorCode } from '../connect/transport-error.ts';

/** An answer that nobody wanted. */
export interface Refusal {
  readonly status: number;
  /** Its body, or the beginning of it. */
  readonly text: string;
  /** Whether the body is a web page: a proxy's, or that of a server that is no agent. */
  readonly isPage: boolean;
  /** Where the server sends us. */
  readonly location: string | undefined;
  /** Seconds, or a date, after which it is worth to try again. */
  readonly retryAfter: string | undefined;
}

/** Characters of a body that is not understood, for whoever reads the error. */
const longestQuote = 8192;
/** Characters of the server's own words that fit into a sentence. */
const longestWords = 200;

interface Meaning {
  readonly why: string;
  readonly todo: string;
}

const noEndpoint: Meaning = {
  why: 'this is no endpoint of remote ACP',
  todo: 'check the path of the address, which often ends in /acp',
};
const notNow: Meaning = { why: 'the agent cannot be reached just now', todo: 'try again later' };

const meanings: Readonly<Record<number, Meaning>> = {
  400: { why: 'it does not understand the request', todo: 'check that the address is that of an agent' },
  401: { why: 'it wants credentials', todo: 'pass a token that is valid, or headers that say who you are' },
  403: {
    why: 'it does not allow this',
    todo: 'check the credentials, and that the server allows this host and this origin',
  },
  404: noEndpoint,
  405: noEndpoint,
  406: noEndpoint,
  407: { why: 'a proxy wants credentials', todo: 'pass them in the header proxy-authorization' },
  408: { why: 'the request took too long', todo: 'try again' },
  409: { why: 'the session is not with this connection', todo: 'load or resume the session' },
  410: { why: 'what was asked for is gone', todo: 'connect again, and load or resume the sessions' },
  413: { why: 'the message is too large', todo: 'send less at once, or raise the limit of the server' },
  415: noEndpoint,
  426: noEndpoint,
  429: { why: 'it has too much to do for us', todo: 'try again later, and ask for less at once' },
  431: { why: 'the headers are too large', todo: 'send fewer or shorter headers and cookies' },
  500: { why: 'it failed', todo: 'look into the log of the server' },
  501: noEndpoint,
  502: notNow,
  503: notNow,
  504: notNow,
};

/** Statuses of a server that does not know the connection (any more). */
export const connectionGone: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** What there is to know about an answer that nobody wanted. */
export function refusalOf({ status, headers, text }: WholeResponse): Refusal {
  const type = headers.get('content-type') ?? '';
  return {
    status,
    text: text.slice(0, longestQuote),
    isPage: /^text\/html\b/iu.test(type) || /^\s*<(?:!doctype|html)\b/iu.test(text),
    location: headers.get('location') ?? undefined,
    retryAfter: headers.get('retry-after') ?? undefined,
  };
}

/** One sentence about a refusal; `what` was refused, where that is not plain. */
export function refusalWords(refusal: Refusal, what?: string): string {
  const to = what === undefined ? '' : ` to ${what}`;
  const { status, location, retryAfter, isPage } = refusal;
  // A browser does not show where it is sent.
  if (status === 0 || (status >= 300 && status < 400)) {
    const where = location === undefined ? 'to another address' : `to ${location}`;
    return `The server answered${to} with a redirection ${where}; connect to that address instead.`;
  }
  const { why, todo } = meanings[status] ?? { why: 'it refused', todo: 'look into the log of the server' };
  const said = isPage ? `${why}, says a web page, perhaps of a proxy` : (ownWords(refusal) ?? why);
  const when = retryAfter === undefined ? '' : ` (after ${/^\d+$/u.test(retryAfter) ? `${retryAfter} s` : retryAfter})`;
  return `The server answered ${status}${to}: ${said}; ${todo}${when}.`;
}

/** The error object of the body, where there is one; otherwise one that tells the status. */
export function errorObject(refusal: Refusal): ErrorObject {
  const { status, text } = refusal;
  const error = errorOf(text);
  const { code, message, data } = error ?? {};
  if (typeof code === 'number' && typeof message === 'string') return { code, message, data: data ?? { status } };
  return { code: rpcCodes.internalError, message: refusalWords(refusal), data: { status, body: text } };
}

/** A refusal as a failure of the connection, of a session or of a message. */
export function refusalError(refusal: Refusal): TransportError {
  return new TransportError(codeOf(refusal.status), refusalWords(refusal), { status: refusal.status });
}

/** What a refused message says about a connection that was there. */
export function forgottenError(refusal: Refusal): TransportError {
  const { status } = refusal;
  if (status !== 404 && status !== 410) return refusalError(refusal);
  const words = `The server answered ${status}: it has forgotten the connection. Connect again, and load or resume the sessions.`;
  return new TransportError('history-lost', words, { status });
}

/** An answer of the right status with a body that is not what it should be. */
export function bodyError(what: string, wanted: string, refusal: Refusal): TransportError {
  const got = refusal.isPage ? 'a web page' : 'something that is not';
  const words = `The server answered ${what} with ${got}${refusal.isPage ? `, not ${wanted}` : ` ${wanted}`}; check that the address is that of an agent, and that no proxy wants a login.`;
  return new TransportError('refused', words, { status: refusal.status });
}

/** Whether the body of `response` may be a stream of events. */
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

/** What the server says about its refusal, where that fits into a sentence. */
function ownWords({ text }: Refusal): string | undefined {
  const message = errorOf(text)?.message ?? text;
  if (typeof message !== 'string') return undefined;
  const words = message.trim().replace(/\.$/u, '');
  const isSentence = words.includes(' ') && words.length <= longestWords && !/[\r\n<{]/u.test(words);
  return isSentence ? words : undefined;
}
