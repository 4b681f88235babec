/**
 * A queue from whose middle items can be taken.
 *
 * A `Set` would do, but finding its first entry passes over all that were deleted before it: with a thousand items
 * that wait, that takes longer than everything else that is done with them.
 */
export class WaitingList<T> {
  #items: (T | undefined)[] = [];
  #first = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#size += 1;
  }

  /** Takes the first item; undefined if there is none. */
  take(): T | undefined {
    while (this.#first < this.#items.length) {
      const item = this.#items[this.#first];
      this.#items[this.#first] = undefined;
      this.#first += 1;
      if (item === undefined) continue;
      this.#size -= 1;
      this.#trim();
      return item;
    }
    this.#trim();
    return undefined;
  }

  /** Takes an item, wherever it is; false if it is not in the list. */
  delete(item: T): boolean {
    const index = this.#items.indexOf(item, this.#first);
    if (index === -1) return false;
    this.#items[index] = undefined;
    this.#size -= 1;
    return true;
  }

  /** The items, in order, as they are now. */
  all(): readonly T[] {
    return this.#items.slice(this.#first).filter((item) => item !== undefined);
  }

  #trim(): void {
    if (this.#first === this.#items.length) {
      this.#items = [];
      this.#first = 0;
    } else if (this.#first > 1024 && this.#first > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
  }
}
