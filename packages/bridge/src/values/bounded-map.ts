/** What was seen, up to a limit: the oldest is forgotten first. */
export class BoundedMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();
  #hasEvicted = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether something is missing that was remembered once, and not by `forget`. */
  get hasEvicted(): boolean {
    return this.#hasEvicted;
  }

  has(key: K): boolean {
    // Nothing is looked up in what is mostly empty: the hash of a text that has just arrived is not known yet.
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
