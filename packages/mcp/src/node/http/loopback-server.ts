/**
 * The HTTP server on loopback through which agents reach the MCP servers of their clients.
 *
 * It is started with the first endpoint, on a port that the system chooses. `node:http` and the MCP library are loaded
 * only then.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import type { Endpoint, EndpointHost, OpenConnection } from '../endpoint/endpoint.ts';
import type { BridgeSettings } from '../settings/options.ts';
import { Listener } from '../endpoint/listener.ts';
import { UnauthenticatedSockets } from '../endpoint/unauthenticated-sockets.ts';
import { hasToken, refusedSource } from './admission.ts';
import { HttpEndpoint, type EndpointOwner } from './http-endpoint.ts';
import type { ServerModule } from './http-session.ts';
import { writeRefusal } from './web-exchange.ts';

/** A server that listens. */
interface Listening {
  readonly server: Server;
  readonly owner: EndpointOwner;
}

export class LoopbackServer implements EndpointHost {
  readonly #settings: BridgeSettings;
  readonly #endpoints = new Map<string, HttpEndpoint>();
  readonly #unauthenticated: UnauthenticatedSockets;
  readonly #listener = new Listener<Listening>({
    where: '127.0.0.1',
    start: () => this.#start(),
    stop: ({ server }) => {
      this.#stop(server);
    },
  });
  /** Set while the receiver of the messages has paused; requests wait for `resumed`. */
  #paused: { readonly resumed: Promise<void>; readonly resume: () => void } | undefined;

  constructor(settings: BridgeSettings) {
    this.#settings = settings;
    this.#unauthenticated = new UnauthenticatedSockets(settings.limits.strangers, (socket) => {
      this.#report(503, 'Too many sockets without a token are open.');
      endSocket(socket, '503 Service Unavailable');
    });
  }

  ready(): Promise<void> | undefined {
    return this.#listener.ready();
  }

  add(open: OpenConnection): Endpoint {
    const listening = this.#listener.current;
    if (listening === undefined) throw new Error('The HTTP server of the MCP bridge is not listening.');
    const endpoint = new HttpEndpoint(listening.owner, open);
    this.#endpoints.set(endpoint.path, endpoint);
    return endpoint;
  }

  pause(): void {
    if (this.#paused !== undefined) return;
    let resume = nothing;
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    this.#paused = { resumed, resume };
  }

  resume(): void {
    this.#paused?.resume();
    this.#paused = undefined;
  }

  close(): void {
    this.resume();
    for (const endpoint of this.#endpoints.values()) endpoint.close();
    this.#listener.close();
  }

  // -------------------------------------------------------------------------------------------- inside

  async #start(): Promise<Listening> {
    const { limits } = this.#settings;
    const [{ createServer }, library] = await Promise.all([
      import('node:http'),
      import('@modelcontextprotocol/server'),
    ]);
    const server = createServer({
      headersTimeout: limits.headersTimeout,
      requestTimeout: Math.max(limits.requestTimeout, limits.headersTimeout),
      connectionsCheckingInterval: Math.max(50, Math.min(limits.headersTimeout / 2, 5000)),
      keepAliveTimeout: 60_000,
      noDelay: true,
    });
    this.#listenTo(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    server.unref();
    return { server, owner: this.#ownerOf(server, library) };
  }

  #stop(server: Server): void {
    server.close();
    // Streams that have ended are written to their end; nothing else is open for longer.
    this.#settings.clock.schedule(1000, () => {
      server.closeAllConnections();
    });
    server.closeIdleConnections();
  }

  #ownerOf(server: Server, library: ServerModule): EndpointOwner {
    const { port } = server.address() as AddressInfo;
    return {
      settings: this.#settings,
      server: library,
      port,
      refuse: (response, status, reason) => {
        this.#refuse(response, status, reason);
      },
      removed: ({ path }) => {
        this.#endpoints.delete(path);
      },
    };
  }

  #listenTo(server: Server): void {
    server.on('connection', (socket) => {
      this.#unauthenticated.add(socket);
    });
    server.on('request', (request, response) => {
      void this.#handle(request, response);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const status = clientErrors[error.code ?? ''] ?? '400 Bad Request';
      this.#report(Number(status.slice(0, 3)), status.slice(4));
      endSocket(socket, status);
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const endpoint = this.#admit(request, response);
      if (endpoint === undefined) return;
      await this.#paused?.resumed;
      await endpoint.handle(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else this.#refuse(response, 500, (error as Error).message);
    }
  }

  /** Returns the endpoint of a request, or refuses it. */
  #admit(request: IncomingMessage, response: ServerResponse): HttpEndpoint | undefined {
    const listening = this.#listener.current;
    if (listening === undefined) {
      this.#refuse(response, 404, notHere);
      return undefined;
    }
    const refusal = refusedSource(request, listening.owner.port);
    const endpoint = this.#endpoints.get(request.url ?? '');
    if (refusal !== undefined) this.#refuse(response, refusal.status, refusal.reason);
    else if (endpoint === undefined) this.#refuse(response, 404, notHere);
    else if (!hasToken(request, endpoint.token)) this.#refuse(response, 401, 'The token is missing or wrong.');
    else {
      this.#unauthenticated.trust(request.socket);
      return endpoint;
    }
    return undefined;
  }

  #refuse(response: ServerResponse, status: number, reason: string): void {
    this.#report(status, reason);
    writeRefusal(response, { status, reason });
  }

  #report(status: number, reason: string): void {
    this.#settings.onReport({ kind: 'refused', status, reason });
  }
}

const nothing = (): void => undefined;

const notHere = 'MCP server not found at this address.';

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function endSocket(socket: Duplex, status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
