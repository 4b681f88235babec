/**
 * Sends updates in order, each after it was stored.
 *
 * An update that could not be stored is never sent; those after it are.
 */
import { ignoreRejection } from '../../shared/ignore-rejection.ts';

export class PersistBeforeSend {
  #last: Promise<unknown> = Promise.resolve();

  /** Calls `send` once `stored` has resolved and all updates before were sent; resolves with the promise of `send`. */
  send(stored: Promise<void>, send: () => Promise<void>): Promise<void> {
    // The next update does not wait for this promise: it resolves when more can be sent, not when this was sent.
    let sending: Promise<void> | undefined;
    const started = Promise.all([stored, this.#last]).then(() => {
      sending = send();
    });
    this.#last = ignoreRejection(started).catch(() => undefined);
    return ignoreRejection(started.then(() => sending));
  }

  /** Resolves when all updates so far were sent. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
