/** A map with a limit: the oldest entry is dropped first. */
export class BoundedMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();
  #hasEvicted = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether an entry was dropped because of the limit. */
  get hasEvicted(): boolean {
    return this.#hasEvicted;
  }

  has(key: K): boolean {
    // The map is mostly empty, and looking up a new string would compute its hash.
    return this.#entries.size > 0 && this.#entries.has(key);
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  remember(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest as K);
    this.#hasEvicted = true;
  }

  forget(key: K): void {
    this.#entries.delete(key);
  }
}
