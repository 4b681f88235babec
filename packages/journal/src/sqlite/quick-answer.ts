/**
 * A place in shared memory where one answer may be left for a thread that is looking there: no message need be written, sent and read.
 *
 * An answer is left only where it is expected, and who expects one looks until it is there or takes that back: none is lost.
 */
import type { SentAppended } from './thread-messages.ts';

const nothing = 0;
const expected = 1;
const given = 2;

const stateBytes = 8;
const numbers = 3;

export class QuickAnswer {
  /** What both threads share. */
  readonly buffer: SharedArrayBuffer;
  readonly #state: Int32Array;
  readonly #values: Float64Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(stateBytes * (1 + numbers))) {
    this.buffer = buffer;
    this.#state = new Int32Array(buffer, 0, 1);
    this.#values = new Float64Array(buffer, stateBytes, numbers);
  }

  /** An answer will be looked for. */
  expect(): void {
    Atomics.compareExchange(this.#state, 0, nothing, expected);
  }

  /** The answer, once it is there. */
  take(): SentAppended | undefined {
    if (Atomics.load(this.#state, 0) !== given) return undefined;
    const [id = 0, first = 0, last = 0] = this.#values;
    Atomics.store(this.#state, 0, nothing);
    return [id, first, last];
  }

  /** Nobody looks any more; the answer, if it is there already. */
  withdraw(): SentAppended | undefined {
    Atomics.compareExchange(this.#state, 0, expected, nothing);
    return this.take();
  }

  /** Leaves an answer; false when nobody expects one. */
  give(answer: SentAppended): boolean {
    if (Atomics.load(this.#state, 0) !== expected) return false;
    this.#values.set(answer);
    return Atomics.compareExchange(this.#state, 0, expected, given) === expected;
  }
}
