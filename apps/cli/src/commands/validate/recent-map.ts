/**
 * A map that does not grow without end: of very many keys, those set longest ago are forgotten.
 *
 * Two generations make forgetting cheap: when the young one is full, the old one goes as a whole.
 */
export class RecentMap<Key, Value> {
  readonly #most: number;
  #old = new Map<Key, Value>();
  #young = new Map<Key, Value>();

  /** Keeps at most `most` keys, and never fewer than the last half of that. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#most / 2) {
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
