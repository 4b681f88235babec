/**
 * When a socket is left alone for a moment, so that several messages are read at once.
 *
 * Somebody who writes each of many short messages on its own wakes its reader for each of them, which costs both sides more than the
 * message does. Such reads wait for each other, as long as that brings several messages together. Nobody waits who has said something
 * and may be answered, and what comes slower than eight times in a millisecond never does.
 */

/** Reads that are counted before any waits, and the milliseconds in which they come. */
const quick = { reads: 8, within: 1 } as const;
/** Bytes of the longest read that is short. */
const longestShort = 4096;
/** Bytes of a read that leaves some behind. */
const fullRead = 65_536;
/** How many short reads one must be worth that was waited for. */
const worthwhile = 4;

export class ReadPace {
  #reads = 0;
  #bytes = 0;
  #since = 0;
  /** Bytes of a usual short read, while reads wait. */
  #usual = 0;
  /** Bytes that were read ahead of the wait, and come first. */
  #ahead = 0;

  /** Takes note of a read of `bytes`; true when the next one had better wait. */
  read(bytes: number, now: number): boolean {
    return this.#usual > 0 ? this.#readTogether(bytes) : this.#readApart(bytes, now);
  }

  /** The wait is over; `ahead` bytes come that had been read before it. */
  waited(ahead: number): void {
    this.#ahead = ahead;
  }

  /** Something was said, and what comes next may answer it. */
  reset(): void {
    this.#reads = 0;
    this.#bytes = 0;
    this.#usual = 0;
  }

  #readTogether(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#ahead > 0) {
      this.#ahead -= bytes;
      return false;
    }
    if (bytes >= fullRead) return false;
    const isWorthIt = this.#bytes >= worthwhile * this.#usual;
    if (isWorthIt) this.#bytes = 0;
    else this.reset();
    return isWorthIt;
  }

  #readApart(bytes: number, now: number): boolean {
    if (bytes > longestShort) {
      this.reset();
      return false;
    }
    if (this.#reads === 0) this.#since = now;
    this.#reads += 1;
    this.#bytes += bytes;
    if (this.#reads < quick.reads) return false;
    const usual = this.#bytes / this.#reads;
    this.reset();
    if (now - this.#since > quick.within) return false;
    this.#usual = usual;
    return true;
  }
}
