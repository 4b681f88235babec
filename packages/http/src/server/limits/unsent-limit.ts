/**
 * Decides whether too much waits for a reader.
 *
 * A single message may be larger than the limit, and another may follow it: so neither the message that is being
 * written nor the longest one that waits counts.
 */
export class UnsentLimit {
  readonly #limit: number;
  /** The size of the longest message since nothing waited. */
  #longest = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Records a message of `size`. */
  sent(size: number): void {
    if (size > this.#longest) this.#longest = size;
  }

  /** Whether `unsent` exceeds the limit. */
  isExceeded(unsent: number): boolean {
    if (unsent === 0) this.#longest = 0;
    return unsent - 2 * this.#longest > this.#limit;
  }
}
