/**
 * `fetch` over HTTP/2: one connection per server, over which all requests and streams go at once.
 *
 * Cleartext is HTTP/2 from the first byte (prior knowledge). A server that turns out to speak only HTTP/1.1 is asked with the
 * platform's `fetch` from then on; nothing was asked twice, because a request is only made once the server has shown that it
 * understands. A connection without requests does not keep the program alive, and is closed after a while.
 */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { ConnectionOptions } from 'node:tls';

import type { Fetch, FetchRequest, FetchResponse } from '../client/endpoint.ts';
import { TransportError } from '../client/transport-error.ts';
import { http2Body } from './http2-body.ts';

export interface Http2FetchOptions {
  /** Certificates, and whom to trust. */
  readonly tls?: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'servername' | 'rejectUnauthorized'
  >;
  /** Takes the place of the platform's `fetch` for servers that speak only HTTP/1.1. */
  readonly fallback?: Fetch;
}

/** Bytes that a server may send ahead on one stream, and on all of them together: the default of 64 KiB halves the speed. */
const streamWindow = 1024 * 1024;
const connectionWindow = 16 * streamWindow;
/** Milliseconds until a connection without requests is closed. */
const idleTime = 10_000;
/** Milliseconds between pings, and until one must be answered. */
const pingEvery = 30_000;

/** A way to reach one server: over HTTP/2, or not. */
type Route = ClientHttp2Session | 'http1';

/** Makes a `fetch` that keeps its connections to itself. */
export function http2Fetch(options: Http2FetchOptions = {}): Fetch {
  const routes = new Map<string, Promise<Route>>();
  /** Servers that are known to speak HTTP/2. */
  const modern = new Set<string>();
  const fallback: Fetch = options.fallback ?? ((url, request) => globalThis.fetch(url, request));
  const routeTo = (origin: string): { readonly route: Promise<Route>; readonly forget: () => void } => {
    const forget = (): void => {
      if (routes.get(origin) === route) routes.delete(origin);
    };
    const route = routes.get(origin) ?? findRoute(origin, options, () => forget());
    routes.set(origin, route);
    return { route, forget };
  };
  return async (url, request) => {
    const address = new URL(url);
    const { route: pending, forget } = routeTo(address.origin);
    try {
      const route = await pending;
      if (route === 'http1') {
        // A server that spoke HTTP/2 before does not answer just now.
        if (modern.has(address.origin)) throw new Error('The server closed the connection.');
        return await fallback(url, request);
      }
      modern.add(address.origin);
      return await ask(route, address, request, forget);
    } catch (error) {
      // Whatever failed, the next request finds its own way; a connection that still works is kept alive by its own requests.
      const route = await pending.catch(() => undefined);
      if (route === undefined || route === 'http1' || route.closed) forget();
      throw error;
    }
  };
}

/** Connects to `origin`; `onClosed` is called when the connection cannot take requests any more. */
function findRoute(origin: string, { tls }: Http2FetchOptions, onClosed: () => void): Promise<Route> {
  return new Promise((resolve, reject) => {
    const session = connect(origin, {
      ...tls,
      settings: { enablePush: false, initialWindowSize: streamWindow },
      maxSessionMemory: 64,
    });
    let hasSettings = false;
    let failure: NodeJS.ErrnoException | undefined;
    session.once('remoteSettings', () => {
      hasSettings = true;
      session.setLocalWindowSize(connectionWindow);
      keepAlive(session);
      resolve(session);
    });
    session.on('error', (error: NodeJS.ErrnoException) => {
      failure = error;
    });
    session.once('goaway', onClosed);
    session.once('close', () => {
      if (hasSettings) onClosed();
      else if (speaksSomethingElse(failure)) resolve('http1');
      else reject(failure ?? new Error('The server closed the connection.'));
    });
  });
}

/** Whether somebody answered, and not in HTTP/2. */
function speaksSomethingElse(failure: NodeJS.ErrnoException | undefined): boolean {
  return failure === undefined || failure.code === 'ECONNRESET' || failure.code?.startsWith('ERR_HTTP2') === true;
}

/** Notices a server that is gone without a word. */
function keepAlive(session: ClientHttp2Session): void {
  let isAnswered = true;
  const timer = setInterval(() => {
    if (!isAnswered) {
      session.destroy(new Error('The server does not answer pings.'));
      return;
    }
    isAnswered = false;
    session.ping(() => {
      isAnswered = true;
    });
  }, pingEvery);
  timer.unref();
  session.once('close', () => {
    clearInterval(timer);
  });
  // Set only while no request is open; a request takes it away.
  session.unref();
}

/** Requests that are open on each connection. */
const openRequests = new WeakMap<ClientHttp2Session, number>();

function countRequest(session: ClientHttp2Session, change: 1 | -1): void {
  const count = (openRequests.get(session) ?? 0) + change;
  openRequests.set(session, count);
  if (session.destroyed) return;
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
    stream.once('response', (answer) => {
      resolve(response(stream, answer, signal));
    });
    stream.on('error', reject);
    stream.once('close', () => {
      signal.removeEventListener('abort', abort);
      countRequest(session, -1);
      reject(new Error(`The request was closed without an answer (${stream.rstCode}).`));
    });
    if (body !== undefined) stream.end(body);
  });
}

function response(
  stream: ClientHttp2Stream,
  answer: IncomingHttpHeaders & { readonly ':status'?: number | undefined },
  signal: AbortSignal,
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
    text: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}
