/**
 * The streams of one connection: its own, and one for each session.
 *
 * A stream exists from the first message for it, or from the first GET, whichever comes first. Together they keep no more than the
 * connection may; when one must give way, it is the one that keeps most.
 */
import type { StreamScope } from '../../wire/stream-scope.ts';
import type { Attachment, EventStream, StreamTotals } from './event-stream.ts';
import type { EventSink } from '../request/event-sink.ts';

export interface EventStreamsOptions {
  readonly totals: StreamTotals;
  /** Makes the stream of a session, or of the connection. */
  readonly create: (sessionId?: string) => EventStream;
  /** How many streams there may be. */
  readonly limit: number;
  /** Bytes that all of them keep together. */
  readonly keptBytes: number;
  /** Whether a session that no message has named yet is refused. */
  readonly refuseUnknownSessions: boolean;
}

/** What became of the wish to open a stream of a connection. */
export type StreamAttachment = Attachment | 'unknown' | 'too-many';

/** Session ids that are remembered as closed. */
const mostClosed = 1024;

export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #connection: EventStream;
  readonly #sessions = new Map<string, EventStream>();
  /** Sessions that were closed; a stream for one is refused until it is opened again. */
  readonly #closed = new Set<string>();
  #isEnding = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#connection = options.create();
  }

  /** Adds a message to the stream of `scope`; false when its sender should wait. Beyond the limit a message takes the connection's stream. */
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

  /** The stream behind `sink` is gone. */
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

  /** The session was closed: its stream ends when it was read, and cannot be opened again. */
  closed(sessionId: string): void {
    this.#sessions.get(sessionId)?.end();
    this.#closed.add(sessionId);
    for (const oldest of this.#closed) {
      if (this.#closed.size <= mostClosed) break;
      this.#closed.delete(oldest);
    }
  }

  keepAlive(quiet: number): void {
    for (const stream of this.#all()) stream.keepAlive(quiet);
    for (const [sessionId, stream] of this.#sessions) {
      if (stream.isFinished && this.#closed.has(sessionId)) this.#sessions.delete(sessionId);
    }
  }

  /** Ends every stream after what it still has to say. */
  end(): void {
    this.#isEnding = true;
    for (const stream of this.#all()) stream.end();
  }

  destroy(): void {
    this.#isEnding = true;
    for (const stream of this.#all()) stream.destroy();
  }

  /** A session whose client has lost something is told from the start: its stream begins anew, whether it is loaded or read first. */
  #beginAnew(sessionId: string): void {
    const known = this.#sessions.get(sessionId);
    if (known?.isLossTold !== true) return;
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
    // The stream of a session that was closed and opened again begins anew.
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
