/** What the agent has changed in files, so that the newest change can be undone. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text before; undefined when the file was new. */
  readonly before: string | undefined;
  /** The text after; undefined when the file was deleted. */
  readonly after: string | undefined;
}

const mostCharacters = 64 * 1024 * 1024;

/** Holds the newest changes of a session, up to a limit of text. */
export class EditLog {
  readonly #changes: (readonly FileChange[])[] = [];
  #characters = 0;

  /** Notes changes that belong together. */
  add(changes: readonly FileChange[]): void {
    this.#changes.push(changes);
    this.#characters += sizeOf(changes);
    while (this.#characters > mostCharacters && this.#changes.length > 1) {
      this.#characters -= sizeOf(this.#changes.shift() ?? []);
    }
  }

  /** The newest changes; undefined when there is nothing to undo. */
  get newest(): readonly FileChange[] | undefined {
    return this.#changes.at(-1);
  }

  /** The newest changes are undone. */
  drop(): void {
    this.#characters -= sizeOf(this.#changes.pop() ?? []);
  }
}

const sizeOf = (changes: readonly FileChange[]): number =>
  changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
