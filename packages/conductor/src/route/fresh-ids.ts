/** Ids of requests that differ from all others, on every connection of every chain. */
export class FreshIds {
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string = `${crypto.randomUUID().slice(0, 13)}-`) {
    this.#prefix = prefix;
  }

  next(): string {
    this.#count += 1;
    return this.#prefix + this.#count;
  }
}
