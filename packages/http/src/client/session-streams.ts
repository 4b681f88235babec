/**
 * The streams of the sessions of one connection.
 *
 * A session has one from the moment it is spoken of until it is closed. One whose stream was lost gets no other until it is loaded or
 * resumed: what it brought meanwhile is gone.
 */
import type { EventStream } from './event-stream.ts';
import { asTransportError, type TransportError } from './transport-error.ts';

export interface SessionStreamsOptions {
  readonly open: (sessionId: string) => EventStream;
  /** A stream is over that should not be. */
  readonly onLost: (sessionId: string, error: TransportError) => void;
}

export class SessionStreams {
  readonly #options: SessionStreamsOptions;
  readonly #streams = new Map<string, EventStream>();
  readonly #lost = new Map<string, TransportError>();
  /** Sessions that were spoken of before there was a connection; undefined once there is one. */
  #wanted: Set<string> | undefined = new Set();
  #isOver = false;

  constructor(options: SessionStreamsOptions) {
    this.#options = options;
  }

  get all(): readonly EventStream[] {
    return [...this.#streams.values()];
  }

  /** There is a connection: opens what was asked for. */
  begin(): void {
    const wanted = this.#wanted ?? [];
    this.#wanted = undefined;
    for (const sessionId of wanted) this.open(sessionId);
  }

  open(sessionId: string): void {
    if (this.#wanted !== undefined) {
      this.#wanted.add(sessionId);
      return;
    }
    if (this.#isOver || this.#streams.has(sessionId)) return;
    const stream = this.#options.open(sessionId);
    this.#streams.set(sessionId, stream);
    stream.finished.then(
      () => {
        // A server ends the stream of a session that is over; one that is opened again gets a new one.
        if (this.#streams.get(sessionId) === stream) this.#streams.delete(sessionId);
      },
      (error: unknown) => {
        if (this.#streams.get(sessionId) === stream) this.#options.onLost(sessionId, asTransportError(error));
      },
    );
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
    this.#streams.get(sessionId)?.close();
    this.#streams.delete(sessionId);
    this.#lost.delete(sessionId);
  }

  /** Closes every stream; none is opened any more. */
  closeAll(): void {
    this.#isOver = true;
    for (const stream of this.#streams.values()) stream.close();
    this.#streams.clear();
  }
}
