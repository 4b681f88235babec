/**
 * The event streams of the sessions of one connection.
 *
 * A session has a stream from the first message about it until it is closed. After a stream was lost, the session gets
 * no other until it is loaded or resumed, because its messages are gone.
 */
import type { EventStream } from './event-stream.ts';
import { asTransportError, type TransportError } from '../connect/transport-error.ts';

export interface SessionStreamsOptions {
  readonly open: (sessionId: string) => EventStream;
  /** Called when the server has ended a stream, because the session is over. */
  readonly onEnded: (sessionId: string) => void;
  /** Called when a stream has failed. */
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

  /** Opens the stream of `sessionId`; returns false if there is one already. */
  open(sessionId: string): boolean {
    if (this.#isOver || this.#streams.has(sessionId)) return false;
    const stream = this.#options.open(sessionId);
    this.#streams.set(sessionId, stream);
    const isCurrent = (): boolean => this.#streams.get(sessionId) === stream;
    stream.finished.then(
      () => {
        if (!isCurrent()) return;
        // The server ends the stream of a closed session; if the session is opened again, it gets a new one.
        this.#streams.delete(sessionId);
        this.#options.onEnded(sessionId);
      },
      (error: unknown) => {
        if (isCurrent()) this.#options.onLost(sessionId, asTransportError(error));
      },
    );
    return true;
  }

  /** The error that ended the stream of `sessionId`; undefined if it was not lost, or the session is being restored. */
  lossOf(sessionId: string): TransportError | undefined {
    return this.#lost.get(sessionId);
  }

  /** Records that the stream of `sessionId` was lost. */
  lose(sessionId: string, error: TransportError): void {
    this.close(sessionId);
    this.#lost.set(sessionId, error);
  }

  /** Forgets the loss of a session, because it is being loaded or resumed. */
  restore(sessionId: string): void {
    this.#lost.delete(sessionId);
  }

  /** Closes the stream of a session; all its messages came before the response that closed it. */
  close(sessionId: string): void {
    const stream = this.#streams.get(sessionId);
    this.#streams.delete(sessionId);
    this.#lost.delete(sessionId);
    stream?.close();
  }

  /** Closes every stream; no more are opened. */
  closeAll(): void {
    this.#isOver = true;
    const streams = this.all;
    this.#streams.clear();
    for (const stream of streams) stream.close();
  }
}
