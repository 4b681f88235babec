/**
 * `fetch` over HTTP/2: requests and event streams share connections, up to the server's limit for streams.
 *
 * Cleartext uses HTTP/2 with prior knowledge. If a server speaks only HTTP/1.1, the platform's `fetch` is used from
 * then on. No request is made twice, because it is only sent once the server has shown what it speaks. An idle
 * connection does not keep the process alive, and is closed after a while.
 */
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';

import { CollectedBytes } from '@acp-stack/rpc';

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

/** Certificates, and the `fetch` for servers without HTTP/2. */
export interface Http2FetchOptions {
  /** Certificates and trusted authorities. */
  readonly tls?: Http2ConnectionOptions['tls'];
  /** Replaces the platform's `fetch` for servers that speak only HTTP/1.1. */
  readonly fallback?: Fetch;
}

/** Returns a `fetch` with connections of its own. */
export function http2Fetch(options: Http2FetchOptions = {}): Fetch {
  return fetchOver(new Http2Pool(options.tls ?? {}), options);
}

const shared = new Http2Pool({});

/** Returns the `fetch` of a channel; channels without certificates share connections. */
export function channelFetch(options: Http2FetchOptions): ExtendedFetch {
  return fetchOver(options.tls === undefined ? shared : new Http2Pool(options.tls), options);
}

/** The connection that a `fetch` used last. */
interface Target {
  readonly origin: string;
  readonly connection: Http2Connection;
  /** The server speaks only HTTP/1.1. */
  isHttp1: boolean;
  /** Called when a request is cancelled. */
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
        // A server that spoke HTTP/2 before is only unavailable.
        if (http2Origins.has(origin)) throw new Error('The server closed the connection.');
        taken.isHttp1 = true;
        return await fallback(url, request);
      }
      http2Origins.add(origin);
      // Other callers that waited have taken all streams.
      if (!connection.hasRoom) return await fetch(url, request);
      return await ask(session, request, { path, connection, onCancelled });
    } catch (error) {
      // The next request connects anew; a connection that still works is kept alive by its requests.
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
      // The session takes no more requests; another connection will.
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

/** Parses addresses and remembers the last one: a channel has only one. */
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

/** The platform's `fetch`, unless there are certificates, which it does not support. */
function fallbackFor({ tls }: Http2FetchOptions): Fetch {
  if (tls === undefined) return platform;
  const secure = httpsFetch(tls);
  return (url, request) => (url.startsWith('https:') ? secure : platform)(url, request);
}

/** After a timeout the connection may be dead: it takes no more requests. */
const distrust =
  (connection: Http2Connection, forget: () => void) =>
  (reason: unknown): void => {
    if (!(reason instanceof TransportError) || reason.code !== 'unreachable') return;
    forget();
    // It closes with its last request; each has its own timeout.
    connection.session?.close();
  };

interface AskOptions {
  readonly path: string;
  readonly connection: Http2Connection;
  /** Called when the request is cancelled. */
  readonly onCancelled: (reason: unknown) => void;
}

/** Makes a request; throws if the session takes no more. */
function ask(
  session: ClientHttp2Session,
  { method, headers, body, signal }: FetchRequest,
  { path, connection, onCancelled }: AskOptions,
): Promise<ExtendedResponse> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  const stream = session.request({ ...headers, ':method': method, ':path': path }, { endStream: body === undefined });
  connection.begin();
  /** Cleared with the response, which would otherwise stay in memory as long as the stream is open. */
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
    // An unread stream would stay open.
    if (isEmpty) stream.resume();
    settle()?.resolve(response(stream, fields, { signal, isEmpty }));
  });
  stream.on('error', (error) => {
    settle()?.reject(error);
  });
  stream.once('close', () => {
    signal.removeEventListener('abort', abort);
    connection.finish();
    settle()?.reject(new Error(`The request was closed without a response (${stream.rstCode}).`));
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
  const bytes = new CollectedBytes();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(bytes.take());
    bytes.add(value);
  }
}
