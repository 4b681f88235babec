/**
 * A map that most of the time is empty or has one entry: a `Map` is made only for more entries.
 *
 * `values` has the order in which the entries were added.
 */
export class SmallMap<K, V extends object> {
  /** The oldest entry, if the map was empty when it was added. */
  #key: K | undefined;
  #value: V | undefined;
  #rest: Map<K, V> | undefined;

  get size(): number {
    return (this.#value === undefined ? 0 : 1) + (this.#rest?.size ?? 0);
  }

  get(key: K): V | undefined {
    return this.#value !== undefined && this.#key === key ? this.#value : this.#rest?.get(key);
  }

  /** Adds an entry whose key is not there yet. */
  add(key: K, value: V): void {
    if (this.#value !== undefined || this.#rest !== undefined) {
      this.#rest ??= new Map();
      this.#rest.set(key, value);
      return;
    }
    this.#key = key;
    this.#value = value;
  }

  /** Takes an entry out. */
  take(key: K): V | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (value === this.#value) this.#forget();
    else if (this.#rest?.delete(key) === true && this.#rest.size === 0) this.#rest = undefined;
    return value;
  }

  /** Takes everything out. */
  takeAll(): V[] {
    const all = this.values();
    this.#forget();
    this.#rest = undefined;
    return all;
  }

  values(): V[] {
    return [...(this.#value === undefined ? [] : [this.#value]), ...(this.#rest?.values() ?? [])];
  }

  #forget(): void {
    this.#key = undefined;
    this.#value = undefined;
  }
}
