/**
 * Mounts an agent into an existing server.
 *
 * The handler responds on its path and with 404 on all others; a server with more paths has to choose by path before it
 * calls the handler.
 */
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { Deadlines } from '../timing/deadlines.ts';
import type { App } from './options/served-program.ts';
import type { IncomingRequest, Login, Reply } from './request/incoming-request.ts';
import { Counting, type HttpCounters } from './options/counters.ts';
import { Endpoint } from './connection/endpoint.ts';
import { answerRequest } from './request/fetch-request.ts';
import { Http2Request, isPlain } from './request/http2-request.ts';
import { headOf, nodeRequest, sendReply, type NodeRequest, type NodeResponse } from './request/node-request.ts';
import type { BodyOptions } from './request/read-body.ts';
import { refusal } from './request/replies.ts';
import { settingsOf, type HttpOptions, type Settings } from './options/http-options.ts';
import { refuse, WebSocketEndpoint, type Upgrade } from './socket/web-socket-endpoint.ts';

/** How to close a server. */
export interface CloseOptions {
  /** Milliseconds that requests in progress may take to finish; none by default. */
  readonly drain?: number;
}

export interface Closable extends AsyncDisposable {
  /** Returns the counters of the server. */
  counters(): HttpCounters;
  /**
   * Drops every socket and event stream of a principal, for instance because its token was revoked. A client that can
   * resume comes back with its credentials, and is authenticated again.
   */
  disconnect(principal: string): void;
  /**
   * Refuses new connections, waits up to `drain` for requests in progress, then ends every connection. A second call
   * without `drain` stops the wait.
   */
  close(options?: CloseOptions): Promise<void>;
}

/** An agent for Node's `http`, `https` or `http2` server. */
export interface AcpHandler extends Closable {
  /** Handles a request. */
  readonly request: (request: NodeRequest, response: NodeResponse) => void;
  /** Handles an upgrade to WebSocket; other upgrades are refused. */
  readonly upgrade: (request: NodeRequest, socket: Duplex, head: Buffer) => void;
}

/** An agent for a Web-standard server; that standard has no WebSockets. */
export interface AcpFetchHandler extends Closable {
  /** Handles a request; always resolves, with status 500 if the server fails. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** An agent for a server whose HTTP/2 streams are all ours. */
export interface ServerHandler extends AcpHandler {
  /**
   * Handles an HTTP/2 request without Node's compatibility layer; returns false if the layer is needed. The caller
   * listens for errors of `stream`.
   */
  readonly stream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => boolean;
}

/** Mounts `app` into a Node server: `createServer(handler.request).on('upgrade', handler.upgrade)`. */
export function acpHandler(app: App, options: HttpOptions = {}): AcpHandler {
  const { stream: _stream, ...handler } = serverHandler(app, settingsOf(options));
  return handler;
}

export function serverHandler(app: App, settings: Settings): ServerHandler {
  const core = new Core(app, settings);
  return {
    stream: (stream, headers) => core.stream(stream, headers),
    request: (request, response) => {
      core.request(request, response);
    },
    upgrade: (request, socket, head) => {
      core.upgrade(request, { socket: socket as Socket, head });
    },
    ...core.closable(),
  };
}

/** Mounts `app` into a Web-standard server, which calls `fetch` for each request. */
export function acpFetchHandler(app: App, options: HttpOptions = {}): AcpFetchHandler {
  const core = new Core(app, settingsOf(options));
  return { fetch: (request) => core.fetch(request), ...core.closable() };
}

/** What every kind of handler is made of. */
export class Core {
  readonly #app: App;
  readonly #settings: Settings;
  readonly #bodies: BodyOptions;
  readonly #counting = new Counting();
  readonly #endpoint: Endpoint;
  readonly #webSockets: WebSocketEndpoint;
  #closesAtOnce = false;

  constructor(app: App, settings: Settings) {
    const counting = this.#counting;
    this.#app = app;
    this.#settings = settings;
    const { limits, clock } = settings;
    this.#bodies = { limits, clock, deadlines: new Deadlines(clock) };
    this.#endpoint = new Endpoint({
      app,
      settings,
      counting,
      otherConnections: (principal) => this.#webSockets.connections.countOf(principal),
    });
    this.#webSockets = new WebSocketEndpoint({
      app,
      settings,
      counting,
      otherConnections: (principal) => this.#endpoint.connections.countOf(principal),
    });
  }

  request(request: NodeRequest, response: NodeResponse, login?: Login): void {
    // Without a listener, a client that disconnects at the wrong moment would crash the process.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const incoming = nodeRequest(request, response, this.#bodies);
    this.#handle(login === undefined ? incoming : { ...incoming, login }, (reply) => {
      sendReply(request, response, reply, this.#bodies);
    });
  }

  stream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): boolean {
    if (!isPlain(headers) || pathOf(headers[':path'] ?? '') !== this.#settings.path) return false;
    const incoming = new Http2Request(stream, headers, this.#bodies);
    this.#handle(incoming, (reply) => {
      incoming.answer(reply);
    });
    return true;
  }

  upgrade(request: NodeRequest, upgrade: Upgrade): void {
    const { socket } = upgrade;
    socket.on('error', () => undefined);
    if (pathOf(headOf(request).url) !== this.#settings.path) refuse(socket, 404, 'Not found.');
    else if (request.headers.upgrade?.toLowerCase() !== 'websocket')
      refuse(socket, 400, 'Only upgrades to WebSocket are supported.');
    else void this.#webSockets.upgrade(request, upgrade);
  }

  fetch(request: Request): Promise<Response> {
    return answerRequest(
      request,
      this.#settings,
      (incoming) =>
        new Promise((resolve) => {
          this.#handle(incoming, resolve);
        }),
    );
  }

  closable(): Closable {
    return {
      counters: () => this.#counters(),
      disconnect: (principal) => {
        this.#endpoint.disconnect(principal);
        this.#webSockets.disconnect(principal);
      },
      close: (options) => this.#close(options),
      [Symbol.asyncDispose]: () => this.#close(),
    };
  }

  #handle(incoming: IncomingRequest, answer: (reply: Reply) => void): void {
    const fail = (): void => {
      // The reason is not for the client.
      this.#counting.refuse(500);
      answer(refusal(500, 'The server failed.'));
    };
    let reply: Reply | Promise<Reply>;
    try {
      const { path } = this.#settings;
      if (pathOf(incoming.url) === path) reply = this.#endpoint.handle(incoming);
      else if (incoming.login === undefined) reply = refusal(404, 'Not found.');
      else reply = refusal(404, `The agent is mounted for ${path}, and this request is for another path.`);
    } catch {
      fail();
      return;
    }
    if (reply instanceof Promise) void reply.then(answer, fail);
    else answer(reply);
  }

  #counters(): HttpCounters {
    const { connectionsOpened, messagesReceived, messagesSent, resumed, historyLost, cut, refused } = this.#counting;
    return {
      connections: this.#endpoint.connections.size + this.#webSockets.connections.size,
      streams: this.#endpoint.openStreams,
      webSockets: this.#webSockets.open,
      connectionsOpened,
      messagesReceived,
      messagesSent,
      resumed,
      historyLost,
      cut,
      socketsRefused: 0,
      refused: { ...refused },
    };
  }

  async #close({ drain = 0 }: CloseOptions = {}): Promise<void> {
    this.#endpoint.refuseNew();
    this.#webSockets.refuseNew();
    // A second call without `drain` ends the wait of the first.
    if (drain > 0) await this.#quiet(drain);
    else this.#closesAtOnce = true;
    for (const connection of this.#endpoint.connections) {
      void connection.end();
      connection.leave();
    }
    for (const connection of this.#webSockets.connections) connection.shutDown();
    this.#webSockets.close();
  }

  /** Resolves when nothing is in progress, or after `ms` milliseconds. */
  #quiet(ms: number): Promise<void> {
    const { clock } = this.#settings;
    const until = clock.now() + ms;
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#closesAtOnce || !this.#isBusy() || clock.now() >= until) resolve();
        else clock.schedule(drainStep, look);
      };
      look();
    });
  }

  #isBusy(): boolean {
    if (this.#app.isBusy?.() === true) return true;
    for (const connection of this.#endpoint.connections) if (connection.isBusy) return true;
    for (const connection of this.#webSockets.connections) if (connection.isBusy) return true;
    return false;
  }
}

/** Milliseconds between two checks whether anything is in progress. */
const drainStep = 20;

export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
