/** How many requests of each principal are being worked on, up to a limit. */
export class RunningRequests {
  readonly #limit: number;
  /** A principal without requests is not in the table. */
  readonly #counts = new Map<string, number>();

  /** `limit` is that of each principal. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a request until the returned function is called; undefined if the principal has reached the limit. */
  enter(principal: string): (() => void) | undefined {
    const count = this.#counts.get(principal) ?? 0;
    if (count >= this.#limit) return undefined;
    this.#counts.set(principal, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#counts.get(principal) ?? 1) - 1;
      if (left === 0) this.#counts.delete(principal);
      else this.#counts.set(principal, left);
    };
  }
}
