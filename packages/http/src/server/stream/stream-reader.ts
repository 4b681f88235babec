/** One reader of an event stream, from its GET until it disconnects or is sent away. */
import type { Clock } from '@acp-stack/rpc';

import { keepAliveEvent } from '../../wire/event-text.ts';
import type { EventSink } from '../request/event-sink.ts';

export interface StreamReaderOptions {
  readonly sink: EventSink;
  readonly clock: Clock;
  /** Milliseconds after which a reader has to come back, if it can; see `HttpLimits.streamLifetime`. */
  readonly lifetime: number;
  /** Milliseconds that a reader has to receive the rest after `end`. */
  readonly endTimeout: number;
  /** Called when a write was accepted. */
  readonly onTaken: () => void;
}

/** Characters that even a slow reader accepts within the stall timeout. */
const slowest = 128 * 1024;

export class StreamReader {
  readonly sink: EventSink;
  readonly #options: StreamReaderOptions;
  readonly #since: number;
  #lastWrite: number;
  #writing = 0;
  /** The last comment was not accepted yet; another would only wait behind it. */
  #isCommented = false;

  constructor(options: StreamReaderOptions) {
    this.sink = options.sink;
    this.#options = options;
    this.#since = options.clock.now();
    this.#lastWrite = this.#since;
  }

  /** Characters of messages that are being written. */
  get writing(): number {
    return this.#writing;
  }

  /** Whether the lifetime is over, so that the reader has to come back to prove that it is alive. */
  get isDue(): boolean {
    const { clock, lifetime } = this.#options;
    return !this.sink.isWatched && clock.now() - this.#since >= lifetime;
  }

  /**
   * Whether nothing was accepted for so long that the reader must be dead: `timeout` milliseconds, and as many more for
   * each `slowest` characters that are being written. False if the transport below checks the reader itself.
   */
  isStuck(timeout: number): boolean {
    if (this.sink.isWatched || (this.#writing === 0 && !this.#isCommented)) return false;
    return this.#options.clock.now() - this.#lastWrite >= timeout * (1 + Math.floor(this.#writing / slowest));
  }

  /** Writes events with `size` characters of messages; one write at a time. */
  write(text: string, size: number): void {
    const { clock, onTaken } = this.#options;
    this.#lastWrite = clock.now();
    this.#writing = size;
    this.sink.write(text, () => {
      this.#writing = 0;
      onTaken();
    });
  }

  /** Sends a comment if nothing was sent for `quiet` milliseconds. */
  keepAlive(quiet: number): void {
    const now = this.#options.clock.now();
    if (this.#isCommented || this.#writing > 0 || now - this.#lastWrite < quiet) return;
    this.#lastWrite = now;
    this.#isCommented = true;
    this.sink.write(keepAliveEvent, () => {
      this.#isCommented = false;
    });
  }

  /** Ends the stream after what was written. */
  end(): void {
    // The timer keeps nothing else of the stream.
    const { sink } = this;
    sink.end();
    this.#options.clock.schedule(this.#options.endTimeout, () => {
      sink.destroy();
    });
  }

  /** Cuts the stream at once. */
  cut(): void {
    this.sink.destroy();
  }
}
