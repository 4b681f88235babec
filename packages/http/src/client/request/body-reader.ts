/**
 * Reads the body of an answer until a signal gives it up.
 *
 * The platform ends the body when the signal of its request is aborted, but not always: Node 20 may forget to once the answer has
 * begun. So the body is given up as well, and whoever reads it is told why.
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

  /** The next piece; rejects when the body was cut. */
  read(): Promise<Chunk> {
    return this.#reader.read();
  }

  /** To be called at the end: throws when the body was given up, which looks like one that has ended. */
  throwIfGivenUp(): void {
    this.#signal.throwIfAborted();
  }

  /** Nobody reads any more: what is left of the body is given up. */
  release(): void {
    this.#signal.removeEventListener('abort', this.#cancel);
    this.#cancel();
  }

  readonly #cancel = (): void => {
    this.#reader.cancel(this.#signal.reason).catch(() => undefined);
  };
}

/** Begins to read the body of `response`; undefined when it has none. */
export function bodyOf(response: ExtendedResponse, signal: AbortSignal): BodyReader | undefined {
  const reader = response.reader?.() ?? response.body?.getReader();
  return reader === undefined ? undefined : new BodyReader(reader, signal);
}
