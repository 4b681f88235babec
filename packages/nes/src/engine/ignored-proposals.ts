/**
 * How long something is worth proposing: what the user passes over again and again is not wanted.
 *
 * A proposal that the user worked past counts against what it came from; another edit of the same kind makes up for it.
 */

/** How often the user may pass something over. */
const mostPassed = 8;
const mostKeys = 500;

interface Standing {
  readonly passed: number;
  /** What spoke for it then. */
  readonly support: number;
}

export class IgnoredProposals {
  readonly #standings = new Map<string, Standing>();
  #last: { readonly key: string; readonly location: string } | undefined;
  #hasChanged = false;

  /** Something was edited since. */
  noteChange(): void {
    this.#hasChanged = true;
  }

  /** Whether a thing may be proposed, for which `support` edits speak now. */
  allows(key: string, support: number): boolean {
    const { passed = 0, support: before = 0 } = this.#standings.get(key) ?? {};
    return passed < mostPassed || support > before;
  }

  /** Notes what is proposed now, and that what was proposed before was passed over when it is proposed again. */
  propose(key: string, location: string, support: number): void {
    const last = this.#last;
    const known = this.#standings.get(key);
    const standing = known === undefined || support > known.support ? { passed: 0, support } : known;
    const isPassed = this.#hasChanged && last?.key === key && last.location === location;
    if (this.#standings.size >= mostKeys) this.#standings.clear();
    this.#standings.set(key, isPassed ? { ...standing, passed: standing.passed + 1 } : standing);
    this.#last = { key, location };
    this.#hasChanged = false;
  }
}
