/**
 * The rows that a list shows: those that match a filter, with the chunks of one text as one item.
 *
 * Rows that come later are added to the result; only another filter, or dropped rows, begin anew.
 */
import { ChunkMerger, isMatch, type MergedRow, type RowFilter, type WireRow } from '@acp-stack/trace/inspect';

export class ShownRows {
  readonly #filter: RowFilter;
  readonly #found: ReadonlySet<number> | undefined;
  readonly #merger = new ChunkMerger<WireRow>();
  /** The position of each row among the items, by its index. */
  readonly #positions = new Map<number, number>();
  readonly #first: number | undefined;
  #read = 0;

  /** `found` are the messages whose whole text has the words of the filter. */
  constructor(rows: readonly WireRow[], filter: RowFilter, found?: ReadonlySet<number>) {
    this.#filter = filter;
    this.#found = found;
    this.#first = rows[0]?.index;
    this.add(rows);
  }

  /** The items to show. */
  get items(): readonly MergedRow<WireRow>[] {
    return this.#merger.items;
  }

  /** Where the row with this index is among the items; -1 if it is not shown. */
  positionOf(index: number | undefined): number {
    return index === undefined ? -1 : (this.#positions.get(index) ?? -1);
  }

  /** Whether the rows still begin where they began, so that `add` is enough. */
  continues(rows: readonly WireRow[]): boolean {
    return (this.#first === undefined && this.#read === 0) || rows[0]?.index === this.#first;
  }

  /** Takes the rows that were not there the last time. */
  add(rows: readonly WireRow[]): void {
    for (; this.#read < rows.length; this.#read += 1) {
      const row = rows[this.#read];
      if (row === undefined || !isMatch(row, this.#filter, this.#found)) continue;
      this.#positions.set(row.index, this.#merger.push(row));
    }
  }
}
