/** A clock that stands still until a test moves it. */
export class ManualClock {
  #time = 0;
  readonly #waits = new Set<{ readonly at: number; readonly callback: () => void }>();

  readonly now = (): number => this.#time;

  readonly wait = (delay: number, callback: () => void): (() => void) => {
    const wait = { at: this.#time + delay, callback };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  };

  /** Whether something waits. */
  get isAwaited(): boolean {
    return this.#waits.size > 0;
  }

  /** Moves it on by milliseconds; what waits until then is called. */
  advance(milliseconds: number): void {
    this.#time += milliseconds;
    const due = Array.from(this.#waits).filter(({ at }) => at <= this.#time);
    for (const wait of due) {
      // The callback of another one may have cancelled it.
      if (this.#waits.delete(wait)) wait.callback();
    }
  }
}
