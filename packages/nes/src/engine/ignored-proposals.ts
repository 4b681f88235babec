/**
 * Counts how often the user ignores a proposal, so that it is not made again and again.
 *
 * A proposal that the user works past counts against its habit; another edit of the same kind resets the count.
 */

/** How often the user may ignore a proposal. */
const maxPassed = 8;
const maxKeys = 500;

interface Standing {
  readonly passed: number;
  /** The support at that time. */
  readonly support: number;
}

export class IgnoredProposals {
  readonly #standings = new Map<string, Standing>();
  #last: { readonly key: string; readonly location: string } | undefined;
  #hasChanged = false;

  /** Something was edited since the last proposal. */
  noteChange(): void {
    this.#hasChanged = true;
  }

  /** Whether something with `support` edits may be proposed. */
  allows(key: string, support: number): boolean {
    const { passed = 0, support: before = 0 } = this.#standings.get(key) ?? {};
    return passed < maxPassed || support > before;
  }

  /** Records a proposal; the same proposal again, after an edit, means that it was ignored. */
  propose(key: string, location: string, support: number): void {
    const last = this.#last;
    const known = this.#standings.get(key);
    const standing = known === undefined || support > known.support ? { passed: 0, support } : known;
    const isPassed = this.#hasChanged && last?.key === key && last.location === location;
    if (this.#standings.size >= maxKeys) this.#standings.clear();
    this.#standings.set(key, isPassed ? { ...standing, passed: standing.passed + 1 } : standing);
    this.#last = { key, location };
    this.#hasChanged = false;
  }
}
