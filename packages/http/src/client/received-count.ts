/** Counts what arrived, and says when the other side should be told. */
import { acknowledgeAfter } from '../wire/resume.ts';

export class ReceivedCount {
  #total = 0;
  /** Since the other side was last told. */
  #messages = 0;
  #bytes = 0;

  get total(): number {
    return this.#total;
  }

  /** Counts a message; the answer is what to tell, when it is time. */
  add(bytes: number): number | undefined {
    this.#total += 1;
    this.#messages += 1;
    this.#bytes += bytes;
    if (this.#messages < acknowledgeAfter.messages && this.#bytes < acknowledgeAfter.bytes) return undefined;
    this.#messages = 0;
    this.#bytes = 0;
    return this.#total;
  }
}
