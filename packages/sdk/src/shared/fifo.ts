/** A first-in, first-out queue: taking an item from the front takes constant time. */

/** Taken items are removed in blocks: `shift` of an array would move all items every time. */
const compactAt = 1024;

export class Fifo<T> {
  #items: T[] = [];
  /** Items before this one were taken. */
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#start];
    this.drop(1);
    return item;
  }

  /** Removes the oldest `count` items; returns how many were removed. */
  drop(count: number): number {
    const dropped = Math.max(0, Math.min(count, this.length));
    this.#start += dropped;
    if (this.#start >= compactAt || this.#start === this.#items.length) {
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return dropped;
  }

  /** Removes the oldest items beyond `limit`; returns how many were removed. */
  trim(limit: number): number {
    return this.length > limit ? this.drop(this.length - limit) : 0;
  }

  /** A copy of the items. */
  all(): T[] {
    return this.#items.slice(this.#start);
  }

  takeAll(): T[] {
    const all = this.all();
    this.#items = [];
    this.#start = 0;
    return all;
  }
}
