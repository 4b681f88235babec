/** A latch is open or closed; callers wait while it is closed. It pauses readers and senders (back-pressure). */

export class Latch {
  #closed: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #openings = 0;

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** How many times it was opened after it had been closed. */
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
