/**
 * A map with a maximum size: the keys that were set longest ago are removed.
 *
 * Two generations make that cheap: when the young one is full, it becomes the old one.
 */
export class RecentMap<Key, Value> {
  readonly #maxSize: number;
  #old = new Map<Key, Value>();
  #young = new Map<Key, Value>();

  /** Keeps at most `maxSize` keys, and at least the last half of them. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#maxSize / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
