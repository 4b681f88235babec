/**
 * `fetch` over HTTP/2: one connection per server, over which all requests and streams go at once.
 *
 * Cleartext is HTTP/2 from the first byte (prior knowledge). A server that turns out to speak only HTTP/1.1 is asked with the
 * platform's `fetch` from then on; nothing was asked twice, because a request is only made once the server has shown that it
 * understands. A connection without requests does not keep the program alive, and is closed after a while.
 */
import { constants, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';

import type { Fetch, FetchRequest, FetchResponse } from '../client/endpoint.ts';
import { TransportError } from '../client/transport-error.ts';
import { http2Body } from './http2-body.ts';
import { httpsFetch } from './https-fetch.ts';
import { Http2Route, type Http2RouteOptions } from './http2-route.ts';

export interface Http2FetchOptions {
  /** Certificates, and whom to trust. */
  readonly tls?: Http2RouteOptions['tls'];
  /** Takes the place of the platform's `fetch` for servers that speak only HTTP/1.1. */
  readonly fallback?: Fetch;
}

/** Milliseconds until a connection without requests is closed. */
const idleTime = 10_000;

/** Makes a `fetch` that keeps its connections to itself. */
export function http2Fetch(options: Http2FetchOptions = {}): Fetch {
  const routes = new Map<string, Http2Route>();
  /** Servers that are known to speak HTTP/2. */
  const modern = new Set<string>();
  const fallback = options.fallback ?? fallbackFor(options);
  const routeTo = (origin: string): { readonly route: Http2Route; readonly forget: () => void } => {
    const forget = (): void => {
      if (routes.get(origin) === route) routes.delete(origin);
    };
    const route = routes.get(origin) ?? new Http2Route(origin, { tls: options.tls ?? {}, onClosed: () => forget() });
    routes.set(origin, route);
    return { route, forget };
  };
  const addressOf = lastAddress();
  return async (url, request) => {
    const address = addressOf(url);
    const { route, forget } = routeTo(address.origin);
    try {
      const session = await route.find(request.signal);
      if (session === 'http1') {
        // A server that spoke HTTP/2 before does not answer just now.
        if (modern.has(address.origin)) throw new Error('The server closed the connection.');
        return await fallback(url, request);
      }
      modern.add(address.origin);
      return await ask(session, address, request, forget);
    } catch (error) {
      // Whatever failed, the next request finds its own way; a connection that still works is kept alive by its own requests.
      if (route.isClosed) forget();
      throw error;
    }
  };
}

/** Reads addresses; a channel has only one, which it names with every request. */
function lastAddress(): (url: string) => URL {
  let known: { readonly url: string; readonly address: URL } | undefined;
  return (url) => {
    if (known?.url !== url) known = { url, address: new URL(url) };
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

/** Requests that are open on each connection. */
const openRequests = new WeakMap<ClientHttp2Session, number>();

function countRequest(session: ClientHttp2Session, change: 1 | -1): void {
  const before = openRequests.get(session) ?? 0;
  const count = before + change;
  openRequests.set(session, count);
  if (session.destroyed || (count > 0 && before > 0)) return;
  if (count > 0) {
    session.ref();
    session.setTimeout(0);
    return;
  }
  session.unref();
  session.setTimeout(idleTime, () => {
    if ((openRequests.get(session) ?? 0) === 0) session.close();
  });
}

/** Makes a request; `distrust` is called when nobody answered in time, because the connection may be dead. */
function ask(
  session: ClientHttp2Session,
  url: URL,
  request: FetchRequest,
  distrust: () => void,
): Promise<FetchResponse> {
  return new Promise((resolve, reject) => {
    const { method, headers, body, signal } = request;
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const stream = session.request(
      { ...headers, ':method': method, ':path': `${url.pathname}${url.search}` },
      { endStream: body === undefined },
    );
    countRequest(session, 1);
    const abort = (): void => {
      stream.close(constants.NGHTTP2_CANCEL);
      if (signal.reason instanceof TransportError && signal.reason.code === 'unreachable') {
        distrust();
        // It ends with its last request, each of which is watched like this one.
        session.close();
      }
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort);
    let isAnswered = false;
    stream.once('response', (answer, flags) => {
      isAnswered = true;
      const isEmpty = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      // What nobody reads would keep the stream open.
      if (isEmpty) stream.resume();
      resolve(response(stream, answer, { signal, isEmpty }));
    });
    stream.on('error', reject);
    stream.once('close', () => {
      signal.removeEventListener('abort', abort);
      countRequest(session, -1);
      if (!isAnswered) reject(new Error(`The request was closed without an answer (${stream.rstCode}).`));
    });
    if (body !== undefined) stream.end(body);
  });
}

function response(
  stream: ClientHttp2Stream,
  answer: IncomingHttpHeaders & { readonly ':status'?: number | undefined },
  { signal, isEmpty }: { readonly signal: AbortSignal; readonly isEmpty: boolean },
): FetchResponse {
  let body: ReadableStream<Uint8Array> | undefined;
  return {
    status: answer[':status'] ?? 0,
    headers: {
      get: (name) => {
        const value = answer[name];
        return value === undefined ? null : String(value);
      },
      getSetCookie: () => answer['set-cookie'] ?? [],
    },
    get body() {
      body ??= http2Body(stream, signal);
      return body;
    },
    text: () => (isEmpty ? nothing : textOf(stream)),
  };
}

const nothing = Promise.resolve('');

function textOf(stream: ClientHttp2Stream): Promise<string> {
  return new Promise((resolve, reject) => {
    const cut = (): void => {
      reject(new Error(`The stream was cut (${stream.rstCode}).`));
    };
    if (stream.destroyed) {
      cut();
      return;
    }
    const chunks: Uint8Array[] = [];
    stream.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
    });
    stream.once('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    stream.once('error', reject);
    stream.once('close', cut);
  });
}
