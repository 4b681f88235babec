/** Things in the order they came; taking one from the front costs nothing, however many there are. */

/** Taken items are cut off in blocks: `shift` would cost the length of the list every time. */
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

  /** Forgets the oldest `count` items; answers how many there were to forget. */
  drop(count: number): number {
    const dropped = Math.max(0, Math.min(count, this.length));
    this.#start += dropped;
    if (this.#start >= compactAt || this.#start === this.#items.length) {
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return dropped;
  }

  /** Forgets the oldest items beyond `limit`; answers how many these were. */
  trim(limit: number): number {
    return this.length > limit ? this.drop(this.length - limit) : 0;
  }

  /** What is there, as a list of its own. */
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
