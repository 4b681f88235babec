/**
 * The texts of files that have passed through the bridge.
 *
 * Version 1 shows a change as the whole text before and after; a patch needs the text that it applies to.
 */
export class KnownFiles {
  readonly #most: number;
  readonly #texts = new Map<string, string>();
  #size = 0;

  /** Keeps at most `most` characters. */
  constructor(most: number) {
    this.#most = most;
  }

  get(path: string): string | undefined {
    return this.#texts.get(path);
  }

  set(path: string, text: string): void {
    this.forget(path);
    this.#texts.set(path, text);
    this.#size += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#size <= this.#most) return;
      this.forget(oldest);
    }
  }

  forget(path: string): void {
    const text = this.#texts.get(path);
    if (text === undefined) return;
    this.#texts.delete(path);
    this.#size -= text.length;
  }
}
