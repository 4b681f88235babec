/**
 * An output stream of the program.
 *
 * A write waits while the reader is slow, so output does not accumulate in memory. If the reader closes the stream, the
 * next write rejects with `OutputClosedError`, which ends the command silently.
 */
import type { Writable } from 'node:stream';

import { UsageError } from '../errors/usage-error.ts';
import { escapeJson } from '../text/escape-control-characters.ts';

/** The reader has closed the stream, as in `acp protocol | head -1`. */
export class OutputClosedError extends Error {
  static {
    this.prototype.name = 'OutputClosedError';
  }
}

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

export class Output {
  readonly #open: () => Stream;
  #opened: Stream | undefined;
  #failure: NodeJS.ErrnoException | undefined;

  /** A stream, or a function that opens it when it is first needed, because opening one of Node's takes time. */
  constructor(stream: Stream | (() => Stream)) {
    this.#open = typeof stream === 'function' ? stream : () => stream;
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Characters per line; undefined if this is not a terminal. */
  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** Lines on the screen; undefined if this is not a terminal. */
  get rows(): number | undefined {
    return this.#stream.rows;
  }

  /** Calls `listener` when the terminal is resized, until the result is disposed of. */
  onResize(listener: () => void): Disposable {
    this.#stream.on('resize', listener);
    return { [Symbol.dispose]: () => this.#stream.off('resize', listener) };
  }

  get #stream(): Stream {
    if (this.#opened !== undefined) return this.#opened;
    const stream = this.#open();
    this.#opened = stream;
    // Without a listener a late EPIPE would end the process with a stack trace.
    stream.on('error', (error: NodeJS.ErrnoException) => (this.#failure ??= error));
    return stream;
  }

  /** Writes `text` and waits until the stream takes more. */
  async write(text: string): Promise<void> {
    if (text === '') return;
    const stream = this.#stream;
    await new Promise<void>((resolve, reject) => {
      if (this.#failure !== undefined) return reject(explain(this.#failure));
      stream.write(text, (error) => (error ? reject(explain(error)) : resolve()));
    });
  }

  /** Writes a line of JSON; on a terminal, characters that would control it or are invisible are escaped. */
  async writeJson(json: string): Promise<void> {
    await this.write(`${this.isTerminal ? escapeJson(json) : json}\n`);
  }

  /** Writes text that is not essential; ignores errors. */
  async tryWrite(text: string): Promise<void> {
    await this.write(text).catch(() => undefined);
  }
}

function explain(error: NodeJS.ErrnoException): Error {
  const isClosed = error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || error.code === 'ECONNRESET';
  if (isClosed) return new OutputClosedError('The reader of the output has closed it.', { cause: error });
  return new UsageError(`cannot write the output: ${error.message.replace(/, write$/u, '')}; choose another place`, {
    cause: error,
  });
}
