/**
 * The event streams of one connection: its own, and one for each session.
 *
 * A stream exists from the first message for it, or from the first GET. All streams together keep no more than the
 * limit of the connection; above it, the one that keeps most drops its oldest messages.
 */
import type { StreamScope } from '../../wire/stream-scope.ts';
import type { Attachment, EventStream, StreamTotals } from './event-stream.ts';
import type { EventSink } from '../request/event-sink.ts';

export interface EventStreamsOptions {
  readonly totals: StreamTotals;
  /** Creates the stream of a session, or of the connection. */
  readonly create: (sessionId?: string) => EventStream;
  /** The limit for the number of streams. */
  readonly limit: number;
  /** The limit for what all of them keep together, in bytes. */
  readonly keptBytes: number;
  /** Whether streams of sessions that no message has named are refused. */
  readonly refuseUnknownSessions: boolean;
}

/** The result of opening a stream of a connection. */
export type StreamAttachment = Attachment | 'unknown' | 'too-many';

/** How many closed session ids are remembered. */
const maxClosed = 1024;

export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #connection: EventStream;
  readonly #sessions = new Map<string, EventStream>();
  /** Closed sessions; their streams are refused until the session is opened again. */
  readonly #closed = new Set<string>();
  #isEnding = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#connection = options.create();
  }

  /**
   * Adds a message to the stream of `scope`; returns false if its sender should wait. Above the limit of streams it
   * goes to the connection's stream.
   */
  append(scope: StreamScope, text: string): boolean {
    const stream = (scope.kind === 'session' ? this.#session(scope.sessionId) : undefined) ?? this.#connection;
    const hasRoom = stream.append(text);
    this.#makeRoom();
    return hasRoom;
  }

  /** Opens the stream of `scope`. */
  attach(scope: StreamScope, sink: EventSink, after: number | undefined): StreamAttachment | Promise<StreamAttachment> {
    if (scope.kind === 'session' && after === undefined) this.#beginAnew(scope.sessionId);
    const stream = this.#find(scope);
    return typeof stream === 'string' ? stream : stream.attach(sink, after);
  }

  /** `sink` has closed. */
  detached(scope: StreamScope, sink: EventSink): void {
    const stream = scope.kind === 'session' ? this.#sessions.get(scope.sessionId) : this.#connection;
    stream?.detached(sink);
  }

  /** The session was opened, or is about to be. */
  opened(sessionId: string): void {
    this.#closed.delete(sessionId);
    this.#beginAnew(sessionId);
    this.#session(sessionId);
  }

  /** The session was closed: its stream ends when everything was read, and cannot be opened again. */
  closed(sessionId: string): void {
    this.#sessions.get(sessionId)?.end();
    this.#closed.add(sessionId);
    for (const oldest of this.#closed) {
      if (this.#closed.size <= maxClosed) break;
      this.#closed.delete(oldest);
    }
  }

  keepAlive(quiet: number): void {
    for (const stream of this.#all()) stream.keepAlive(quiet);
    for (const [sessionId, stream] of this.#sessions) {
      if (stream.isFinished && this.#closed.has(sessionId)) this.#sessions.delete(sessionId);
    }
  }

  /** Ends every stream after its unread messages. */
  end(): void {
    this.#isEnding = true;
    for (const stream of this.#all()) stream.end();
  }

  /** Cuts off the readers of all streams. */
  disconnect(): void {
    for (const stream of this.#all()) stream.disconnect();
  }

  destroy(): void {
    this.#isEnding = true;
    for (const stream of this.#all()) stream.destroy();
  }

  /**
   * If the client of a session lost messages, the session starts with a new stream, whether it is loaded or its stream
   * is opened first.
   */
  #beginAnew(sessionId: string): void {
    const known = this.#sessions.get(sessionId);
    if (known?.isLossReported !== true) return;
    known.destroy();
    this.#sessions.delete(sessionId);
  }

  #find(scope: StreamScope): EventStream | 'unknown' | 'too-many' {
    if (scope.kind === 'connection') return this.#connection;
    const { sessionId } = scope;
    if (this.#closed.has(sessionId) && this.#sessions.get(sessionId)?.isFinished !== false) return 'unknown';
    if (this.#options.refuseUnknownSessions && !this.#sessions.has(sessionId)) return 'unknown';
    return this.#session(sessionId) ?? 'too-many';
  }

  #session(sessionId: string): EventStream | undefined {
    const known = this.#sessions.get(sessionId);
    // A session that was closed and opened again gets a new stream.
    if (known !== undefined && !(known.isFinished && !this.#isEnding && !this.#closed.has(sessionId))) return known;
    if (known === undefined && this.#sessions.size >= this.#options.limit) return undefined;
    const stream = this.#options.create(sessionId);
    if (this.#isEnding) stream.end();
    this.#sessions.set(sessionId, stream);
    return stream;
  }

  #makeRoom(): void {
    const excess = this.#options.totals.kept - this.#options.keptBytes;
    if (excess <= 0) return;
    let largest = this.#connection;
    for (const stream of this.#all()) if (stream.keptBytes > largest.keptBytes) largest = stream;
    largest.shrink(excess);
  }

  *#all(): Iterable<EventStream> {
    yield this.#connection;
    yield* this.#sessions.values();
  }
}
