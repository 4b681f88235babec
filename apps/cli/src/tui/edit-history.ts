/** What an editor of text can bring back: earlier texts, and what was cut. */

/** A text with a cursor. */
export interface EditedText {
  readonly before: string;
  readonly after: string;
}

/** A run of letters is undone as one; so is a run of deleted ones, and what was cut in a row is put back as one. */
export type EditKind = 'typed' | 'deleted' | 'cut' | 'other';

/** The earlier texts that are kept. */
const maxTexts = 100;

export class EditHistory {
  readonly #earlier: EditedText[] = [];
  #last: EditKind | undefined;
  #cut = '';

  /** What was cut last. */
  get cut(): string {
    return this.#cut;
  }

  /** Notes a change from one text to another. */
  note(from: EditedText, to: EditedText, kind: EditKind): void {
    if (from.before === to.before && from.after === to.after) return;
    const isWordEnd = kind === 'typed' && /\s$/u.test(to.before);
    const isSameRun = kind === this.#last && (kind === 'typed' || kind === 'deleted') && !isWordEnd;
    if (!isSameRun) this.#earlier.push(from);
    if (this.#earlier.length > maxTexts) this.#earlier.shift();
    if (kind === 'cut') this.#noteCut(from, to);
    this.#last = kind;
  }

  /** A key that changes nothing ends a run. */
  endRun(): void {
    this.#last = undefined;
  }

  /** The text before the last change. */
  undo(): EditedText | undefined {
    this.#last = undefined;
    return this.#earlier.pop();
  }

  /** Forgets the earlier texts, but not what was cut. */
  clear(): void {
    this.#earlier.length = 0;
    this.#last = undefined;
  }

  #noteCut(from: EditedText, to: EditedText): void {
    const before = from.before.slice(to.before.length);
    const after = from.after.slice(0, from.after.length - to.after.length);
    this.#cut = this.#last === 'cut' ? before + this.#cut + after : before + after;
  }
}
