/**
 * The wait until a channel takes more.
 *
 * All senders get the same promise, so that a burst of a hundred thousand sends that are not awaited makes only one.
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

  /** Resolves the promise of all senders that wait. */
  release(): void {
    if (this.#promise === undefined) return;
    this.#promise = undefined;
    this.#resolve();
  }
}
