/**
 * One connection over Streamable HTTP: a channel that receives messages in POSTs and sends them on event streams.
 *
 * The response to `initialize` is the response of its POST; any other message goes to the stream of its session. While
 * the app has paused, messages wait, and their POSTs with them.
 */
import { ConnectionError, Drain, serializeMessage, type Channel, type Receiver } from '@acp-stack/rpc';

import { answeredNote, isSkipped, resumesUnasked } from '../../wire/resumption.ts';
import { isResponse, type StreamScope } from '../../wire/stream-scope.ts';
import type { Counting } from '../options/counters.ts';
import type { EventSink } from '../request/event-sink.ts';
import { enqueue, incomingQueue, type Redirection } from './incoming-queue.ts';
import { InitializeResponse, type InitializeReply } from './initialize-response.ts';
import { EventStream, type StreamTotals } from '../stream/event-stream.ts';
import { EventStreams, type StreamAttachment } from '../stream/event-streams.ts';
import { PostOrder, type PostResult } from '../post/post-order.ts';
import { repeat } from '../../timing/repeating-timer.ts';
import { SessionRouting } from '../stream/session-routing.ts';
import type { Settings } from '../options/http-options.ts';

export interface HttpConnectionOptions {
  readonly id: string;
  /** The principal that made the connection; no other may use it. */
  readonly principal: string;
  /** Whether it began with `proxy/initialize`. */
  readonly isOfProxy: boolean;
  /** Whether the client asked for resumption, and so understands its notifications. */
  readonly asksForResume: boolean;
  readonly settings: Settings;
  readonly counting: Counting;
  /** Called when the connection has ended in both directions. */
  readonly onClosed: () => void;
}

/** The grace period in milliseconds for the app after the client has ended the connection. */
const closeGrace = 5000;

export class HttpConnection implements Channel {
  readonly id: string;
  readonly principal: string;
  /** Whether it began with `proxy/initialize`. */
  readonly isOfProxy: boolean;
  readonly #settings: Settings;
  readonly #counting: Counting;
  readonly #onClosed: () => void;
  readonly #redirection: Redirection = { messages: undefined };
  readonly #incoming = incomingQueue(this.#redirection, (error) => {
    this.destroy(error);
  });
  readonly #order: PostOrder;
  readonly #routing: SessionRouting;
  readonly #streams: EventStreams;
  readonly #totals: StreamTotals = { unsent: 0, kept: 0, full: 0, open: 0 };
  readonly #drain = new Drain();
  readonly #asksForResume: boolean;
  /** Whether lost streams can be resumed: the client asked for it, or the version of the protocol has it. */
  #isResumable: boolean;
  /** Waits for the response to `initialize`. */
  readonly #initialize = new InitializeResponse();
  /**
   * How many POSTs wait because the app has paused; while there are any, the connection is not idle. A POST that waits
   * for an earlier one does not count, because the earlier one may never come.
   */
  #pausedPosts = 0;
  /** Nothing more may be sent. */
  #isEnding = false;
  #isClosed = false;
  #stopTimers: () => void;
  #idleSince: number;

  constructor({ id, principal, isOfProxy, asksForResume, settings, counting, onClosed }: HttpConnectionOptions) {
    const { limits, clock, createWindow } = settings;
    this.id = id;
    this.principal = principal;
    this.isOfProxy = isOfProxy;
    this.#settings = settings;
    this.#counting = counting;
    this.#onClosed = onClosed;
    this.#asksForResume = asksForResume;
    this.#isResumable = asksForResume;
    this.#order = new PostOrder(limits.unfinishedRequests);
    const createStream = (sessionId?: string): EventStream =>
      new EventStream({
        totals: this.#totals,
        // Room for messages without a reader, and for those that may be read again.
        window: createWindow(limits.windowBytes + limits.unsentBytes, {
          principal,
          connectionId: id,
          ...(sessionId === undefined ? {} : { sessionId }),
        }),
        clock,
        isResumable: () => this.#isResumable,
        asksForResume,
        unsentBytes: limits.unsentBytes,
        stallTimeout: limits.stallTimeout,
        lifetime: limits.streamLifetime,
        endTimeout: limits.pongTimeout,
        onSpace: () => {
          this.#onSpace();
        },
        onCut: () => {
          counting.cut += 1;
        },
      });
    this.#streams = new EventStreams({
      totals: this.#totals,
      create: createStream,
      limit: limits.streams,
      keptBytes: limits.connectionWindowBytes,
      refuseUnknownSessions: settings.refuseUnknownSessions,
    });
    this.#routing = new SessionRouting(this.#streams);
    this.#idleSince = clock.now();
    this.#stopTimers = this.#watch();
  }

  /** Whether the client has ended its side, or the connection has ended. */
  get isInputOver(): boolean {
    return this.#incoming.isOver;
  }

  /** Whether a client that lost a stream can resume it. */
  get isResumable(): boolean {
    return this.#isResumable;
  }

  /** How many streams have a reader. */
  get openStreams(): number {
    return this.#totals.open;
  }

  /** Whether requests are open, or messages unread. */
  get isBusy(): boolean {
    return this.#routing.unanswered > 0 || this.#totals.unsent > 0;
  }

  /** How many requests of the client have no response. */
  get unanswered(): number {
    return this.#routing.unanswered;
  }

  /** Passes `initialize` to the app; resolves with its response, or with undefined if there will be none. */
  begin(message: { readonly id: unknown }, text: string): Promise<InitializeReply | undefined> {
    const { clock, limits } = this.#settings;
    const reply = this.#initialize.wait(message.id, clock, limits.initializeTimeout);
    void enqueue(this.#incoming, { kind: 'message', message, text });
    return reply;
  }

  /** Returns what is wrong with a POST of `message` with the header `sessionId`; undefined if it is valid. */
  problemWith(message: unknown, sessionId: string | undefined): string | undefined {
    return this.#routing.problemWith(message, sessionId);
  }

  /** Marks the number of a POST as used without handling it. */
  skip(sequence: number | undefined): void {
    if (sequence !== undefined) void this.#order.handleInOrder(sequence, () => undefined);
  }

  /**
   * Passes a message to the app, in the order of the numbers if it has one. Returns a promise if the message has to wait
   * for earlier ones, or for the app because it has paused.
   */
  post(message: unknown, text: string, { sessionId, sequence }: PostOptions): PostResult | Promise<PostResult> {
    /** Resolves when the app has received the message; undefined if it did so at once. */
    let received: Promise<void> | undefined;
    const handle = (): void => {
      // It only takes the number of a message that was refused.
      if (sequence !== undefined && isSkipped(message)) return;
      this.#counting.messagesReceived += 1;
      this.#routing.received(message, sessionId);
      received = enqueue(this.#incoming, { kind: 'message', message, text });
      if (received !== undefined) this.#pausedPosts += 1;
    };
    this.#idleSince = this.#settings.clock.now();
    const result = sequence === undefined ? atOnce(handle) : this.#order.handleInOrder(sequence, handle);
    if (!(result instanceof Promise) && received === undefined) return result;
    return this.#whenReceived(result, () => received);
  }

  /** Resolves with `result` when the app has received the message; `received` is set by the time `result` is known. */
  async #whenReceived(
    result: PostResult | Promise<PostResult>,
    received: () => Promise<void> | undefined,
  ): Promise<PostResult> {
    const outcome = await result;
    if (received() !== undefined) {
      await received();
      this.#pausedPosts -= 1;
    }
    this.#idleSince = this.#settings.clock.now();
    return outcome;
  }

  /** Opens the stream of `scope` on `sink`, after message number `after` if it is given. */
  attach(scope: StreamScope, sink: EventSink, after: number | undefined): StreamAttachment | Promise<StreamAttachment> {
    return this.#streams.attach(scope, sink, after);
  }

  detached(scope: StreamScope, sink: EventSink): void {
    this.#streams.detached(scope, sink);
    this.#idleSince = this.#settings.clock.now();
  }

  /** Cuts off the readers of all streams; the client may come back. */
  disconnect(): void {
    this.#streams.disconnect();
  }

  /** The client has ended its side. The app may still send, for the grace period. */
  leave(): void {
    this.#incoming.finish();
    this.#closeSoon();
  }

  open(receiver: Receiver): void {
    this.#incoming.open(receiver);
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.#redirection.messages = receiver;
  }

  send(message: unknown, text?: string): boolean {
    if (this.#isEnding) throw new ConnectionError('closed', 'The channel has ended.');
    const line = text ?? serializeMessage(message);
    this.#counting.messagesSent += 1;
    if (this.#initialize.isFor(message)) {
      if (resumesUnasked(message)) this.#isResumable = true;
      this.#initialize.settle({ text: line, isRefusal: 'error' in Object(message) });
      return true;
    }
    const { scope, behind } = this.#routing.sent(message);
    // This response goes to another stream than the session's messages before it; the note on the session's stream
    // tells the client which of them to read first.
    if (behind !== undefined && this.#asksForResume && isResponse(message)) {
      this.#streams.append({ kind: 'session', sessionId: behind }, answeredNote(message.id));
    }
    return this.#streams.append(scope, line);
  }

  drained(): Promise<void> {
    return this.#totals.full === 0 || this.#isClosed ? Promise.resolve() : this.#drain.wait();
  }

  get unsentBytes(): number {
    return this.#totals.unsent;
  }

  pause(): void {
    this.#incoming.pause();
  }

  resume(): void {
    this.#incoming.resume();
  }

  end(): Promise<void> {
    if (this.#isEnding) return Promise.resolve();
    this.#isEnding = true;
    this.#initialize.giveUp();
    this.#streams.end();
    if (this.#incoming.isOver) this.#closeSoon();
    return Promise.resolve();
  }

  destroy(error?: Error): void {
    if (this.#isClosed) return;
    this.#isEnding = true;
    this.#streams.destroy();
    this.#close();
    this.#incoming.stop(error);
  }

  #onSpace(): void {
    if (this.#totals.full === 0) this.#drain.release();
    if (this.#isEnding && this.#incoming.isOver && this.#totals.unsent === 0) this.#close();
  }

  /** Closes when both sides have ended and everything was read, or after the grace period. */
  #closeSoon(): void {
    this.#stopTimers();
    this.#stopTimers = this.#settings.clock.schedule(closeGrace, () => {
      this.destroy();
    });
    this.#onSpace();
  }

  /** Closes the connection; streams with unread messages go on until those are read. */
  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimers();
    this.#initialize.giveUp();
    this.#order.release();
    this.#drain.release();
    this.#onClosed();
  }

  /** Keeps streams alive, and ends the connection when it is idle for too long. */
  #watch(): () => void {
    const { clock, limits } = this.#settings;
    // Twice per interval, so that a stream that falls silent just after one check is found by the next.
    const quiet = limits.keepAliveInterval / 2;
    return repeat(clock, quiet, () => {
      this.#streams.keepAlive(quiet);
      if (this.#totals.open > 0 || this.#pausedPosts > 0) this.#idleSince = clock.now();
      if (clock.now() - this.#idleSince < limits.idleTimeout) return true;
      this.destroy(new ConnectionError('timeout', 'The client was idle for too long.'));
      return false;
    });
  }
}

function atOnce(handle: () => void): PostResult {
  handle();
  return 'handled';
}

export interface PostOptions {
  /** The session in the header. */
  readonly sessionId: string | undefined;
  /** The number of the POST. */
  readonly sequence: number | undefined;
}
