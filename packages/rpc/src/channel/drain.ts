/**
 * The wait until a channel takes more.
 *
 * Everybody waits for the same promise: a burst that nobody awaits asks for it a hundred thousand times, and must not pay for each.
 */

/** Lets senders wait until a channel takes more. */
export class Drain {
  #promise: Promise<void> | undefined;
  #resolve: () => void = () => undefined;

  /** Resolves when the channel takes more. */
  wait(): Promise<void> {
    this.#promise ??= new Promise((resolve) => {
      this.#resolve = resolve;
    });
    return this.#promise;
  }

  /** Lets everybody go on who waits. */
  release(): void {
    if (this.#promise === undefined) return;
    this.#promise = undefined;
    this.#resolve();
  }
}
