/** Those that wait for the next change of something. */
export class ChangeWaiters {
  #waiting: (() => void)[] = [];

  /** Resolves with the next change, or when `signal` aborts. */
  next(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal?.removeEventListener('abort', done);
        this.#waiting = this.#waiting.filter((each) => each !== done);
        resolve();
      };
      this.#waiting.push(done);
      signal?.addEventListener('abort', done);
    });
  }

  /** Something has changed. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) each();
  }
}
