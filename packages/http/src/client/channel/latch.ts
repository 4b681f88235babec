/** A latch: callers wait while it is closed. */

export class Latch {
  #closed: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #openings = 0;

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** How often it was opened after it was shut. */
  get openings(): number {
    return this.#openings;
  }

  close(): void {
    this.#closed ??= new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  open(): void {
    if (this.#closed === undefined) return;
    this.#openings += 1;
    this.#closed = undefined;
    this.#release?.();
    this.#release = undefined;
  }

  /** Resolves when the latch is open. */
  async opened(): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
  }
}
