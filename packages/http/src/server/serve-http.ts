/** A complete server for an agent: one endpoint and one port for HTTP/1.1, HTTP/2 and WebSocket. */
import { once, type EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import {
  createSecureServer,
  type Http2Server,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { refusedSource } from './connection/admission.ts';
import { byPath } from './by-path.ts';
import { serverHandler, type ServerHandler, type CloseOptions } from './acp-handler.ts';
import type { App } from './options/served-program.ts';
import type { HttpCounters } from './options/counters.ts';
import { hardenHttp1, hardenHttp2, hardenTls, http1Options, http2Options } from './listen/hardening.ts';
import { listen } from './listen/listen.ts';
import { headOf, sendReply, type NodeRequest, type NodeResponse } from './request/node-request.ts';
import { cleartextServer } from './listen/cleartext-server.ts';
import { refusal } from './request/replies.ts';
import { settingsOf, type HttpOptions, type Settings } from './options/http-options.ts';
import { SocketLimit } from './limits/socket-limit.ts';

/** Where a server listens, and how. */
export interface ServeOptions extends HttpOptions {
  /** The port; 0 for any free port. */
  readonly port?: number;
  /** The address to listen on; loopback by default. */
  readonly host?: string;
  /**
   * A key and a certificate; with them the server speaks only HTTPS. With `requestCert` and `ca` it asks clients for
   * certificates.
   */
  readonly tls?: SecureServerOptions;
  /** An existing server, listening or not; it stays open when this one is closed. */
  readonly server?: Server | HttpsServer | Http2Server | Http2SecureServer;
  /** Further programs by their paths, with the same rules for clients; not with an existing `server`. */
  readonly apps?: Readonly<Record<string, App>>;
  /** Handles requests for other paths, after Host and Origin were checked; 404 by default. */
  readonly otherwise?: RequestListener;
}

/** A running server. */
export interface HttpServing extends AsyncDisposable {
  /** The address for clients; a loopback address if the server listens on all addresses. */
  readonly url: string;
  /** Returns the counters of the server. */
  counters(): HttpCounters;
  /**
   * Drops every socket and event stream of a principal, for instance because its token was revoked. A client that can
   * resume comes back with its credentials, and is authenticated again.
   */
  disconnect(principal: string): void;
  /**
   * Refuses new connections, waits up to `drain` for requests in progress, ends every connection and stops listening. A
   * second call without `drain` stops the wait.
   */
  close(options?: CloseOptions): Promise<void>;
}

/** Serves `app`; resolves when the server listens. */
export async function serveHttp(app: App, options: ServeOptions = {}): Promise<HttpServing> {
  const hosts = options.allowedHosts ?? namesOf(options.host);
  const allOptions: ServeOptions = hosts === undefined ? options : { ...options, allowedHosts: hosts };
  const settings = settingsOf(allOptions);
  const { server, apps = {} } = options;
  const others = Object.entries(apps).map(
    ([path, each]) => [path, serverHandler(each, { ...settings, path })] as const,
  );
  const handler = byPath(serverHandler(app, settings), new Map(others));
  return server === undefined
    ? await serveAlone(handler, settings, options)
    : await serveAlong(handler, settings, server);
}

/** Besides loopback names, the `host` to listen on is an allowed host. */
function namesOf(host: string | undefined): readonly string[] | undefined {
  return host === undefined ? undefined : [...settingsOf({}).allowedHosts, host.includes(':') ? `[${host}]` : host];
}

async function serveAlong(
  handler: ServerHandler,
  settings: Settings,
  server: NonNullable<ServeOptions['server']>,
): Promise<HttpServing> {
  const isOurs = (request: IncomingMessage | NodeRequest): boolean => request.url?.split('?', 1)[0] === settings.path;
  const onRequest = (request: NodeRequest, response: NodeResponse): void => {
    if (isOurs(request)) handler.request(request, response);
    else if (server.listenerCount('request') === 1) handler.request(request, response);
  };
  const onUpgrade = (request: NodeRequest, socket: Duplex, head: Buffer): void => {
    if (isOurs(request) || server.listenerCount('upgrade') === 1) handler.upgrade(request, socket, head);
  };
  server.on('request', onRequest).on('upgrade', onUpgrade);
  if (!server.listening) await once(server, 'listening');
  return serving({
    handler,
    url: urlOf(server, settings.path, isSecure(server)),
    stop: () => {
      server.off('request', onRequest).off('upgrade', onUpgrade);
      return Promise.resolve();
    },
  });
}

async function serveAlone(handler: ServerHandler, settings: Settings, options: ServeOptions): Promise<HttpServing> {
  const { port = 0, host = '127.0.0.1', tls, otherwise } = options;
  const { limits, clock } = settings;
  const socketLimit = new SocketLimit(limits);
  const onRequest = (request: NodeRequest, response: NodeResponse): void => {
    socketLimit.heard(request.socket);
    const path = request.url?.split('?', 1)[0] ?? '';
    const isOurs = path === settings.path || Object.hasOwn(options.apps ?? {}, path);
    if (otherwise === undefined || isOurs) {
      handler.request(request, response);
      return;
    }
    const refused = refusedSource(headOf(request), settings);
    if (refused !== undefined) sendReply(request, response, refusal(refused.status, refused.reason), settings);
    // HTTP/1.1 and HTTP/2 have the same objects with incompatible types.
    else otherwise(request as never, response as never);
  };
  let server: NetServer;
  let sessions: ReadonlySet<ServerHttp2Session>;
  if (tls === undefined) {
    const { server: http1, http2 } = cleartextServer({ limits, clock, socketLimit });
    http2.on('request', onRequest);
    takeStreams(http2, handler.stream, socketLimit);
    http1.on('request', onRequest);
    http1.on('upgrade', (request, socket, head) => {
      socketLimit.heard(request.socket);
      if (request.headers.upgrade?.toLowerCase() === 'websocket') handler.upgrade(request, socket, head);
    });
    server = http1;
    sessions = collect<ServerHttp2Session>(http2, 'session');
  } else {
    const secure = createSecureServer({
      handshakeTimeout: limits.headersTimeout,
      ...http1Options(limits),
      ...http2Options(limits),
      ...tls,
      allowHTTP1: true,
    } as SecureServerOptions);
    // Before the TLS handshake nothing can be sent to the client.
    secure.prependListener('connection', (socket: Socket) => {
      if (socketLimit.admit(socket) !== undefined) socket.destroy();
    });
    hardenHttp1(secure);
    hardenHttp2(secure, limits, clock);
    hardenTls(secure);
    secure.on('request', onRequest);
    takeStreams(secure, handler.stream, socketLimit);
    secure.on('upgrade', (request: NodeRequest, socket: Duplex, head: Buffer) => {
      socketLimit.heard(request.socket);
      handler.upgrade(request, socket, head);
    });
    server = secure;
    sessions = collect<ServerHttp2Session>(secure, 'session');
  }
  const sockets = collect<Socket>(server, 'connection');
  await listen(server, port, host);
  return serving({
    handler,
    socketLimit,
    url: urlOf(server, settings.path, tls !== undefined),
    stop: async () => {
      const closed = once(server, 'close');
      // Idle sockets close at once, the others when their requests have ended.
      server.close();
      for (const session of sessions) session.close();
      // A session with a protocol error reads nothing any more and would never end by itself.
      const graceTimer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeGrace);
      await closed;
      clearTimeout(graceTimer);
    },
  });
}

/** Offers every HTTP/2 stream to `take`; if it returns false, Node handles the stream as usual. */
function takeStreams(
  server: Http2Server | Http2SecureServer,
  take: ServerHandler['stream'],
  socketLimit: SocketLimit,
): void {
  server.on('session', (session: ServerHttp2Session) => {
    session.once('stream', () => {
      socketLimit.heard(session.socket);
    });
  });
  const others = server.listeners('stream') as ((...event: unknown[]) => void)[];
  server.removeAllListeners('stream');
  server.on('stream', (stream, headers, ...rest) => {
    if (take(stream, headers)) return;
    for (const other of others) other.call(server, stream, headers, ...rest);
  });
}

/** The grace period in milliseconds for open sockets to send the rest. */
const closeGrace = 1000;

/** Collects what `source` emits as `event`, until each is closed. */
function collect<T extends EventEmitter>(source: EventEmitter, event: string): ReadonlySet<T> {
  const things = new Set<T>();
  source.on(event, (thing: T) => {
    things.add(thing);
    thing.once('close', () => things.delete(thing));
  });
  return things;
}

interface Parts {
  readonly handler: ServerHandler;
  /** Counts the sockets, if they are ours. */
  readonly socketLimit?: SocketLimit;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

function serving({ handler, socketLimit, url, stop }: Parts): HttpServing {
  let closing: Promise<void> | undefined;
  const close = (options?: CloseOptions): Promise<void> => {
    const closed = handler.close(options);
    closing ??= closed.then(stop);
    return closing;
  };
  const counters = (): HttpCounters => ({ ...handler.counters(), socketsRefused: socketLimit?.refused ?? 0 });
  const disconnect = (principal: string): void => {
    handler.disconnect(principal);
  };
  return { url, counters, disconnect, close, [Symbol.asyncDispose]: () => close() };
}

/** Addresses that stand for all interfaces, and the loopback address for each. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function urlOf(server: NetServer, path: string, isTls: boolean): string {
  const { address, family, port } = server.address() as AddressInfo;
  // A server on all interfaces is reached over loopback; its public name is not known here.
  const reached = everywhere[address] ?? address;
  const host = family === 'IPv6' ? `[${reached}]` : reached;
  return `${isTls ? 'https' : 'http'}://${host}:${port}${path}`;
}

const isSecure = (server: object): boolean => 'setSecureContext' in server;
