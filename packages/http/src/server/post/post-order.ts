/**
 * Puts the POSTs of a connection into the order in which the client made them.
 *
 * A POST that carries its place is handled when those before it have been, and only once however often it is sent. A place counts as
 * taken also when its POST is refused: those after it do not wait for a message that never comes.
 */

export type PostResult = 'taken' | 'too-many' | 'given-up';

interface Held {
  readonly handle: () => void;
  /** Whoever sent it, once or several times. */
  readonly waiters: ((turn: PostResult) => void)[];
}

export class PostOrder {
  readonly #limit: number;
  /** The place of the last POST that had its turn. */
  #last = 0;
  readonly #held = new Map<number, Held>();

  /** At most `limit` POSTs wait for earlier ones. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Calls `handle` when everything before `place` had its turn, unless it had its own already; settles then. */
  take(place: number, handle: () => void): PostResult | Promise<PostResult> {
    if (place <= this.#last) return 'taken';
    if (place === this.#last + 1) {
      this.#last = place;
      handle();
      this.#takeHeld();
      return 'taken';
    }
    if (place > this.#last + this.#limit) return 'too-many';
    const held = this.#held.get(place) ?? { handle, waiters: [] };
    this.#held.set(place, held);
    // Sent again while the first copy waits: both are answered when that one had its turn.
    return new Promise((resolve) => {
      held.waiters.push(resolve);
    });
  }

  /** Lets everybody go; nothing is handled any more. */
  release(): void {
    for (const { waiters } of this.#held.values()) for (const resolve of waiters) resolve('given-up');
    this.#held.clear();
  }

  #takeHeld(): void {
    for (;;) {
      const place = this.#last + 1;
      const held = this.#held.get(place);
      if (held === undefined) return;
      this.#held.delete(place);
      this.#last = place;
      held.handle();
      for (const resolve of held.waiters) resolve('taken');
    }
  }
}
