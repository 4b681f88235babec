/** A gate that readers pass, and that can be shut. */

export class Gate {
  #shut: Promise<void> | undefined;
  #release: () => void = () => undefined;

  get isShut(): boolean {
    return this.#shut !== undefined;
  }

  shut(): void {
    this.#shut ??= new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  open(): void {
    this.#shut = undefined;
    this.#release();
  }

  /** Resolves when the gate is open. */
  async passage(): Promise<void> {
    while (this.#shut !== undefined) await this.#shut;
  }
}
