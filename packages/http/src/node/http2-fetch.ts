/**
 * `fetch` over HTTP/2: all requests and streams go over one connection at once, as many as the server takes.
 *
 * Cleartext is HTTP/2 from the first byte (prior knowledge). A server that turns out to speak only HTTP/1.1 is asked with the
 * platform's `fetch` from then on; nothing was asked twice, because a request is only made once the server has shown that it
 * understands. A connection without requests does not keep the program alive, and is closed after a while.
 */
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';

import type {
  ExchangeRequest,
  Fetch,
  FetchRequest,
  Outcome,
  ExtendedFetch,
  ExtendedResponse,
} from '../client/request/fetch.ts';
import { TransportError } from '../client/connect/transport-error.ts';
import { ResponseHeaders, statusOf, type ResponseFields } from './http2-response-headers.ts';
import { http2Body } from './http2-body.ts';
import { http2Exchange } from './http2-exchange.ts';
import { Http2Reader } from './http2-reader.ts';
import type { Http2Connection, Http2ConnectionOptions } from './http2-connection.ts';
import { Http2Pool } from './http2-pool.ts';
import { httpsFetch } from './https-fetch.ts';

/** How servers are trusted, and what is used for those without HTTP/2. */
export interface Http2FetchOptions {
  /** Certificates, and whom to trust. */
  readonly tls?: Http2ConnectionOptions['tls'];
  /** Takes the place of the platform's `fetch` for servers that speak only HTTP/1.1. */
  readonly fallback?: Fetch;
}

/** Makes a `fetch` that keeps its connections to itself. */
export function http2Fetch(options: Http2FetchOptions = {}): Fetch {
  return fetchOver(new Http2Pool(options.tls ?? {}), options);
}

const shared = new Http2Pool({});

/** Makes the `fetch` of a channel, which shares connections with other channels unless it has certificates of its own. */
export function channelFetch(options: Http2FetchOptions): ExtendedFetch {
  return fetchOver(options.tls === undefined ? shared : new Http2Pool(options.tls), options);
}

/** The way that a `fetch` has taken last. */
interface Target {
  readonly origin: string;
  readonly connection: Http2Connection;
  /** It leads to a server that speaks only HTTP/1.1. */
  isHttp1: boolean;
  /** A request over it was given up, for this reason. */
  readonly onCancelled: (reason: unknown) => void;
}

function fetchOver(pool: Http2Pool, options: Http2FetchOptions): ExtendedFetch {
  const fallback = options.fallback ?? fallbackFor(options);
  /** Servers that are known to speak HTTP/2. */
  const http2Origins = new Set<string>();
  const addressOf = lastAddress();
  let target: Target | undefined;
  const targetFor = (origin: string): Target => {
    if (target?.origin !== origin || !(target.isHttp1 || pool.has(origin, target.connection))) {
      const connection = pool.to(origin);
      const forget = (): void => {
        pool.forget(origin, connection);
      };
      target = { origin, connection, isHttp1: false, onCancelled: distrust(connection, forget) };
    }
    return target;
  };
  const fetch = async (url: string, request: FetchRequest): Promise<ExtendedResponse> => {
    const { origin, path } = addressOf(url);
    const taken = targetFor(origin);
    const { connection, onCancelled } = taken;
    try {
      const session = connection.session ?? (await connection.find(request.signal));
      if (session === 'http1') {
        // A server that spoke HTTP/2 before does not answer just now.
        if (http2Origins.has(origin)) throw new Error('The server closed the connection.');
        taken.isHttp1 = true;
        return await fallback(url, request);
      }
      http2Origins.add(origin);
      // Those who waited with it have taken all places.
      if (!connection.hasRoom) return await fetch(url, request);
      return await ask(session, request, { path, connection, onCancelled });
    } catch (error) {
      // Whatever failed, the next request finds its own way; a connection that still works is kept alive by its own requests.
      if (connection.isClosed) {
        taken.isHttp1 = false;
        pool.forget(origin, connection);
      }
      throw error;
    }
  };
  const exchange: ExtendedFetch['exchange'] = (url: string, request: ExchangeRequest, outcome: Outcome) => {
    const { origin, path } = addressOf(url);
    if (target?.origin !== origin || !pool.has(origin, target.connection)) return undefined;
    const { connection, onCancelled } = target;
    const { session } = connection;
    if (session === undefined) return undefined;
    try {
      return http2Exchange(session, request, { path, connection, onCancelled, outcome });
    } catch {
      // It takes no more requests; another one will.
      pool.forget(origin, connection);
      return undefined;
    }
  };
  return Object.assign(fetch, { exchange });
}

interface Address {
  readonly origin: string;
  /** The path and the query. */
  readonly path: string;
}

/** Reads addresses; a channel has only one, which it names with every request. */
function lastAddress(): (url: string) => Address {
  let known: { readonly url: string; readonly address: Address } | undefined;
  return (url) => {
    if (known?.url !== url) {
      const { origin, pathname, search } = new URL(url);
      known = { url, address: { origin, path: `${pathname}${search}` } };
    }
    return known.address;
  };
}

const platform: Fetch = (url, request) => globalThis.fetch(url, request);

/** The platform's `fetch`, unless there are certificates that it cannot be told about. */
function fallbackFor({ tls }: Http2FetchOptions): Fetch {
  if (tls === undefined) return platform;
  const secure = httpsFetch(tls);
  return (url, request) => (url.startsWith('https:') ? secure : platform)(url, request);
}

/** What to do about a connection over which a request was given up: when nobody answered in time, it may be dead. */
const distrust =
  (connection: Http2Connection, forget: () => void) =>
  (reason: unknown): void => {
    if (!(reason instanceof TransportError) || reason.code !== 'unreachable') return;
    forget();
    // It ends with its last request, each of which is watched like this one.
    connection.session?.close();
  };

interface AskOptions {
  readonly path: string;
  readonly connection: Http2Connection;
  /** The request was given up, for this reason. */
  readonly onCancelled: (reason: unknown) => void;
}

/** Makes a request; throws when the connection takes none. */
function ask(
  session: ClientHttp2Session,
  { method, headers, body, signal }: FetchRequest,
  { path, connection, onCancelled }: AskOptions,
): Promise<ExtendedResponse> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  const stream = session.request({ ...headers, ':method': method, ':path': path }, { endStream: body === undefined });
  connection.begin();
  /** Forgotten with the answer, which would otherwise be kept for as long as the stream is open. */
  let waiter: Waiter | undefined;
  const answer = new Promise<ExtendedResponse>((resolve, reject) => {
    waiter = { resolve, reject };
  });
  const settle = (): Waiter | undefined => {
    const last = waiter;
    waiter = undefined;
    return last;
  };
  const abort = (): void => {
    stream.close(constants.NGHTTP2_CANCEL);
    onCancelled(signal.reason);
    settle()?.reject(signal.reason as Error);
  };
  signal.addEventListener('abort', abort);
  stream.once('response', (fields, flags) => {
    const isEmpty = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    // What nobody reads would keep the stream open.
    if (isEmpty) stream.resume();
    settle()?.resolve(response(stream, fields, { signal, isEmpty }));
  });
  stream.on('error', (error) => {
    settle()?.reject(error);
  });
  stream.once('close', () => {
    signal.removeEventListener('abort', abort);
    connection.finish();
    settle()?.reject(new Error(`The request was closed without an answer (${stream.rstCode}).`));
  });
  if (body !== undefined) stream.end(body);
  return answer;
}

interface Waiter {
  readonly resolve: (response: ExtendedResponse) => void;
  readonly reject: (error: Error) => void;
}

function response(
  stream: ClientHttp2Stream,
  fields: ResponseFields,
  { signal, isEmpty }: { readonly signal: AbortSignal; readonly isEmpty: boolean },
): ExtendedResponse {
  let body: ReadableStream<Uint8Array> | undefined;
  const reader = (): Http2Reader => new Http2Reader(stream, signal);
  return {
    status: statusOf(fields),
    headers: new ResponseHeaders(fields),
    get body() {
      body ??= http2Body(reader());
      return body;
    },
    reader,
    text: () => (isEmpty ? Promise.resolve('') : readAll(reader())),
  };
}

async function readAll(reader: Http2Reader): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces).toString('utf8');
    pieces.push(value);
  }
}
