/**
 * The streams of the sessions of one connection.
 *
 * A session has one from the moment it is spoken of until it is closed. One whose stream was lost gets no other until it is loaded or
 * resumed: what it brought meanwhile is gone.
 */
import type { EventStream } from './event-stream.ts';
import { asTransportError, type TransportError } from '../connect/transport-error.ts';

export interface SessionStreamsOptions {
  readonly open: (sessionId: string) => EventStream;
  /** The server has ended a stream: the session says nothing more. */
  readonly onEnded: (sessionId: string) => void;
  /** A stream is over that should not be. */
  readonly onLost: (sessionId: string, error: TransportError) => void;
}

export class SessionStreams {
  readonly #options: SessionStreamsOptions;
  readonly #streams = new Map<string, EventStream>();
  readonly #lost = new Map<string, TransportError>();
  #isOver = false;

  constructor(options: SessionStreamsOptions) {
    this.#options = options;
  }

  get all(): readonly EventStream[] {
    return [...this.#streams.values()];
  }

  /** Opens the stream of `sessionId`; false when there is one already. */
  open(sessionId: string): boolean {
    if (this.#isOver || this.#streams.has(sessionId)) return false;
    const stream = this.#options.open(sessionId);
    this.#streams.set(sessionId, stream);
    const isCurrent = (): boolean => this.#streams.get(sessionId) === stream;
    stream.finished.then(
      () => {
        if (!isCurrent()) return;
        // A server ends the stream of a session that is over; one that is opened again gets a new one.
        this.#streams.delete(sessionId);
        this.#options.onEnded(sessionId);
      },
      (error: unknown) => {
        if (isCurrent()) this.#options.onLost(sessionId, asTransportError(error));
      },
    );
    return true;
  }

  /** Why the stream of `sessionId` was lost; undefined when it was not, or the session is being brought back. */
  lossOf(sessionId: string): TransportError | undefined {
    return this.#lost.get(sessionId);
  }

  /** Notes that the stream of `sessionId` was lost. */
  lose(sessionId: string, error: TransportError): void {
    this.close(sessionId);
    this.#lost.set(sessionId, error);
  }

  /** The session is being loaded or resumed. */
  bringBack(sessionId: string): void {
    this.#lost.delete(sessionId);
  }

  /** The session is closed; whatever its server had to say about it came before the answer that says so. */
  close(sessionId: string): void {
    const stream = this.#streams.get(sessionId);
    this.#streams.delete(sessionId);
    this.#lost.delete(sessionId);
    stream?.close();
  }

  /** Closes every stream; none is opened any more. */
  closeAll(): void {
    this.#isOver = true;
    const streams = this.all;
    this.#streams.clear();
    for (const stream of streams) stream.close();
  }
}
