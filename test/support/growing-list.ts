/** A list that one part of a test waits on while another fills it. */

interface Waiter {
  readonly isMet: () => boolean;
  readonly resolve: () => void;
}

export class GrowingList<T> {
  readonly items: T[] = [];
  #waiters: Waiter[] = [];

  push(item: T): void {
    this.items.push(item);
    for (const { isMet, resolve } of this.#waiters) if (isMet()) resolve();
    this.#waiters = this.#waiters.filter(({ isMet }) => !isMet());
  }

  /** The items, as soon as there are `count` of them. */
  async reaches(count: number): Promise<readonly T[]> {
    await this.#met(() => this.items.length >= count);
    return this.items;
  }

  /** The first item that `matches`, as soon as there is one. */
  async find(matches: (item: T) => boolean): Promise<T> {
    await this.#met(() => this.items.some((item) => matches(item)));
    return this.items.find((item) => matches(item)) as T;
  }

  #met(isMet: () => boolean): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ isMet, resolve });
    });
  }
}
