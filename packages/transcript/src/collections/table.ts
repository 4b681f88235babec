/**
 * A persistent (immutable) table: items with an id, in the order in which they were added.
 *
 * An item keeps its position when it is replaced. Finding, replacing and adding an item cost the same at any size.
 */
import { Dictionary } from './dictionary.ts';
import { List } from './list.ts';

/** An item of a `Table`. */
export interface Identified {
  /** Unique in its table. */
  readonly id: string;
}

/** A difference between two tables. */
export interface TableDifference {
  /** Whether the item is only in the later table, differs, or is only in the earlier one. */
  readonly kind: 'added' | 'changed' | 'removed';
  /** The id of the item. */
  readonly id: string;
}

/** Deleted items leave holes; a table with more holes than this, and more holes than items, is rebuilt. */
const maxHoles = 32;

/** Items in order that are also found by id. A change returns a new table that shares the rest. */
export class Table<T extends Identified> implements Iterable<T> {
  static readonly #nothing = new Table<never>(List.empty(), Dictionary.empty(), 0);

  /** The number of items. */
  readonly size: number;
  readonly #items: List<T | undefined>;
  readonly #places: Dictionary<number>;

  private constructor(items: List<T | undefined>, places: Dictionary<number>, size: number) {
    this.#items = items;
    this.#places = places;
    this.size = size;
  }

  /** The empty table, always the same object. */
  static empty<T extends Identified>(): Table<T> {
    return Table.#nothing;
  }

  /** A table of these items; of several items with the same id the last one counts. */
  static from<T extends Identified>(items: Iterable<T>): Table<T> {
    let table = Table.empty<T>();
    for (const item of items) table = table.put(item);
    return table;
  }

  /** The item with this id. */
  get(id: string): T | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#items.at(place);
  }

  /** Whether there is an item with this id. */
  has(id: string): boolean {
    return this.#places.get(id) !== undefined;
  }

  /** The item at this position, counted from the end if negative. */
  at(place: number): T | undefined {
    return this.#hasHoles ? this.toArray().at(place) : this.#items.at(place);
  }

  /** Returns the table with this item: instead of the one with the same id, or at the end. */
  put(item: T): Table<T> {
    const place = this.#places.get(item.id);
    if (place === undefined) {
      return new Table(this.#items.push(item), this.#places.set(item.id, this.#items.length), this.size + 1);
    }
    if (this.#items.at(place) === item) return this;
    return new Table(this.#items.set(place, item), this.#places, this.size);
  }

  /** Returns the table without the item; the same object if there is none with this id. */
  delete(id: string): Table<T> {
    const place = this.#places.get(id);
    if (place === undefined) return this;
    const items = this.#items.set(place, undefined);
    const size = this.size - 1;
    if (items.length - size > Math.max(maxHoles, size)) return Table.from(present(items));
    return new Table(items, this.#places.delete(id), size);
  }

  /** The items in order, as an array that is created once. */
  toArray(): readonly T[] {
    return this.#hasHoles ? [...this] : (this.#items as List<T>).toArray();
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    yield* present(this.#items);
  }

  /** The items that differ in `later`, by identity; shared nodes are skipped. */
  differences(later: Table<T>): TableDifference[] {
    if (later === this) return [];
    const changed = this.#items.differences(later.#items).flatMap((place): TableDifference[] => {
      const now = later.#items.at(place);
      const before = this.#items.at(place);
      return [
        ...(before === undefined || later.has(before.id) ? [] : [{ kind: 'removed' as const, id: before.id }]),
        ...(now === undefined || this.get(now.id) === now
          ? []
          : [{ kind: this.has(now.id) ? ('changed' as const) : ('added' as const), id: now.id }]),
      ];
    });
    return [...changed, ...this.#missingAfter(later)];
  }

  get #hasHoles(): boolean {
    return this.size < this.#items.length;
  }

  /** Needed because a rebuilt table is shorter. */
  #missingAfter(later: Table<T>): TableDifference[] {
    const removed: TableDifference[] = [];
    for (let place = later.#items.length; place < this.#items.length; place += 1) {
      const before = this.#items.at(place);
      if (before !== undefined && !later.has(before.id)) removed.push({ kind: 'removed', id: before.id });
    }
    return removed;
  }
}

function* present<T>(items: Iterable<T | undefined>): Generator<T, void, undefined> {
  for (const item of items) if (item !== undefined) yield item;
}
