/**
 * A connection over POST and server-sent events, from the response to `initialize` until its end.
 *
 * Each session has its own event stream from the moment its id is known until it is closed; a response is accepted on
 * any stream. When the server refuses a message, only that message fails, unless the status means that the connection
 * or the session is gone.
 */
import { Deadlines } from '../../timing/deadlines.ts';
import { headers } from '../../wire/headers.ts';
import { historyLost, lostNote } from '../../wire/resumption.ts';
import { isRequest } from '../../wire/stream-scope.ts';
import type { Settings } from '../connect/connect-options.ts';
import { SessionTracker } from '../session/session-tracker.ts';
import type { Inspection } from '../channel/deliver-text.ts';
import { maxRefusalLength, type Endpoint } from '../request/endpoint.ts';
import type { WholeResponse } from '../request/fetch.ts';
import { EventStream } from '../stream/event-stream.ts';
import type { Latch } from '../channel/latch.ts';
import type { Agreement } from './initialize-response.ts';
import { isAccepted, PostSender } from '../post/post-sender.ts';
import type { OpenRequest } from '../session/open-requests.ts';
import { postHeaders, PostQueue, type Post } from '../post/post-queue.ts';
import { connectionGone, errorObject, forgottenError, refusalError, refusalOf } from '../request/refusal.ts';
import { reopensSession } from '../../wire/session-methods.ts';
import { SessionStreams } from '../stream/session-streams.ts';
import { asTransportError, type TransportError } from '../connect/transport-error.ts';

export interface HttpConnectionOptions {
  readonly endpoint: Endpoint;
  readonly settings: Settings;
  readonly agreement: Agreement;
  /** Nothing is read while it is closed. */
  readonly readLatch: Latch;
  /** Called with the text of each message that arrives. */
  readonly onText: (text: string) => void;
  /** Called when less waits to be sent than before. */
  readonly onSpace: () => void;
  /** Called when the server has ended its side; the client may still send. */
  readonly onEnded: () => void;
  /** Called when the connection has failed. */
  readonly onFailed: (error: TransportError) => void;
}

/** The grace period in milliseconds for the streams to end after the connection was deleted. */
const closeGrace = 5000;
/**
 * Milliseconds between the loss of a session and its report to the program. If the whole connection drops meanwhile,
 * that error is reported instead.
 */
const lossGrace = 100;
/** Milliseconds for which the stream of a session that could not be opened is kept. */
const refusedGrace = 10_000;

export class HttpConnection {
  readonly #options: HttpConnectionOptions;
  readonly #canResume: boolean;
  readonly #sender: PostSender;
  readonly #posts: PostQueue;
  readonly #stream: EventStream;
  readonly #sessions: SessionStreams;
  readonly #tracker: SessionTracker;
  /** Requests that a stream was opened for; if one fails, the session does not exist. */
  readonly #tentative = new Set<unknown>();
  /** Sessions that could not be opened: each cancels the end of its stream. */
  readonly #unopened = new Map<string, () => void>();
  /** The program has ended the connection. */
  #isLeaving = false;
  #isOver = false;

  constructor(options: HttpConnectionOptions) {
    this.#options = options;
    const { endpoint, settings, agreement, onSpace } = options;
    this.#canResume = agreement.isNumbered && settings.reconnects;
    this.#sender = new PostSender(endpoint, settings);
    this.#posts = new PostQueue({
      areNumbered: agreement.isNumbered,
      deliver: (post, done) => {
        this.#post(post, done);
      },
      onSpace,
    });
    this.#tracker = new SessionTracker(agreement.isNumbered, {
      opened: (sessionId) => void this.#sessions.open(sessionId),
      closed: (sessionId) => {
        this.#sessions.close(sessionId);
      },
      failed: (request) => {
        this.#requestFailed(request);
      },
    });
    this.#sessions = new SessionStreams({
      open: (sessionId) => this.#openStream(`stream of session ${sessionId}`, { [headers.sessionId]: sessionId }),
      onEnded: (sessionId) => {
        this.#release(sessionId);
      },
      onLost: (sessionId, error) => {
        this.#sessionLost(sessionId, error);
      },
    });
    this.#stream = this.#openStream('stream of the connection', {});
    this.#stream.finished.then(
      () => {
        void this.#serverEnded();
      },
      (error: unknown) => {
        this.#fail(asTransportError(error));
      },
    );
  }

  /** Characters of messages that the server has not accepted yet. */
  get unsentBytes(): number {
    return this.#posts.bytes;
  }

  /** Opens and closes streams as `message` requires, and queues its POST. */
  send(message: unknown, text: string): void {
    const { request, sessionId, orderKey } = this.#tracker.sent(message);
    if (sessionId !== undefined) {
      const isReopening = request !== undefined && reopensSession(request.method);
      if (isReopening) this.#sessions.restore(sessionId);
      const loss = this.#sessions.lossOf(sessionId);
      if (loss !== undefined) {
        if (request !== undefined) this.#failRequest(request, loss);
        return;
      }
      const isReopened = this.#keepStream(sessionId);
      if ((this.#sessions.open(sessionId) || isReopened) && isReopening) this.#tentative.add(request.id);
    }
    this.#posts.add({ text, message, sessionId, orderKey });
  }

  /** Processes a message that arrived; returns what the program gets. */
  arrived(message: unknown, text: string): Inspection {
    return this.#tracker.arrived(message, text);
  }

  /** Deletes the connection and reads the rest of its streams; resolves when the DELETE is over. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    const streams = [this.#stream, ...this.#sessions.all];
    for (const stream of streams) stream.readToEnd();
    await this.#delete();
    void this.#closeAfter(streams);
  }

  /** Ends everything at once, and tells the server, so that it does not keep an unused connection. */
  destroy(): void {
    if (this.#isOver) return;
    void this.#delete();
    this.#close();
  }

  #openStream(name: string, own: Readonly<Record<string, string>>): EventStream {
    const { endpoint, settings, agreement, readLatch, onText } = this.#options;
    const { limits, reconnect, clock, random, report } = settings;
    return new EventStream({
      endpoint,
      headers: { ...agreement.headers, ...own },
      name,
      canResume: this.#canResume,
      readLatch,
      clock,
      random,
      reconnect,
      answerTimeout: limits.answerTimeout,
      silence: limits.silence,
      // An event is a little longer than its message.
      eventBytes: limits.messageBytes + 1024,
      onEvent: onText,
      onDrop: (error, delay) => {
        report({ kind: 'dropped', name, error, delay });
      },
      onReturn: () => {
        report({ kind: 'resumed', name });
      },
    });
  }

  /** Posts one message until the server has accepted or refused it. */
  #post(post: Post, done: () => void): void {
    if (this.#isOver) return;
    const own = postHeaders(this.#options.agreement.headers, post);
    this.#sender.deliver(
      { headers: own, body: post.text, isRepeatable: this.#canResume },
      {
        answered: (response) => {
          if (response === undefined || isAccepted(response)) done();
          else void this.#handleRefusal(post, response).then(done);
        },
        failed: (error) => {
          this.#fail(asTransportError(error));
          done();
        },
      },
    );
  }

  /** Handles the refusal of a POST; never rejects. */
  async #handleRefusal(post: Post, response: WholeResponse): Promise<void> {
    if (this.#isOver) return;
    this.#refused(post, response);
    // A proxy may have refused the POST. The server never saw its number then, and would make later messages wait for
    // it.
    if (post.sequence === undefined) return;
    try {
      await this.#sender.skip(postHeaders(this.#options.agreement.headers, { ...post, sessionId: undefined }));
    } catch (error) {
      this.#fail(asTransportError(error));
    }
  }

  #refused(post: Post, response: WholeResponse): void {
    const { status } = response;
    const refusal = refusalOf(response);
    if (connectionGone.has(status)) {
      this.#fail(forgottenError(refusal));
      return;
    }
    if (status === 409 && post.sessionId !== undefined) {
      this.#sessionLost(post.sessionId, refusalError(refusal));
      return;
    }
    const request = isRequest(post.message) ? this.#tracker.of(post.message.id) : undefined;
    if (request === undefined) {
      const error = refusalError(refusal);
      this.#options.settings.report({ kind: 'message-refused', message: post.message, error });
    } else this.#response(request, errorObject(refusal));
  }

  /** A session lost its stream: its open requests fail. */
  #sessionLost(sessionId: string, error: TransportError): void {
    if (this.#isOver) return;
    if (error.code === 'unauthorized' || error.code === 'unreachable') {
      this.#fail(error);
      return;
    }
    this.#sessions.lose(sessionId, error);
    this.#options.settings.report({ kind: 'session-lost', sessionId, error });
    for (const request of this.#tracker.ofSession(sessionId)) this.#failRequest(request, error);
    this.#options.settings.clock.schedule(lossGrace, () => {
      const isStillLost = !this.#isOver && this.#sessions.lossOf(sessionId) === error;
      if (isStillLost) this.#options.onText(lostNote(sessionId, error.message));
    });
  }

  /** A session has ended: responses that were held back for its stream are delivered. */
  #release(sessionId: string): void {
    for (const { id } of this.#tracker.ofSession(sessionId)) {
      const text = this.#tracker.release(id);
      if (text !== undefined) this.#options.onText(text);
    }
  }

  /**
   * Closes the stream of a session that could not be loaded or resumed, after a while: the program may try again, and
   * what the server sends then must not go to a reader that it takes for open.
   */
  #requestFailed({ id, sessionId }: OpenRequest): void {
    if (!this.#tentative.delete(id) || sessionId === undefined || this.#isOver) return;
    if (this.#tracker.ofSession(sessionId).length > 0) return;
    this.#keepStream(sessionId);
    const cancel = this.#options.settings.clock.schedule(refusedGrace, () => {
      this.#unopened.delete(sessionId);
      this.#sessions.close(sessionId);
    });
    this.#unopened.set(sessionId, cancel);
  }

  /** Keeps the stream of a session that could not be opened, because it is used again; false if it was not ending. */
  #keepStream(sessionId: string): boolean {
    this.#unopened.get(sessionId)?.();
    return this.#unopened.delete(sessionId);
  }

  #failRequest(request: OpenRequest, cause: TransportError): void {
    const data = { reason: historyLost.reason, sessionId: request.sessionId };
    this.#response(request, { code: historyLost.code, message: cause.message, data });
  }

  /** Responds to a request of the program in place of the server. */
  #response({ id }: OpenRequest, error: object): void {
    // Later, so that no response is delivered inside the call that sends the request.
    queueMicrotask(() => {
      this.#tracker.release(id);
      this.#options.onText(JSON.stringify({ jsonrpc: '2.0', id, error }));
    });
  }

  /** The server has ended the connection's stream, so it ends the others too. The client may still send. */
  async #serverEnded(): Promise<void> {
    if (this.#isLeaving || this.#isOver) return;
    const sessions = this.#sessions.all;
    for (const stream of sessions) stream.readToEnd();
    await Promise.allSettled(sessions.map(({ finished }) => finished));
    this.#options.onEnded();
  }

  /** Closes the connection when the server has ended its streams, or after the grace period. */
  async #closeAfter(streams: readonly EventStream[]): Promise<void> {
    const { settings, readLatch } = this.#options;
    const closeNow = (): void => {
      // While the receiver is paused, nothing can arrive, so the grace period starts again.
      if (readLatch.isClosed) cancelTimeout = settings.clock.schedule(closeGrace, closeNow);
      else for (const stream of streams) stream.close();
    };
    let cancelTimeout = settings.clock.schedule(closeGrace, closeNow);
    await Promise.allSettled(streams.map(({ finished }) => finished));
    cancelTimeout();
    this.#close();
    this.#options.onEnded();
  }

  /** Tells the server that the connection is no longer used. */
  async #delete(): Promise<void> {
    const { endpoint, settings, agreement } = this.#options;
    await deleteConnection(endpoint, agreement, settings);
  }

  #fail(error: TransportError): void {
    if (this.#isOver) return;
    this.#close();
    this.#options.onFailed(error);
  }

  #close(): void {
    this.#isOver = true;
    for (const cancel of this.#unopened.values()) cancel();
    this.#unopened.clear();
    this.#stream.close();
    this.#sessions.closeAll();
    this.#sender.stop();
    this.#posts.stop();
  }
}

/** Deletes the connection of `agreement`; never rejects. */
export async function deleteConnection(
  endpoint: Endpoint,
  agreement: Agreement,
  { clock, limits }: Pick<Settings, 'clock' | 'limits'>,
): Promise<void> {
  const { answerTimeout: timeout } = limits;
  const request = { method: 'DELETE', headers: { ...agreement.headers }, keepalive: true, timeout };
  try {
    await endpoint.exchange(request, { deadlines: new Deadlines(clock), limit: maxRefusalLength });
  } catch {
    // A server that cannot be reached ends the connection after its own timeout.
  }
}
