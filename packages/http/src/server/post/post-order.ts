/**
 * Handles the POSTs of a connection in the order in which the client made them.
 *
 * A numbered POST is handled after those before it, and only once however often it is sent. The number of a refused
 * POST also counts as used, so later ones do not wait for it.
 */

export type PostResult = 'handled' | 'too-many' | 'given-up';

interface Held {
  readonly handle: () => void;
  /** The POSTs that wait for it: the first one and its repetitions. */
  readonly waiters: ((result: PostResult) => void)[];
}

export class PostOrder {
  readonly #limit: number;
  /** The number of the last POST that was handled. */
  #last = 0;
  readonly #held = new Map<number, Held>();

  /** At most `limit` POSTs wait for earlier ones. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Calls `handle` when all POSTs before `sequence` were handled, unless this one was handled already. */
  handleInOrder(sequence: number, handle: () => void): PostResult | Promise<PostResult> {
    if (sequence <= this.#last) return 'handled';
    if (sequence === this.#last + 1) {
      this.#last = sequence;
      handle();
      this.#handleHeld();
      return 'handled';
    }
    if (sequence > this.#last + this.#limit) return 'too-many';
    const held = this.#held.get(sequence) ?? { handle, waiters: [] };
    this.#held.set(sequence, held);
    // A repetition: both are answered when the first one was handled.
    return new Promise((resolve) => {
      held.waiters.push(resolve);
    });
  }

  /** Releases all that wait; nothing is handled any more. */
  release(): void {
    for (const { waiters } of this.#held.values()) for (const resolve of waiters) resolve('given-up');
    this.#held.clear();
  }

  #handleHeld(): void {
    for (;;) {
      const sequence = this.#last + 1;
      const held = this.#held.get(sequence);
      if (held === undefined) return;
      this.#held.delete(sequence);
      this.#last = sequence;
      held.handle();
      for (const resolve of held.waiters) resolve('handled');
    }
  }
}
