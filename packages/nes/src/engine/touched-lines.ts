/** The numbers of the changed lines, updated when lines are added or removed. */

const maxLines = 5000;

export class TouchedLines {
  #lines = new Set<number>();

  get lines(): ReadonlySet<number> {
    return this.#lines;
  }

  /** The lines from `from` up to `to` became those from `from` up to `otherTo`. */
  note({ from, to, otherTo }: { readonly from: number; readonly to: number; readonly otherTo: number }): void {
    const delta = otherTo - to;
    if (delta !== 0) {
      const moved = [...this.#lines].flatMap((line) => (line < from ? [line] : line < to ? [] : [line + delta]));
      this.#lines = new Set(moved);
    }
    if (otherTo - from > maxLines || this.#lines.size > maxLines) return;
    for (let line = from; line < otherTo; line += 1) this.#lines.add(line);
  }
}
