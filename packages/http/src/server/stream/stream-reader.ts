/** One reader of a stream of events: from its GET until it goes, or is sent away. */
import type { Clock } from '@acp-stack/rpc';

import { keepAliveEvent } from '../../wire/event-text.ts';
import type { EventSink } from '../request/event-sink.ts';

export interface StreamReaderOptions {
  readonly sink: EventSink;
  readonly clock: Clock;
  /** Milliseconds after which a reader has to come back, where it can; see `HttpLimits.streamLifetime`. */
  readonly lifetime: number;
  /** Milliseconds that a reader who is sent away has for what was written. */
  readonly patience: number;
  /** What was written has been taken. */
  readonly onTaken: () => void;
}

/** Characters that even the slowest reader takes in the time that a stream may stand still. */
const slowest = 128 * 1024;

export class StreamReader {
  readonly sink: EventSink;
  readonly #options: StreamReaderOptions;
  readonly #since: number;
  #lastWrite: number;
  #writing = 0;
  /** The last comment was not taken: another would only wait behind it. */
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

  /** Whether it has been there for so long that only its coming back can tell whether it is still there. */
  get isDue(): boolean {
    const { clock, lifetime } = this.#options;
    return !this.sink.isWatched && clock.now() - this.#since >= lifetime;
  }

  /**
   * Whether nothing has been taken for so long that nobody can be there: `patience` milliseconds, and as many more for each
   * `slowest` characters of what is being written. Where something below asks the reader, that knows better.
   */
  isStuck(patience: number): boolean {
    if (this.sink.isWatched || (this.#writing === 0 && !this.#isCommented)) return false;
    return this.#options.clock.now() - this.#lastWrite >= patience * (1 + Math.floor(this.#writing / slowest));
  }

  /** Writes events that hold `size` characters of messages; one write at a time. */
  write(text: string, size: number): void {
    const { clock, onTaken } = this.#options;
    this.#lastWrite = clock.now();
    this.#writing = size;
    this.sink.write(text, () => {
      this.#writing = 0;
      onTaken();
    });
  }

  /** Sends a comment when nothing was sent for `quiet` milliseconds. */
  keepAlive(quiet: number): void {
    const now = this.#options.clock.now();
    if (this.#isCommented || this.#writing > 0 || now - this.#lastWrite < quiet) return;
    this.#lastWrite = now;
    this.#isCommented = true;
    this.sink.write(keepAliveEvent, () => {
      this.#isCommented = false;
    });
  }

  /** Sends the reader away after what was written. */
  end(): void {
    this.sink.end();
    this.#options.clock.schedule(this.#options.patience, () => {
      this.sink.destroy();
    });
  }

  /** Sends the reader away at once. */
  cut(): void {
    this.sink.destroy();
  }
}
