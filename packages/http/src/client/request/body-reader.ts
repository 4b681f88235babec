/**
 * Reads the body of a response until a signal aborts it.
 *
 * Aborting the request should end the body, but Node 20 may miss it once the response has begun. So the body is
 * cancelled as well, and the caller learns the reason.
 */
import type { Chunk, ChunkReader, ExtendedResponse } from './fetch.ts';

export class BodyReader {
  readonly #reader: ChunkReader;
  readonly #signal: AbortSignal;

  constructor(reader: ChunkReader, signal: AbortSignal) {
    this.#reader = reader;
    this.#signal = signal;
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel);
  }

  /** Resolves with the next chunk; rejects if the body was cut. */
  read(): Promise<Chunk> {
    return this.#reader.read();
  }

  /** Call this at the end: throws if the body was aborted, because that looks like a normal end. */
  throwIfGivenUp(): void {
    this.#signal.throwIfAborted();
  }

  /** Stops reading and cancels the rest of the body. */
  release(): void {
    this.#signal.removeEventListener('abort', this.#cancel);
    this.#cancel();
  }

  readonly #cancel = (): void => {
    this.#reader.cancel(this.#signal.reason).catch(() => undefined);
  };
}

/** Starts to read the body of `response`; returns undefined if there is none. */
export function bodyOf(response: ExtendedResponse, signal: AbortSignal): BodyReader | undefined {
  const reader = response.reader?.() ?? response.body?.getReader();
  return reader === undefined ? undefined : new BodyReader(reader, signal);
}
