/** A set that forgets its oldest values when it is full. */
export class BoundedSet<T> {
  readonly #values = new Set<T>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(value: T): boolean {
    return this.#values.has(value);
  }

  /** Adds a value; one that is added again is the newest. */
  add(value: T): void {
    this.#values.delete(value);
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > this.#limit && oldest !== undefined) this.#values.delete(oldest);
  }
}
