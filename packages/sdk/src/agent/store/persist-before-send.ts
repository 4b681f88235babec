/**
 * Sends in order, each message after it was kept.
 *
 * A message that could not be kept is never sent; those after it are.
 */
import { ignoreRejection } from '../../shared/ignore-rejection.ts';

export class PersistBeforeSend {
  #last: Promise<unknown> = Promise.resolve();

  /** Calls `send` once `kept` has resolved and everything before has been sent; the answer is that of `send`. */
  send(kept: Promise<void>, send: () => Promise<void>): Promise<void> {
    // What `send` answers is not waited for by the next one: it says when more can be sent, not that this was.
    let sending: Promise<void> | undefined;
    const started = Promise.all([kept, this.#last]).then(() => {
      sending = send();
    });
    this.#last = ignoreRejection(started).catch(() => undefined);
    return ignoreRejection(started.then(() => sending));
  }

  /** Resolves when everything was sent that was meant to be so far. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
