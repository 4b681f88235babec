/** Numbers that look random and depend only on the seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and less than 1. */
  next(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  pick<Item>(items: readonly Item[]): Item | undefined;
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.between(0, items.length - 1)];
  }

  /** Numbers for a part of the program that should not depend on how often the others ask. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
