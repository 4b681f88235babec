/**
 * The endpoint of remote ACP: what each request gets for an answer.
 *
 * Names of connections mean nothing to anybody but the principal that made them, and every refusal has a status of its own.
 */
import { headers as names, mediaTypes } from '../../wire/headers.ts';
import { resumeVersion } from '../../wire/resumption.ts';
import { connectionScope, isInitialize, isRequest, type StreamScope } from '../../wire/stream-scope.ts';
import { admit, originHeaders, type Admission } from './admission.ts';
import { clientOf, type App } from '../options/app.ts';
import type { IncomingRequest, RequestHead, Reply } from '../request/incoming-request.ts';
import { ConnectionRegistry, createName } from './connection-registry.ts';
import type { Counting } from '../options/counters.ts';
import { accepts, eventIdOf, hasMediaType, placeOf } from '../request/header-values.ts';
import { HttpConnection } from './http-connection.ts';
import type { StreamAttachment } from '../stream/event-streams.ts';
import type { PostResult } from '../post/post-order.ts';
import { postedMessage } from '../post/posted-message.ts';
import { accepted, json, noContent, refusal, rpcRefusal } from '../request/replies.ts';
import type { Settings } from '../options/http-options.ts';
import { PrincipalQuotas } from '../limits/principal-quota.ts';

export interface EndpointOptions {
  readonly app: App;
  readonly settings: Settings;
  readonly counting: Counting;
  /** Connections that a principal has besides those over HTTP. */
  readonly otherConnections: (principal: string) => number;
}

type Handle = (call: IncomingRequest, principal: string) => Reply | Promise<Reply>;

/** The one answer to every name that does not lead to a connection of whoever asks. */
const unknownConnection = (): Reply => refusal(404, 'There is no such connection.');

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
      ['POST', (call, principal) => this.#post(call, principal)],
      ['GET', (call, principal) => this.#get(call, principal)],
      ['DELETE', (call, principal) => this.#delete(call, principal)],
    ]);
  }

  get connections(): ConnectionRegistry<HttpConnection> {
    return this.#connections;
  }

  /** How many streams of events somebody reads. */
  get openStreams(): number {
    let sum = 0;
    for (const connection of this.#connections) sum += connection.openStreams;
    return sum;
  }

  /** Lets nobody begin a connection any more. */
  refuseNew(): void {
    this.#isClosing = true;
  }

  /** Answers a request, at once where nothing has to be waited for. */
  handle(call: IncomingRequest): Reply | Promise<Reply> {
    const admitted = admit(call, this.#options.settings);
    if (!(admitted instanceof Promise)) return this.#answer(call, admitted);
    return admitted.then((admission) => this.#answer(call, admission));
  }

  #answer(call: IncomingRequest, admission: Admission): Reply | Promise<Reply> {
    const reply = this.#route(call, admission);
    if (!(reply instanceof Promise)) return this.#complete(reply, call, admission);
    return reply.then((whole) => this.#complete(whole, call, admission));
  }

  /** Counts a refusal, and tells a page whether it may read the reply. */
  #complete(reply: Reply, call: IncomingRequest, admission: Admission): Reply {
    const { settings, counting } = this.#options;
    if (reply.kind === 'events') return reply;
    if (reply.status >= 400) counting.refuse(reply.status);
    // Only a page says where it comes from.
    if (call.header('origin') === undefined || (admission.kind !== 'admitted' && admission.status !== 401))
      return reply;
    return { ...reply, headers: { ...reply.headers, ...originHeaders(call, settings) } };
  }

  #route(call: IncomingRequest, admission: Admission): Reply | Promise<Reply> {
    if (admission.kind === 'refused') {
      // A browser asks without credentials whether it may ask with them.
      if (admission.status === 401 && isPreflight(call)) return preflight(call);
      return refusal(
        admission.status,
        admission.reason,
        admission.status === 401 ? { 'www-authenticate': 'Bearer' } : {},
      );
    }
    if (isPreflight(call)) return preflight(call);
    const handle = this.#handlers.get(call.method);
    if (handle === undefined) return refusal(405, 'Use POST, GET or DELETE.', { allow: 'GET, POST, DELETE' });
    return handle(call, admission.principal);
  }

  #post(call: IncomingRequest, principal: string): Reply | Promise<Reply> {
    if (!hasMediaType(call.header('content-type'), mediaTypes.json)) {
      return refusal(415, `The content type must be ${mediaTypes.json}.`);
    }
    const connectionId = call.header(names.connectionId);
    const connection = connectionId === undefined ? undefined : this.#connections.find(connectionId, principal);
    // A body for a connection that is not there is not worth reading.
    if (connectionId !== undefined && connection === undefined) return unknownConnection();
    const place = placeOf(call.header(names.sequence));
    if (place === 'malformed') return refusal(400, 'Acp-Sequence must be a number from 1.');
    if (!this.#quotas.post(principal)) {
      connection?.skip(place);
      return refusal(429, 'Too many messages came in a short time.', { 'retry-after': '1' });
    }
    return this.#receive(call, { principal, connection, place });
  }

  async #receive(call: IncomingRequest, { principal, connection, place }: Posted): Promise<Reply> {
    const { settings } = this.#options;
    const refuse = (reply: Reply): Reply => {
      connection?.skip(place);
      return reply;
    };
    const room = this.#quotas.hold(principal);
    try {
      const posted = postedMessage(await call.body(room.take), settings);
      if (posted.kind === 'aborted') return posted.reply;
      if (posted.kind === 'refused') return refuse(posted.reply);
      const { message, text } = posted;
      if (isInitialize(message)) {
        if (connection !== undefined) return refuse(refusal(400, 'The connection is already initialized.'));
        return await this.#initialize(call, principal, { message, text });
      }
      if (connection === undefined) return refusal(400, 'Acp-Connection-Id is missing.');
      // It may have been ended while the body came.
      if (connection.takesNothing) return unknownConnection();
      const result = this.#forward(connection, { message, text, sessionId: call.header(names.sessionId), place });
      return result instanceof Promise ? replyTo(await result) : replyTo(result);
    } finally {
      room.release();
    }
  }

  /** Hands a message over, unless it is refused before its turn. */
  #forward(
    connection: HttpConnection,
    { message, text, sessionId, place }: Forwarded,
  ): PostResult | Reply | Promise<PostResult> {
    const { limits } = this.#options.settings;
    const isTooLong = sessionId !== undefined && sessionId.length > limits.idLength;
    const problem = isTooLong ? 'Acp-Session-Id is too long.' : connection.problemWith(message, sessionId);
    if (problem !== undefined) {
      connection.skip(place);
      return refusal(400, problem);
    }
    if (isRequest(message) && connection.unanswered >= limits.unfinishedRequests) {
      connection.skip(place);
      return refusal(429, 'Too many requests wait for their answers.', { 'retry-after': '1' });
    }
    return connection.post(message, text, { sessionId, place });
  }

  async #initialize(call: IncomingRequest, principal: string, { message, text }: Initialize): Promise<Reply> {
    const { app, settings, counting, otherConnections } = this.#options;
    if (this.#isClosing) return refusal(503, 'The server is shutting down.', { 'retry-after': '5' });
    if (this.#connections.countOf(principal) + otherConnections(principal) >= settings.limits.connections) {
      return refusal(429, 'Too many connections are open.', { 'retry-after': '10' });
    }
    const id = createName();
    const connection = new HttpConnection({
      id,
      principal,
      asksForResume: call.header(names.resume) === resumeVersion,
      settings,
      counting,
      onClosed: () => {
        this.#connections.remove(id);
      },
    });
    this.#connections.add(id, connection);
    counting.connectionsOpened += 1;
    counting.messagesReceived += 1;
    const initialize = connection.begin(message, text);
    serve(app, connection);
    // Nobody would ever learn the name of this connection.
    call.onGone(() => {
      connection.destroy();
    });
    const answer = await initialize;
    if (answer === undefined) {
      connection.destroy();
      return rpcRefusal(500, 'internalError', 'The agent did not answer initialize.');
    }
    // The agent would take no other message after it refused this one.
    if (answer.isRefusal) connection.leave();
    const resume: Readonly<Record<string, string>> = connection.isResumable ? { [names.resume]: resumeVersion } : {};
    return json(200, answer.text, { [names.connectionId]: id, ...resume });
  }

  #get(call: IncomingRequest, principal: string): Reply | Promise<Reply> {
    const { settings, counting } = this.#options;
    if (call.header('upgrade')?.toLowerCase() === 'websocket') {
      return refusal(426, 'A WebSocket needs HTTP/1.1.', { upgrade: 'websocket' });
    }
    if (!accepts(call.header('accept'), mediaTypes.events)) {
      return refusal(406, `The reply is ${mediaTypes.events}; accept that.`);
    }
    const connectionId = call.header(names.connectionId);
    if (connectionId === undefined) return refusal(400, 'Acp-Connection-Id is missing.');
    const connection = this.#connections.find(connectionId, principal);
    if (connection === undefined) return unknownConnection();
    const sessionId = call.header(names.sessionId);
    if (sessionId !== undefined && sessionId.length > settings.limits.idLength) {
      return refusal(400, 'Acp-Session-Id is too long.');
    }
    const after = eventIdOf(call.header(names.lastEventId));
    if (after === 'malformed' && connection.isResumable) return refusal(400, 'Last-Event-ID must be a number.');
    const scope: StreamScope = sessionId === undefined ? connectionScope : { kind: 'session', sessionId };
    const sink = call.events(
      {
        'content-type': mediaTypes.events,
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
        ...originHeaders(call, settings),
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
    // Not awaited when it is there: the head of the reply must leave before the first event.
    return typeof attachment === 'string' ? reply(attachment) : attachment.then(reply);
  }

  #delete(call: IncomingRequest, principal: string): Reply {
    const connectionId = call.header(names.connectionId);
    if (connectionId === undefined) return refusal(400, 'Acp-Connection-Id is missing.');
    const connection = this.#connections.find(connectionId, principal);
    if (connection === undefined) return unknownConnection();
    this.#connections.remove(connectionId);
    connection.leave();
    return accepted;
  }
}

const attachmentReplies: Readonly<Record<Exclude<StreamAttachment, 'open'>, () => Reply>> = {
  busy: () => refusal(409, 'Somebody reads this stream already.'),
  'history-lost': () => refusal(410, 'History lost: what comes next on this stream is gone. Load the session.'),
  ended: () => noContent(),
  unknown: () => refusal(404, 'There is no such session.'),
  'too-many': () => refusal(429, 'Too many streams are open.'),
};

function replyTo(result: PostResult | Reply): Reply {
  if (result === 'taken') return accepted;
  if (result === 'too-many') return refusal(429, 'Too many earlier messages are missing.', { 'retry-after': '1' });
  return result === 'given-up' ? unknownConnection() : result;
}

/** What the head of a POST says. */
interface Posted {
  readonly principal: string;
  /** The connection that it is for; `initialize` has none yet. */
  readonly connection: HttpConnection | undefined;
  readonly place: number | undefined;
}

interface Initialize {
  readonly message: { readonly id: unknown };
  readonly text: string;
}

interface Forwarded {
  readonly message: object;
  readonly text: string;
  readonly sessionId: string | undefined;
  readonly place: number | undefined;
}

/** Gives the connection to the program, and ends it when the program is done. */
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
