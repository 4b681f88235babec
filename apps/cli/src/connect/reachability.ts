/** Tells from the reports of a connection whether its server can be reached. */

/** A report of a connection, as far as it matters here. */
interface Report {
  readonly kind: string;
  readonly name?: string;
}

/** A drop that the first attempt mends is not worth a word. */
const dropsOfLoss = 2;

export class Reachability {
  readonly #onChange: (isReachable: boolean) => void;
  /** How often each stream or socket has dropped since it was connected. */
  readonly #drops = new Map<string, number>();
  #isReachable = true;

  constructor(onChange: (isReachable: boolean) => void) {
    this.#onChange = onChange;
  }

  note({ kind, name = '' }: Report): void {
    if (kind === 'dropped') this.#drops.set(name, (this.#drops.get(name) ?? 0) + 1);
    else if (kind === 'resumed') this.#drops.delete(name);
    else return;
    const isReachable = ![...this.#drops.values()].some((count) => count >= dropsOfLoss);
    if (isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    this.#onChange(isReachable);
  }
}
