/** Work that concerns the same thing is done one after another, in the order in which it was asked for. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does `work` when everything before it in the lane is over, however that ended. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const result = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, result);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === result) this.#last.delete(key);
    }
  }
}
