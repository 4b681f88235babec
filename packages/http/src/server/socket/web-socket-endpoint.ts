/**
 * The WebSockets of the endpoint: the upgrade, the first message, and the connection of each socket.
 *
 * The first message decides: `initialize` makes a connection, a resume request finds one, anything else is a protocol
 * error.
 */
import type { Socket } from 'node:net';

import { parseMessage, serializeMessage } from '@acp-stack/rpc';
import { WebSocketServer, type WebSocket } from 'ws';

import { headers as names } from '../../wire/headers.ts';
import { historyLost, resumeMethod, type ResumeParams, type ResumeResult } from '../../wire/resumption.ts';
import { isFirst } from '../../wire/stream-scope.ts';
import { admit } from '../connection/admission.ts';
import { clientOf, type App } from '../options/served-program.ts';
import { ConnectionRegistry, createName } from '../connection/connection-registry.ts';
import type { Counting } from '../options/counters.ts';
import { headOf, type NodeRequest } from '../request/node-request.ts';
import type { Login } from '../request/incoming-request.ts';
import type { Settings } from '../options/http-options.ts';
import { WebSocketConnection } from './web-socket-connection.ts';
import { WebSocketLink } from './web-socket-link.ts';

export interface WebSocketEndpointOptions {
  readonly app: App;
  readonly settings: Settings;
  readonly counting: Counting;
  /** Returns how many connections a principal has over HTTP. */
  readonly otherConnections: (principal: string) => number;
}

const protocolError = 1002;
const tooManyConnections = 1013;
/** What was received is compacted, so that a message of any size has far fewer chunks. */
const maxBufferedChunks = 4096;
/** No limit: fragments are compacted, and their sum is limited. */
const maxFragments = 0;

export class WebSocketEndpoint {
  readonly #options: WebSocketEndpointOptions;
  readonly #server: WebSocketServer;
  readonly #connections = new ConnectionRegistry<WebSocketConnection>();
  readonly #byToken = new ConnectionRegistry<WebSocketConnection>();
  /** The open sockets, and the principal of each. */
  readonly #links = new Map<WebSocketLink, string>();
  /** Sockets of each principal that have not sent their first message. */
  readonly #waiting = new Map<string, number>();
  #isClosing = false;

  constructor(options: WebSocketEndpointOptions) {
    this.#options = options;
    const settings: object = {
      noServer: true,
      autoPong: false,
      perMessageDeflate: false,
      clientTracking: false,
      maxPayload: options.settings.limits.frameBytes,
      maxFragments,
      maxBufferedChunks,
    };
    this.#server = new WebSocketServer(settings);
    this.#server.on('headers', (lines, request) => {
      lines.push(`${names.connectionId}: ${(request as { connectionId?: string }).connectionId ?? ''}`);
    });
  }

  get connections(): ConnectionRegistry<WebSocketConnection> {
    return this.#connections;
  }

  /** How many sockets are open. */
  get open(): number {
    return this.#links.size;
  }

  refuseNew(): void {
    this.#isClosing = true;
  }

  /** Handles a request to upgrade. */
  async upgrade(request: NodeRequest, { socket, head, login }: Upgrade): Promise<void> {
    // Without a listener a reset during the checks would crash the process.
    socket.on('error', () => undefined);
    const { settings, counting, otherConnections } = this.#options;
    const received = headOf(request);
    const admission = await admit(login === undefined ? received : { ...received, login }, settings);
    if (admission.kind === 'refused') {
      counting.refuse(admission.status);
      refuse(socket, admission.status, admission.reason);
      return;
    }
    const { principal } = admission;
    if (this.#isClosing) {
      counting.refuse(503);
      refuse(socket, 503, 'The server is shutting down.');
      return;
    }
    // A socket may resume a connection that is counted already; only its first message tells. Until then it counts as a
    // waiting socket, of which a principal may have as many as connections.
    const { connections } = settings.limits;
    const count = this.#connections.countOf(principal) + otherConnections(principal);
    const isFull = count >= connections + this.#byToken.countOf(principal);
    if (isFull || (this.#waiting.get(principal) ?? 0) >= connections) {
      counting.refuse(429);
      refuse(socket, 429, 'Too many connections are open.');
      return;
    }
    const connectionId = createName();
    Object.assign(request, { connectionId });
    this.#server.handleUpgrade(request as never, socket, head, (webSocket) => {
      this.#accept(webSocket, socket, { principal, connectionId });
    });
  }

  /** Drops all sockets of a principal. */
  disconnect(principal: string): void {
    for (const [link, owner] of this.#links) if (owner === principal) link.terminate();
  }

  /** Closes every socket without a connection. */
  close(): void {
    for (const link of this.#links.keys()) link.close(1001, 'The server is shutting down.');
    this.#server.close();
  }

  #accept(webSocket: WebSocket, socket: Socket, owner: Owner): void {
    const { settings } = this.#options;
    const { principal } = owner;
    const link = new WebSocketLink(webSocket, socket, settings);
    this.#links.set(link, principal);
    this.#waiting.set(principal, (this.#waiting.get(principal) ?? 0) + 1);
    webSocket.once('close', () => {
      this.#links.delete(link);
    });
    const stopTimer = settings.clock.schedule(settings.limits.initializeTimeout, () => {
      link.close(protocolError, 'The first message did not come.');
      link.terminate();
    });
    let isWaiting = true;
    const stop = (): void => {
      if (!isWaiting) return;
      isWaiting = false;
      stopTimer();
      const left = (this.#waiting.get(principal) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(principal);
      else this.#waiting.set(principal, left);
    };
    link.listen({
      onText: (text) => {
        this.#first(link, text, { ...owner, decided: stop });
      },
      onDrain: () => undefined,
      onClosed: stop,
      onCut: () => undefined,
    });
  }

  /** Decides by its first message what a socket is for. */
  #first(link: WebSocketLink, text: string, owner: PendingSocket): void {
    const read = parseMessage(text, this.#options.settings.limits);
    const message = read.kind === 'message' ? read.message : undefined;
    if (isResume(message)) {
      this.#resume(link, owner, message);
      return;
    }
    owner.decided();
    if (isFirst(message)) this.#begin(link, owner, { message, text });
    else {
      ignore(link);
      link.close(protocolError, 'The first message must be initialize.');
    }
  }

  #begin(link: WebSocketLink, { principal, connectionId }: Owner, { message, text }: First): void {
    const { app, settings, counting, otherConnections } = this.#options;
    if (this.#connections.countOf(principal) + otherConnections(principal) >= settings.limits.connections) {
      counting.refuse(429);
      ignore(link);
      link.close(tooManyConnections, 'Too many connections are open.');
      return;
    }
    let ownToken: string | undefined;
    const connection = new WebSocketConnection({
      id: connectionId,
      principal,
      settings,
      counting,
      onResumable: (token) => {
        ownToken = token;
        this.#byToken.add(token, connection);
      },
      onClosed: () => {
        this.#connections.remove(connectionId);
        if (ownToken !== undefined) this.#byToken.remove(ownToken);
      },
    });
    this.#connections.add(connectionId, connection);
    counting.connectionsOpened += 1;
    connection.begin(link, message, text);
    const finish = (): void => {
      void connection.end();
      // A client that is away may still come back for the last messages.
      if (connection.isAttached) connection.destroy();
    };
    try {
      app.connect(connection, clientOf(principal)).closed.then(finish, finish);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #resume(link: WebSocketLink, { principal, decided }: PendingSocket, { id, params }: Resume): void {
    const connection = this.#byToken.find(params.token, principal);
    const answer = (received: number): string => {
      const result: ResumeResult = { received };
      return serializeMessage({ jsonrpc: '2.0', id, result });
    };
    const settle = (isResumed: boolean): void => {
      if (isResumed) {
        decided();
        return;
      }
      this.#options.counting.historyLost += 1;
      const error = {
        code: historyLost.code,
        message: 'History lost: the connection, or its next messages, are gone.',
        data: { reason: historyLost.reason },
      };
      // The client may continue with `initialize` on this socket.
      link.send(serializeMessage({ jsonrpc: '2.0', id, error }));
    };
    const isResumed = connection?.resumeOn(link, params.received, answer) ?? false;
    if (typeof isResumed === 'boolean') settle(isResumed);
    else {
      link.pause();
      void isResumed.then((isIt) => {
        if (!isIt) link.resume();
        settle(isIt);
      });
    }
  }
}

/** An upgrade, as Node's server passes it on. */
export interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
  /** What a login before ours has found. */
  readonly login?: Login;
}

interface Owner {
  readonly principal: string;
  readonly connectionId: string;
}

/** The owner of a socket that has not sent its first message. */
interface PendingSocket extends Owner {
  /** Called when the first message was handled. */
  readonly decided: () => void;
}

interface First {
  readonly message: { readonly id: unknown };
  readonly text: string;
}

interface Resume {
  readonly id: unknown;
  readonly params: ResumeParams;
}

/** Ignores all events of `link`. */
function ignore(link: WebSocketLink): void {
  link.listen({ onText: noop, onDrain: noop, onClosed: noop, onCut: noop });
}

function isResume(message: unknown): message is Resume {
  const { id, method, params } = Object(message) as { id?: unknown; method?: unknown; params?: unknown };
  const { token, received } = Object(params) as Partial<ResumeParams>;
  const hasId = typeof id === 'string' || typeof id === 'number';
  return method === resumeMethod && hasId && typeof token === 'string' && Number.isSafeInteger(received);
}

/** Refuses an upgrade with a plain HTTP response, and closes the socket. */
export function refuse(socket: Socket, status: number, words: string): void {
  const body = `${words}\n`;
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Refused'}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

const noop = (): void => undefined;
