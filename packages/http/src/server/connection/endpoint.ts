/**
 * The HTTP endpoint of remote ACP: handles POST, GET and DELETE.
 *
 * A connection can only be used by the principal that made it. Each kind of refusal has its own status.
 */
import { headers as names, mediaTypes } from '../../wire/headers.ts';
import { resumeVersion } from '../../wire/resumption.ts';
import {
  connectionScope,
  isInitialize,
  isProxyInitialize,
  isRequest,
  type StreamScope,
} from '../../wire/stream-scope.ts';
import { admit, originHeaders, type Admission } from './admission.ts';
import { clientOf, type App } from '../options/served-program.ts';
import type { IncomingRequest, RequestHead, Reply } from '../request/incoming-request.ts';
import { withConnectionId } from './connection-id-in-result.ts';
import { ConnectionRegistry, createName } from './connection-registry.ts';
import type { Counting } from '../options/counters.ts';
import { accepts, eventIdOf, hasMediaType, sequenceOf } from '../request/header-values.ts';
import { HttpConnection } from './http-connection.ts';
import type { StreamAttachment } from '../stream/event-streams.ts';
import type { PostResult } from '../post/post-order.ts';
import { postedMessage } from '../post/posted-message.ts';
import { accepted, acceptedWith, json, noContent, refusal, rpcRefusal } from '../request/replies.ts';
import type { Settings } from '../options/http-options.ts';
import { PrincipalQuotas } from '../limits/principal-quota.ts';

export interface EndpointOptions {
  readonly app: App;
  readonly settings: Settings;
  readonly counting: Counting;
  /** Returns how many connections a principal has over WebSocket. */
  readonly otherConnections: (principal: string) => number;
}

type Handle = (request: IncomingRequest, principal: string) => Reply | Promise<Reply>;

/** The same response for every id that is not a connection of the principal. */
const unknownConnection = (): Reply => refusal(404, 'Connection not found.');

export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #connections = new ConnectionRegistry<HttpConnection>();
  readonly #quotas: PrincipalQuotas;
  readonly #handlers: ReadonlyMap<string, Handle>;
  #isClosing = false;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#quotas = new PrincipalQuotas(options.settings.limits, options.settings.clock);
    this.#handlers = new Map<string, Handle>([
      ['POST', (request, principal) => this.#post(request, principal)],
      ['GET', (request, principal) => this.#get(request, principal)],
      ['DELETE', (request, principal) => this.#delete(request, principal)],
    ]);
  }

  get connections(): ConnectionRegistry<HttpConnection> {
    return this.#connections;
  }

  /** How many event streams have a reader. */
  get openStreams(): number {
    let sum = 0;
    for (const connection of this.#connections) sum += connection.openStreams;
    return sum;
  }

  /** Refuses new connections from now on. */
  refuseNew(): void {
    this.#isClosing = true;
  }

  /** Cuts off all readers of a principal. */
  disconnect(principal: string): void {
    for (const connection of this.#connections) if (connection.principal === principal) connection.disconnect();
  }

  /** Handles a request; synchronously if nothing has to be awaited. */
  handle(request: IncomingRequest): Reply | Promise<Reply> {
    const admitted = admit(request, this.#options.settings);
    if (!(admitted instanceof Promise)) return this.#reply(request, admitted);
    return admitted.then((admission) => this.#reply(request, admission));
  }

  #reply(request: IncomingRequest, admission: Admission): Reply | Promise<Reply> {
    const reply = this.#route(request, admission);
    if (!(reply instanceof Promise)) return this.#complete(reply, request, admission);
    return reply.then((resolved) => this.#complete(resolved, request, admission));
  }

  /** Counts a refusal and adds the CORS headers. */
  #complete(reply: Reply, request: IncomingRequest, admission: Admission): Reply {
    const { settings, counting } = this.#options;
    if (reply.kind === 'events') return reply;
    if (reply.status >= 400) counting.refuse(reply.status);
    // Only browsers send Origin.
    if (request.header('origin') === undefined || (admission.kind !== 'admitted' && admission.status !== 401))
      return reply;
    return { ...reply, headers: { ...reply.headers, ...originHeaders(request, settings) } };
  }

  #route(request: IncomingRequest, admission: Admission): Reply | Promise<Reply> {
    if (admission.kind === 'refused') {
      // A preflight request has no credentials.
      if (admission.status === 401 && isPreflight(request)) return preflight(request);
      return refusal(
        admission.status,
        admission.reason,
        admission.status === 401 ? { 'www-authenticate': 'Bearer' } : {},
      );
    }
    if (isPreflight(request)) return preflight(request);
    const handle = this.#handlers.get(request.method);
    if (handle === undefined) return refusal(405, 'Use POST, GET or DELETE.', { allow: 'GET, POST, DELETE' });
    return handle(request, admission.principal);
  }

  #post(request: IncomingRequest, principal: string): Reply | Promise<Reply> {
    if (!hasMediaType(request.header('content-type'), mediaTypes.json)) {
      return refusal(415, `The content type must be ${mediaTypes.json}.`);
    }
    const connectionId = request.header(names.connectionId);
    const connection = connectionId === undefined ? undefined : this.#connections.find(connectionId, principal);
    // The body for an unknown connection is not read.
    if (connectionId !== undefined && connection === undefined) return unknownConnection();
    const sequence = sequenceOf(request.header(names.sequence));
    if (sequence === 'malformed') return refusal(400, 'Acp-Sequence must be a number from 1.');
    if (!this.#quotas.post(principal)) {
      connection?.skip(sequence);
      return refusal(429, 'Too many messages in a short time.', { 'retry-after': '1' });
    }
    return this.#receive(request, { principal, connection, sequence });
  }

  async #receive(request: IncomingRequest, { principal, connection, sequence }: Posted): Promise<Reply> {
    const { settings } = this.#options;
    const refuse = (reply: Reply): Reply => {
      connection?.skip(sequence);
      return reply;
    };
    const bodyQuota = this.#quotas.hold(principal);
    try {
      const posted = postedMessage(await request.body(bodyQuota.take), settings);
      if (posted.kind === 'aborted') return posted.reply;
      if (posted.kind === 'refused') return refuse(posted.reply);
      const { message, text } = posted;
      if (connection === undefined && isProxyInitialize(message))
        return this.#beginProxy(request, principal, { message, text });
      if (isInitialize(message) && connection?.isOfProxy !== true) {
        if (connection !== undefined) return refuse(refusal(400, 'The connection is already initialized.'));
        return await this.#initialize(request, principal, { message, text });
      }
      if (connection === undefined) return refusal(400, 'Acp-Connection-Id is missing.');
      // The connection may have ended while the body arrived.
      if (connection.isInputOver) return unknownConnection();
      const result = this.#forward(connection, { message, text, sessionId: request.header(names.sessionId), sequence });
      return result instanceof Promise ? replyTo(await result) : replyTo(result);
    } finally {
      bodyQuota.release();
    }
  }

  /** Passes a message to the connection, unless it is refused. */
  #forward(
    connection: HttpConnection,
    { message, text, sessionId, sequence }: Forwarded,
  ): PostResult | Reply | Promise<PostResult> {
    const { limits } = this.#options.settings;
    const isTooLong = sessionId !== undefined && sessionId.length > limits.idLength;
    const problem = isTooLong ? 'Acp-Session-Id is too long.' : connection.problemWith(message, sessionId);
    if (problem !== undefined) {
      connection.skip(sequence);
      return refusal(400, problem);
    }
    if (isRequest(message) && connection.unanswered >= limits.unfinishedRequests) {
      connection.skip(sequence);
      return refusal(429, 'Too many requests have no response yet.', { 'retry-after': '1' });
    }
    return connection.post(message, text, { sessionId, sequence });
  }

  /** Makes a connection, unless the server takes no more. */
  #connect(request: IncomingRequest, principal: string, isOfProxy: boolean): HttpConnection | Reply {
    const { settings, counting, otherConnections } = this.#options;
    if (this.#isClosing) return refusal(503, 'The server is shutting down.', { 'retry-after': '5' });
    if (this.#connections.countOf(principal) + otherConnections(principal) >= settings.limits.connections) {
      return refusal(429, 'Too many connections are open.', { 'retry-after': '10' });
    }
    const id = createName();
    const connection = new HttpConnection({
      id,
      principal,
      isOfProxy,
      asksForResume: request.header(names.resume) === resumeVersion,
      settings,
      counting,
      onClosed: () => {
        this.#connections.remove(id);
      },
    });
    this.#connections.add(id, connection);
    counting.connectionsOpened += 1;
    return connection;
  }

  async #initialize(request: IncomingRequest, principal: string, { message, text }: Initialize): Promise<Reply> {
    const connection = this.#connect(request, principal, false);
    if (!(connection instanceof HttpConnection)) return connection;
    this.#options.counting.messagesReceived += 1;
    const initialize = connection.begin(message, text);
    serve(this.#options.app, connection);
    // The client would never learn the id of this connection.
    request.onGone(() => {
      connection.destroy();
    });
    const reply = await initialize;
    if (reply === undefined) {
      connection.destroy();
      return rpcRefusal(500, 'internalError', 'The agent did not respond to initialize.');
    }
    // An agent that refused `initialize` accepts no other message.
    if (reply.isRefusal) connection.leave();
    return json(200, withConnectionId(reply.text, connection.id), headersOf(connection));
  }

  /** A proxy sends requests before it responds, so its response comes on the stream, as every other one does. */
  #beginProxy(request: IncomingRequest, principal: string, { message, text }: Initialize): Reply {
    const connection = this.#connect(request, principal, true);
    if (!(connection instanceof HttpConnection)) return connection;
    void connection.post(message, text, { sessionId: undefined, sequence: undefined });
    serve(this.#options.app, connection);
    return acceptedWith(headersOf(connection));
  }

  #get(request: IncomingRequest, principal: string): Reply | Promise<Reply> {
    const { settings, counting } = this.#options;
    if (request.header('upgrade')?.toLowerCase() === 'websocket') {
      return refusal(426, 'A WebSocket needs HTTP/1.1.', { upgrade: 'websocket' });
    }
    if (!accepts(request.header('accept'), mediaTypes.events)) {
      return refusal(406, `The reply is ${mediaTypes.events}; the Accept header must include it.`);
    }
    const connectionId = request.header(names.connectionId);
    if (connectionId === undefined) return refusal(400, 'Acp-Connection-Id is missing.');
    const connection = this.#connections.find(connectionId, principal);
    if (connection === undefined) return unknownConnection();
    const sessionId = request.header(names.sessionId);
    if (sessionId !== undefined && sessionId.length > settings.limits.idLength) {
      return refusal(400, 'Acp-Session-Id is too long.');
    }
    const after = eventIdOf(request.header(names.lastEventId));
    if (after === 'malformed' && connection.isResumable) return refusal(400, 'Last-Event-ID must be a number.');
    const scope: StreamScope = sessionId === undefined ? connectionScope : { kind: 'session', sessionId };
    const sink = request.events(
      {
        'content-type': mediaTypes.events,
        // Compression would hold events back until it has enough of them.
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        ...originHeaders(request, settings),
      },
      () => {
        connection.detached(scope, sink);
      },
    );
    const position = after === 'malformed' ? undefined : after;
    const reply = (attachment: StreamAttachment): Reply => {
      if (attachment !== 'open') {
        if (attachment === 'history-lost') counting.historyLost += 1;
        return attachmentReplies[attachment]();
      }
      if (position !== undefined && connection.isResumable) counting.resumed += 1;
      sink.start();
      return { kind: 'events' };
    };
    const attachment = connection.attach(scope, sink, position);
    // Awaited only if it is a promise: the headers must be sent before the first event.
    return typeof attachment === 'string' ? reply(attachment) : attachment.then(reply);
  }

  #delete(request: IncomingRequest, principal: string): Reply {
    const connectionId = request.header(names.connectionId);
    if (connectionId === undefined) return refusal(400, 'Acp-Connection-Id is missing.');
    const connection = this.#connections.find(connectionId, principal);
    if (connection === undefined) return unknownConnection();
    this.#connections.remove(connectionId);
    connection.leave();
    return accepted;
  }
}

/** What the client learns of its connection. */
const headersOf = ({ id, isResumable }: HttpConnection): Readonly<Record<string, string>> => ({
  [names.connectionId]: id,
  ...(isResumable ? { [names.resume]: resumeVersion } : {}),
});

const attachmentReplies: Readonly<Record<Exclude<StreamAttachment, 'open'>, () => Reply>> = {
  busy: () => refusal(409, 'The stream already has a reader.'),
  'history-lost': () => refusal(410, 'History lost: the next messages of this stream are gone. Load the session.'),
  ended: () => noContent(),
  unknown: () => refusal(404, 'Session not found.'),
  'too-many': () => refusal(429, 'Too many streams are open.'),
};

function replyTo(result: PostResult | Reply): Reply {
  if (result === 'handled') return accepted;
  if (result === 'too-many') return refusal(429, 'Too many earlier messages are missing.', { 'retry-after': '1' });
  return result === 'given-up' ? unknownConnection() : result;
}

/** A POST, before its body is read. */
interface Posted {
  readonly principal: string;
  /** The connection it is for; undefined for `initialize`. */
  readonly connection: HttpConnection | undefined;
  readonly sequence: number | undefined;
}

interface Initialize {
  readonly message: { readonly id: unknown };
  readonly text: string;
}

interface Forwarded {
  readonly message: object;
  readonly text: string;
  readonly sessionId: string | undefined;
  readonly sequence: number | undefined;
}

/** Passes the connection to the app, and ends it when the app is done. */
function serve(app: App, connection: HttpConnection): void {
  const finish = (): void => {
    void connection.end();
    connection.leave();
  };
  try {
    app.connect(connection, clientOf(connection.principal)).closed.then(finish, finish);
  } catch {
    connection.destroy();
  }
}

const isPreflight = (head: RequestHead): boolean =>
  head.method === 'OPTIONS' &&
  head.header('origin') !== undefined &&
  head.header('access-control-request-method') !== undefined;

const preflight = (head: RequestHead): Reply =>
  noContent({
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': head.header('access-control-request-headers') ?? '',
    'access-control-max-age': '600',
  });
