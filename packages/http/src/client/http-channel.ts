/**
 * A channel over POST and server-sent events.
 *
 * The first message is `initialize`; its answer names the connection, and until it is there everything else waits. Each session has a
 * stream of its own from the moment its id is known until it is closed; an answer counts on whichever stream it arrives. What the
 * server refuses fails for itself alone, unless the refusal says that the connection, or the session, is gone.
 */
import { ConnectionError, type Channel, type Receiver } from '@acp-stack/rpc';

import { headers } from '../wire/headers.ts';
import { historyLost, resumeVersion } from '../wire/resume.ts';
import { isAnswer, isInitialize, isRequest, sessionIdOf } from '../wire/scope.ts';
import type { Settings } from './connect-options.ts';
import { Delivery } from './delivery.ts';
import { discard, type Endpoint, type FetchResponse } from './endpoint.ts';
import { EventStream } from './event-stream.ts';
import { Gate } from './gate.ts';
import { Mailer } from './mailer.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import { Posts, type Post } from './posts.ts';
import { errorBody, forgotten, messageText, refusal } from './refusal.ts';
import { closesSession, reopensSession } from './session-methods.ts';
import { SessionStreams } from './session-streams.ts';
import { asTransportError, TransportError } from './transport-error.ts';

interface Connected {
  readonly kind: 'connected';
  readonly canResume: boolean;
  /** The headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: EventStream;
}

type State = { readonly kind: 'new' | 'connecting' | 'over' } | Connected;

/** Milliseconds that the streams may take to end after the connection was. */
const lastWords = 5000;

/** Statuses that say that there is no connection (any more). */
const connectionGone: ReadonlySet<number> = new Set([401, 403, 404, 410]);

export class HttpChannel implements Channel {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #delivery: Delivery;
  readonly #gate = new Gate();
  readonly #posts: Posts;
  readonly #asked = new OpenRequests();
  /** The sessions that requests of the server are about; their answers must say so. */
  readonly #askedOf = new OpenRequests();
  readonly #sessions: SessionStreams;
  readonly #mailer: Mailer;
  #state: State = { kind: 'new' };
  #initializeBytes = 0;
  #ending: Promise<void> | undefined;
  /** Shut while too much waits to be sent. */
  readonly #drain = new Gate();
  /** Shut while anything waits to be sent. */
  readonly #unsent = new Gate();

  constructor(endpoint: Endpoint, settings: Settings) {
    this.#endpoint = endpoint;
    this.#settings = settings;
    const { depth, messageBytes } = settings.limits;
    this.#delivery = new Delivery({
      depth,
      messageBytes,
      inspect: (message) => {
        this.#inspect(message);
        return true;
      },
    });
    this.#mailer = new Mailer(endpoint, settings);
    this.#sessions = new SessionStreams({
      open: (sessionId) => this.#openSession(sessionId),
      onLost: (sessionId, error) => {
        this.#sessionLost(sessionId, error);
      },
    });
    this.#posts = new Posts(
      (post) => this.#post(post),
      () => {
        this.#weigh();
      },
    );
  }

  get unsentBytes(): number {
    return this.#posts.bytes + this.#initializeBytes;
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
  }

  send(message: unknown, text?: string): boolean {
    if (this.#state.kind === 'over' || this.#ending !== undefined) {
      throw new ConnectionError('closed', 'The channel has ended.');
    }
    const body = messageText(message, text, this.#settings.limits.messageBytes);
    if (this.#state.kind === 'new') {
      if (!isInitialize(message)) {
        throw new TransportError('refused', 'A remote connection begins with initialize.');
      }
      this.#asked.asked(message);
      this.#state = { kind: 'connecting' };
      this.#initializeBytes = body.length;
      this.#weigh();
      void this.#connect(message.id, body);
      return true;
    }
    this.#prepare(message, body);
    this.#weigh();
    return !this.#drain.isShut;
  }

  drained(): Promise<void> {
    return this.#drain.passage();
  }

  pause(): void {
    this.#gate.shut();
    this.#delivery.pause();
  }

  resume(): void {
    this.#delivery.resume();
    this.#gate.open();
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  destroy(error?: Error): void {
    if (this.#state.kind === 'over') {
      this.#delivery.stop(error);
      return;
    }
    // The server would keep a connection that nobody uses.
    void this.#delete();
    this.#close();
    this.#delivery.stop(error);
  }

  /** Holds up or lets go whoever waits for room. */
  #weigh(): void {
    const bytes = this.unsentBytes;
    if (bytes === 0) this.#unsent.open();
    else this.#unsent.shut();
    if (bytes < this.#settings.limits.unsentBytes) this.#drain.open();
    else this.#drain.shut();
  }

  /** Posts `initialize`; its answer is the only one that comes with the response. */
  async #connect(id: string | number | null, body: string): Promise<void> {
    try {
      const response = await this.#mailer.postOnce({ [headers.resume]: resumeVersion }, body);
      const text = await response.text();
      if (this.#isOver()) return;
      this.#initializeBytes = 0;
      if (response.status === 200) this.#connected(response, text);
      else if (connectionGone.has(response.status)) throw refusal(response.status, text);
      else this.#initializeRefused(id, response.status, text);
    } catch (error) {
      this.#fail(asTransportError(error));
    }
    this.#weigh();
  }

  #isOver(): boolean {
    return this.#state.kind === 'over';
  }

  #connected(response: FetchResponse, text: string): void {
    const answer = parsed(text);
    if ('error' in fieldsOf(answer)) {
      // The agent refused; it may be asked again, with other params.
      this.#state = { kind: 'new' };
      this.#delivery.push(text);
      return;
    }
    const result = fieldsOf(fieldsOf(answer)['result']);
    // Some servers name the connection in the body only.
    const connectionId = response.headers.get(headers.connectionId) ?? result['connectionId'];
    if (typeof connectionId !== 'string') {
      throw new TransportError('refused', 'The server answered initialize without naming the connection.');
    }
    const isNumbered = response.headers.get(headers.resume) === resumeVersion;
    const canResume = isNumbered && this.#settings.reconnects;
    const version = result['protocolVersion'];
    const own = {
      [headers.connectionId]: connectionId,
      ...(typeof version === 'number' ? { [headers.protocolVersion]: String(version) } : {}),
    };
    const stream = this.#openStream('The stream of the connection', own, canResume);
    this.#state = { kind: 'connected', canResume, headers: own, stream };
    stream.finished.then(
      () => {
        void this.#serverEnded();
      },
      (error: unknown) => {
        this.#fail(asTransportError(error));
      },
    );
    this.#sessions.begin();
    this.#posts.begin({ pipelined: isNumbered });
    // The program may send something as soon as it has this.
    this.#delivery.push(text);
  }

  #initializeRefused(id: string | number | null, status: number, text: string): void {
    this.#state = { kind: 'new' };
    this.#delivery.push(JSON.stringify({ jsonrpc: '2.0', id, error: errorBody(status, text) }));
  }

  /** Notes what a message means for the streams, and hands it to the posts. */
  #prepare(message: unknown, text: string): void {
    const request = this.#asked.asked(message);
    const sessionId = request?.sessionId ?? sessionIdOf(message) ?? this.#askedOf.answered(message)?.sessionId;
    if (sessionId !== undefined) {
      if (request !== undefined && reopensSession(request.method)) this.#sessions.bringBack(sessionId);
      const loss = this.#sessions.lossOf(sessionId);
      if (loss !== undefined) {
        if (request !== undefined) this.#failRequest(request, loss);
        return;
      }
      this.#sessions.open(sessionId);
    }
    const lane = sessionId ?? this.#laneOfCancelled(message);
    this.#posts.add({ text, message, sessionId, lane });
  }

  /** What names a request of ours (to cancel it) must not overtake it. */
  #laneOfCancelled(message: unknown): string | undefined {
    const { requestId } = fieldsOf(fieldsOf(message)['params']);
    return this.#asked.of(requestId)?.sessionId;
  }

  #inspect(message: unknown): void {
    if (isRequest(message)) {
      this.#askedOf.asked(message);
      return;
    }
    if (!isAnswer(message)) return;
    const request = this.#asked.answered(message);
    if (request === undefined) return;
    const { sessionId } = fieldsOf(message.result);
    if (typeof sessionId === 'string') this.#sessions.open(sessionId);
    const isSuccess = 'result' in message;
    if (request.sessionId === undefined) return;
    if (isSuccess && closesSession(request.method)) this.#sessions.close(request.sessionId);
  }

  #openSession(sessionId: string): EventStream {
    const state = this.#state;
    const { canResume, headers: own } = state.kind === 'connected' ? state : { canResume: false, headers: {} };
    return this.#openStream(
      `The stream of session ${sessionId}`,
      { ...own, [headers.sessionId]: sessionId },
      canResume,
    );
  }

  /** A session lost its stream: what was asked about it is not answered any more. */
  #sessionLost(sessionId: string, error: TransportError): void {
    if (this.#isOver()) return;
    if (error.code === 'unauthorized' || error.code === 'unreachable') {
      this.#fail(error);
      return;
    }
    this.#sessions.lose(sessionId, error);
    this.#settings.report({ kind: 'session-lost', sessionId, error });
    for (const request of this.#asked.ofSession(sessionId)) this.#failRequest(request, error);
  }

  #openStream(name: string, own: Readonly<Record<string, string>>, canResume: boolean): EventStream {
    const { limits, patience, clock, random, report } = this.#settings;
    return new EventStream({
      endpoint: this.#endpoint,
      headers: own,
      name,
      canResume,
      gate: this.#gate,
      clock,
      random,
      patience,
      answerTimeout: limits.answerTimeout,
      silence: limits.silence,
      // An event says the same as its message, and a little more.
      eventBytes: limits.messageBytes + 1024,
      onEvent: (text) => {
        this.#delivery.push(text);
      },
      onDrop: (error, delay) => {
        report({ kind: 'dropped', name, error, delay });
      },
      onReturn: () => {
        report({ kind: 'resumed', name });
      },
    });
  }

  /** Posts one message until it is answered for; never rejects. */
  async #post(post: Post): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'connected') return;
    try {
      const response = await this.#mailer.post(postHeaders(state.headers, post), post.text, state.canResume);
      if (response !== undefined) await this.#posted(post, response);
    } catch (error) {
      this.#fail(asTransportError(error));
    }
  }

  async #posted(post: Post, response: FetchResponse): Promise<void> {
    const { status } = response;
    if (status >= 200 && status < 300) {
      await discard(response);
      return;
    }
    const text = await response.text().catch(() => '');
    if (this.#isOver()) return;
    if (connectionGone.has(status)) {
      this.#fail(forgotten(status, text));
      return;
    }
    const error = refusal(status, text);
    const { id } = fieldsOf(post.message);
    const request = isRequest(post.message) ? this.#asked.of(id) : undefined;
    if (status === 409 && post.sessionId !== undefined) this.#sessionLost(post.sessionId, error);
    else if (request === undefined) {
      this.#settings.report({ kind: 'message-refused', message: post.message, error });
    } else {
      this.#delivery.push(JSON.stringify({ jsonrpc: '2.0', id: request.id, error: errorBody(status, text) }));
    }
  }

  #failRequest({ id, sessionId }: OpenRequest, cause: TransportError): void {
    const data = { reason: historyLost.reason, sessionId };
    const error = { code: historyLost.code, message: cause.message, data };
    // After the current step: nothing is answered inside the call that asks.
    queueMicrotask(() => {
      this.#delivery.push(JSON.stringify({ jsonrpc: '2.0', id, error }));
    });
  }

  async #end(): Promise<void> {
    await this.#unsent.passage();
    const state = this.#state;
    if (state.kind !== 'connected') {
      this.#finish();
      return;
    }
    const streams = [state.stream, ...this.#sessions.all];
    for (const stream of streams) stream.readToEnd();
    await this.#delete();
    void this.#finishAfter(streams);
  }

  /** The server ends the streams once its program has said everything. */
  async #finishAfter(streams: readonly EventStream[]): Promise<void> {
    const { clock } = this.#settings;
    const impatience = (): void => {
      // Nobody can say anything to a program that does not listen.
      if (this.#gate.isShut) stop = clock.schedule(lastWords, impatience);
      else for (const stream of streams) stream.close();
    };
    let stop = clock.schedule(lastWords, impatience);
    await Promise.allSettled(streams.map(({ finished }) => finished));
    stop();
    this.#finish();
  }

  /** Tells the server that the connection is over. */
  async #delete(): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'connected') return;
    const { answerTimeout } = this.#settings.limits;
    const request = { method: 'DELETE', headers: { ...state.headers }, keepalive: true, timeout: answerTimeout };
    try {
      await discard(await this.#endpoint.request(request, new AbortController()));
    } catch {
      // A server that cannot be reached notices by itself.
    }
  }

  /** The server has ended the stream of the connection, and so it ends the others. It may still be told something. */
  async #serverEnded(): Promise<void> {
    if (this.#ending !== undefined) return;
    const sessions = this.#sessions.all;
    for (const stream of sessions) stream.readToEnd();
    await Promise.allSettled(sessions.map(({ finished }) => finished));
    this.#delivery.finish();
  }

  #finish(): void {
    this.#close();
    this.#delivery.finish();
  }

  #fail(error: TransportError): void {
    if (this.#isOver()) return;
    this.#close();
    this.#delivery.finish(error);
  }

  #close(): void {
    const state = this.#state;
    this.#state = { kind: 'over' };
    if (state.kind === 'connected') state.stream.close();
    this.#sessions.closeAll();
    this.#mailer.stop();
    this.#initializeBytes = 0;
    this.#posts.stop();
  }
}

function postHeaders(own: Readonly<Record<string, string>>, post: Post): Record<string, string> {
  return {
    ...own,
    ...(post.sessionId === undefined ? {} : { [headers.sessionId]: post.sessionId }),
    ...(post.sequence === undefined ? {} : { [headers.sequence]: String(post.sequence) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TransportError('refused', 'The server answered initialize with something that is not JSON.', {
      cause: error,
    });
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
