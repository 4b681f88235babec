/**
 * When too much waits for a reader.
 *
 * One message may be larger than all that may wait, and another one come behind it: so neither what is being written nor the longest
 * that waits counts.
 */
export class UnsentLimit {
  readonly #most: number;
  /** The size of the longest message since nothing waited. */
  #longest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes note of a message of `size`. */
  sent(size: number): void {
    if (size > this.#longest) this.#longest = size;
  }

  /** Whether `unsent` is too much. */
  isExceeded(unsent: number): boolean {
    if (unsent === 0) this.#longest = 0;
    return unsent - 2 * this.#longest > this.#most;
  }
}
