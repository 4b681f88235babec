/** A gate that readers pass, and that can be shut. */

export class Gate {
  #shut: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #openings = 0;

  get isShut(): boolean {
    return this.#shut !== undefined;
  }

  /** How often it was opened after it was shut. */
  get openings(): number {
    return this.#openings;
  }

  shut(): void {
    this.#shut ??= new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  open(): void {
    if (this.#shut === undefined) return;
    this.#openings += 1;
    this.#shut = undefined;
    this.#release?.();
    this.#release = undefined;
  }

  /** Resolves when the gate is open. */
  async passage(): Promise<void> {
    while (this.#shut !== undefined) await this.#shut;
  }
}
