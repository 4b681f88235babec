/**
 * One connection over Streamable HTTP: a channel whose messages come in POSTs and go out on streams of events.
 *
 * The answer to `initialize` goes back with its POST; everything else finds its stream by the session it is about. A message waits
 * while the program has paused, and its POST waits with it.
 */
import { ConnectionError, Drain, serializeMessage, type Channel, type Receiver } from '@acp-stack/rpc';

import { answeredNote, isSkipped, resumesUnasked } from '../../wire/resumption.ts';
import { isResponse, type StreamScope } from '../../wire/stream-scope.ts';
import type { Counting } from '../options/counters.ts';
import type { EventSink } from '../request/event-sink.ts';
import { IncomingQueue } from '../../delivery/incoming-queue.ts';
import { InitializeResponse, type InitializeAnswer } from './initialize-response.ts';
import { EventStream, type StreamTotals } from '../stream/event-stream.ts';
import { EventStreams, type StreamAttachment } from '../stream/event-streams.ts';
import { PostOrder, type PostResult } from '../post/post-order.ts';
import { repeat } from '../../timing/repeating-timer.ts';
import { SessionRouting } from '../stream/session-routing.ts';
import type { Settings } from '../options/http-options.ts';

export interface HttpConnectionOptions {
  readonly id: string;
  /** Who made the connection; nobody else may use it. */
  readonly principal: string;
  /** Whether the client asked to be able to resume. */
  readonly asksForResume: boolean;
  readonly settings: Settings;
  readonly counting: Counting;
  /** The connection is over, in both directions. */
  readonly onClosed: () => void;
}

/** How long the program may still speak after the client has ended the connection. */
const closeGrace = 5000;

export class HttpConnection implements Channel {
  readonly id: string;
  readonly principal: string;
  readonly #settings: Settings;
  readonly #counting: Counting;
  readonly #onClosed: () => void;
  readonly #incoming = new IncomingQueue((error) => {
    this.destroy(error);
  });
  readonly #order: PostOrder;
  readonly #routing: SessionRouting;
  readonly #streams: EventStreams;
  readonly #totals: StreamTotals = { unsent: 0, kept: 0, full: 0, open: 0 };
  readonly #drain = new Drain();
  /** The client knows `answeredMethod`. */
  readonly #keepsOrder: boolean;
  #isResumable: boolean;
  /** Waits for the answer to `initialize`. */
  readonly #initialize = new InitializeResponse();
  /** POSTs that had their turn and wait for the program; whoever waits for an earlier one does not count, since that may never come. */
  #posts = 0;
  /** Nothing more may be sent. */
  #isEnding = false;
  #isClosed = false;
  #stopTimers: () => void;
  #idleSince: number;

  constructor({ id, principal, asksForResume, settings, counting, onClosed }: HttpConnectionOptions) {
    const { limits, clock, createWindow } = settings;
    this.id = id;
    this.principal = principal;
    this.#settings = settings;
    this.#counting = counting;
    this.#onClosed = onClosed;
    this.#keepsOrder = asksForResume;
    this.#isResumable = asksForResume;
    this.#order = new PostOrder(limits.unfinishedRequests);
    const createStream = (sessionId?: string): EventStream =>
      new EventStream({
        totals: this.#totals,
        // What waits for its first reader is kept besides what may be read again.
        window: createWindow(limits.windowBytes + limits.unsentBytes, {
          principal,
          connectionId: id,
          ...(sessionId === undefined ? {} : { sessionId }),
        }),
        clock,
        isResumable: () => this.#isResumable,
        comesBack: asksForResume,
        unsentBytes: limits.unsentBytes,
        stallTimeout: limits.stallTimeout,
        lifetime: limits.streamLifetime,
        patience: limits.pongTimeout,
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

  /** Whether the client has ended it, or it is over. */
  get takesNothing(): boolean {
    return this.#incoming.isOver;
  }

  /** Whether a client that lost a stream may go on where it was. */
  get isResumable(): boolean {
    return this.#isResumable;
  }

  /** How many streams somebody reads. */
  get openStreams(): number {
    return this.#totals.open;
  }

  /** Whether something is unanswered or unread. */
  get isBusy(): boolean {
    return this.#routing.unanswered > 0 || this.#totals.unsent > 0;
  }

  /** Requests of the client that are not answered. */
  get unanswered(): number {
    return this.#routing.unanswered;
  }

  /** Gives the program its first message; resolves with the answer, or undefined when none will come. */
  begin(message: { readonly id: unknown }, text: string): Promise<InitializeAnswer | undefined> {
    const { clock, limits } = this.#settings;
    const answer = this.#initialize.wait(message.id, clock, limits.initializeTimeout);
    void this.#incoming.receive(message, text);
    return answer;
  }

  /** What is wrong with a POST of `message` under the header `sessionId`; undefined when nothing is. */
  problemWith(message: unknown, sessionId: string | undefined): string | undefined {
    return this.#routing.problemWith(message, sessionId);
  }

  /** Keeps a place in the order of POSTs that will not be handled. */
  skip(place: number | undefined): void {
    if (place !== undefined) void this.#order.take(place, () => undefined);
  }

  /** Hands a message to the program, at its place in the order where it has one; where that is not done at once, the promise resolves when it is. */
  post(message: unknown, text: string, { sessionId, place }: PostOptions): PostResult | Promise<PostResult> {
    let handedOver: Promise<void> | undefined;
    const handle = (): void => {
      // It keeps the place of a message that something refused before us.
      if (place !== undefined && isSkipped(message)) return;
      this.#counting.messagesReceived += 1;
      this.#routing.received(message, sessionId);
      handedOver = this.#incoming.receive(message, text);
      if (handedOver !== undefined) this.#posts += 1;
    };
    this.#idleSince = this.#settings.clock.now();
    const result = place === undefined ? atOnce(handle) : this.#order.take(place, handle);
    if (!(result instanceof Promise) && handedOver === undefined) return result;
    return this.#handedOver(result, () => handedOver);
  }

  async #handedOver(
    result: PostResult | Promise<PostResult>,
    handed: () => Promise<void> | undefined,
  ): Promise<PostResult> {
    const taken = await result;
    const waiting = handed();
    if (waiting !== undefined) {
      await waiting;
      this.#posts -= 1;
    }
    this.#idleSince = this.#settings.clock.now();
    return taken;
  }

  /** Opens the stream of `scope` on `sink`, after message number `after` where that is given. */
  attach(scope: StreamScope, sink: EventSink, after: number | undefined): StreamAttachment | Promise<StreamAttachment> {
    return this.#streams.attach(scope, sink, after);
  }

  detached(scope: StreamScope, sink: EventSink): void {
    this.#streams.detached(scope, sink);
    this.#idleSince = this.#settings.clock.now();
  }

  /** The client sends nothing more. The program may still say what it has to, for a moment. */
  leave(): void {
    this.#incoming.finish();
    this.#closeSoon();
  }

  open(receiver: Receiver): void {
    this.#incoming.open(receiver);
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
    // Two streams have no common order: the session's tells when its client has read everything before this answer.
    if (behind !== undefined && this.#keepsOrder && isResponse(message)) {
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

  /** Closes when both sides have ended and everything was read, and in a moment anyway. */
  #closeSoon(): void {
    this.#stopTimers();
    this.#stopTimers = this.#settings.clock.schedule(closeGrace, () => {
      this.destroy();
    });
    this.#onSpace();
  }

  /** Nobody can use the connection any more; streams that still have something to say go on until it is read. */
  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimers();
    this.#initialize.giveUp();
    this.#order.release();
    this.#drain.release();
    this.#onClosed();
  }

  /** Keeps streams alive, and ends the connection when nobody uses it. */
  #watch(): () => void {
    const { clock, limits } = this.#settings;
    // Twice per interval: a stream that fell quiet just after one look is found by the next.
    const quiet = limits.keepAliveInterval / 2;
    return repeat(clock, quiet, () => {
      this.#streams.keepAlive(quiet);
      if (this.#totals.open > 0 || this.#posts > 0) this.#idleSince = clock.now();
      if (clock.now() - this.#idleSince < limits.idleTimeout) return true;
      this.destroy(new ConnectionError('timeout', 'The client was not heard of for too long.'));
      return false;
    });
  }
}

function atOnce(handle: () => void): PostResult {
  handle();
  return 'taken';
}

export interface PostOptions {
  /** The session that the header names. */
  readonly sessionId: string | undefined;
  /** The place in the order of POSTs. */
  readonly place: number | undefined;
}
