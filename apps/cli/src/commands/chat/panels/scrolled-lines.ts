/**
 * Lines in a window that may be too low for all of them: the first and the last lines stay visible, the middle scrolls.
 *
 * It keeps count of the lines that were not visible yet. When the number of lines changes, for example at another
 * width, all count as not visible again.
 */
import { lineCount } from '../../../text/line-count.ts';
import { span, type Line } from '../../../tui/styled-line.ts';
import { isHunkHead } from '../view/hunk-view.ts';

/** What should be visible at once, if not all is. */
export interface ScrollPreference {
  /** The number of first lines that stay visible, if they leave room for others. */
  readonly head?: number;
  /** The index of a line that is visible before the first scrolling. */
  readonly focus?: number;
}

/** In a lower window, the last lines do not stay visible. */
const leastRowsWithTail = 12;

export class ScrolledLines {
  /** The index of the first visible line below the head. */
  #top = 0;
  /** The indexes of the lines that were visible. */
  #seen = new Set<number>();
  /** The numbers of first and of last lines that are always visible. */
  #head = 0;
  #tail = 0;
  #page = 1;
  #count = 0;
  #hasScrolled = false;

  /** Whether the lines do not fit. */
  get canScroll(): boolean {
    return this.#page < this.#count;
  }

  /** The number of lines that were not visible yet. */
  get unseen(): number {
    return this.#count - this.#seen.size;
  }

  /** Whether the first `count` lines were all visible. */
  hasShown(count: number): boolean {
    return this.#firstUnseen >= Math.min(count, this.#count);
  }

  /**
   * Scrolls by pages; with `Infinity` to the end; the lines skipped on the way stay unseen. From the end it goes on
   * with the first line that was not visible.
   */
  scroll(pages: number): void {
    const isAtEnd = this.#top >= this.#last;
    const step = Math.max(1, this.#page - 1);
    this.#hasScrolled = true;
    this.#moveTo(
      pages > 0 && isAtEnd && this.unseen > 0 ? this.#firstUnseen : this.#withoutRest(this.#top + pages * step, pages),
    );
  }

  /** The visible lines, at most `rows`. */
  draw(lines: readonly Line[], rows: number, { head = 0, focus = 0 }: ScrollPreference = {}): readonly Line[] {
    if (lines.length !== this.#count) {
      this.#count = lines.length;
      this.#top = 0;
      this.#seen = new Set();
      this.#hasScrolled = false;
    }
    if (lines.length <= rows) {
      this.#head = 0;
      this.#tail = 0;
      this.#page = lines.length;
      this.#markSeen(0, lines.length);
      return lines;
    }
    this.#tail = rows < leastRowsWithTail ? 0 : Math.floor((rows - 1) / 3);
    // One row says how many lines are hidden.
    const room = rows - 1 - this.#tail;
    if (!this.#hasScrolled) this.#head = focus < room - 1 ? 0 : headIn(room, head);
    this.#page = Math.max(1, room - this.#head);
    const isBelow = focus >= this.#head + this.#page - 1;
    if (!this.#hasScrolled) this.#top = isBelow ? focus - Math.floor((this.#page - 1) / 3) : 0;
    this.#moveTo(this.#top);
    this.#markSeen(0, this.#head);
    this.#markSeen(lines.length - this.#tail, lines.length);
    const end = this.#top + this.#page;
    return [
      ...lines.slice(0, this.#head),
      ...lines.slice(this.#top, end),
      this.#mark(end, lines),
      ...lines.slice(lines.length - this.#tail),
    ].slice(0, rows);
  }

  /** Goes one line further if only that one would be left; pages overlap by a line, so nothing is skipped. */
  #withoutRest(top: number, pages: number): number {
    if (this.#page < 2) return top;
    if (pages > 0) return top === this.#last - 1 ? this.#last : top;
    return top === this.#head + 1 ? this.#head : top;
  }

  /** The greatest index that the first scrolling line can have. */
  get #last(): number {
    return this.#count - this.#tail - this.#page;
  }

  get #firstUnseen(): number {
    let index = 0;
    while (this.#seen.has(index)) index += 1;
    return index;
  }

  /** Keys may come faster than frames: a page that was scrolled to counts as visible even if it was never drawn. */
  #moveTo(top: number): void {
    this.#top = Math.max(this.#head, Math.min(top, this.#last));
    this.#markSeen(this.#top, this.#top + this.#page);
  }

  #markSeen(from: number, to: number): void {
    for (let index = Math.max(0, from); index < Math.min(to, this.#count); index += 1) this.#seen.add(index);
  }

  #mark(end: number, lines: readonly Line[]): Line {
    const below = this.#count - this.#tail - end;
    const above = this.#top - this.#head;
    const hunks = lines.filter(isHunkHead).length;
    const shown = lines.slice(0, end).filter(isHunkHead).length;
    const parts = [
      ...(below > 0 ? [`${lineCount(below, 'more')} (Space)`] : []),
      ...(below <= 0 && this.unseen > 0 ? [`${this.unseen} not shown yet (Space)`] : []),
      ...(below <= 0 && this.unseen === 0 ? ['this is the end'] : []),
      ...(above > 0 ? [`${above} above (PgUp)`] : []),
      ...(hunks > 1 ? [`${Math.max(1, shown)} of ${hunks} hunks`] : []),
    ];
    return [span(`  ⋯ ${parts.join(' · ')}`, { colour: 'yellow' })];
  }
}

/** The number of first lines that stay visible: all of them, or one, or none. */
const headIn = (room: number, head: number): number => (head <= room / 2 ? head : room > 1 ? Math.min(1, head) : 0);
