/** Work that concerns the same thing is done one after another, in the order in which it was asked for. */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does `work` when everything before it in the lane is over, however that ended. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(lane);
    const result = before === undefined ? work() : before.then(work, work);
    this.#last.set(lane, result);
    try {
      return await result;
    } finally {
      if (this.#last.get(lane) === result) this.#last.delete(lane);
    }
  }
}
