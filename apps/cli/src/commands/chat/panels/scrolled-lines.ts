/**
 * Lines in a window that may be too low for all of them: the upper part scrolls, the last lines stay visible.
 *
 * It keeps count of the lines that were not visible yet. When the number of lines changes, for example at another
 * width, all count as not visible again.
 */
import { lineCount } from '../../../text/line-count.ts';
import { span, type Line } from '../../../tui/styled-line.ts';
import { isHunkHead } from '../view/hunk-view.ts';

export class ScrolledLines {
  /** The first visible line. */
  #top = 0;
  /** All lines before this one were visible. */
  #seen = 0;
  /** The number of last lines that are always visible. */
  #tail = 0;
  #page = 1;
  #count = 0;

  /** Whether the lines do not fit. */
  get canScroll(): boolean {
    return this.#page < this.#count;
  }

  /** The number of lines that were not visible yet. */
  get unseen(): number {
    return Math.max(0, this.#count - this.#tail - this.#seen);
  }

  /** Whether the first `count` lines were all visible. */
  hasShown(count: number): boolean {
    return this.unseen === 0 || this.#seen >= count;
  }

  /** Scrolls by pages; with `Infinity` to the end; the lines skipped on the way stay unseen. */
  scroll(pages: number): void {
    const [last, step] = [this.#count - this.#tail - this.#page, Math.max(1, this.#page - 1)];
    this.#top = Math.max(0, Math.min(this.#top + pages * step, last));
    // Keys may come faster than frames: a page that was scrolled to counts as visible even if it was never drawn.
    if (this.#top <= this.#seen) this.#seen = Math.max(this.#seen, this.#top + this.#page);
  }

  /** The visible lines, at most `rows`. */
  draw(lines: readonly Line[], rows: number): readonly Line[] {
    if (lines.length !== this.#count) {
      this.#count = lines.length;
      this.#top = 0;
      this.#seen = 0;
    }
    if (lines.length <= rows) {
      this.#tail = 0;
      this.#page = lines.length;
      this.#seen = lines.length;
      return lines;
    }
    // One row says how many lines are hidden.
    this.#tail = Math.floor((rows - 1) / 3);
    this.#page = Math.max(1, rows - 1 - this.#tail);
    this.scroll(0);
    const end = this.#top + this.#page;
    return [...lines.slice(this.#top, end), this.#mark(end, lines), ...lines.slice(lines.length - this.#tail)].slice(
      0,
      rows,
    );
  }

  #mark(end: number, lines: readonly Line[]): Line {
    const below = this.#count - this.#tail - end;
    const above = this.#top === 0 ? '' : `${this.#top} above, PgUp; `;
    const words =
      below === 0
        ? `${above}this is the end`
        : `${above}${lineCount(below, 'more')} here, Space shows ${below === 1 ? 'it' : 'them'}`;
    const hunks = lines.filter(isHunkHead).length;
    const shown = lines.slice(0, end).filter(isHunkHead).length;
    const which = hunks > 1 ? `${Math.max(1, shown)} of ${hunks} hunks; ` : '';
    return [span(`  ⋯ ${which}${words} (${this.#count} lines)`, { colour: 'yellow' })];
  }
}
