/**
 * Things with an id, in the order in which they came, in a table that never changes.
 *
 * A thing keeps its place when it is replaced. Finding one, replacing one and adding one cost the same few steps in a table of any size.
 */
import { Dictionary } from './dictionary.ts';
import { List } from './list.ts';

/** What can be kept in a `Table`. */
export interface Identified {
  /** Unique in its table. */
  readonly id: string;
}

/** What became of a thing between two tables. */
export interface TableDifference {
  /** Whether only the later table has it, both have it and not the same, or only the earlier one has it. */
  readonly kind: 'added' | 'changed' | 'removed';
  /** Finds it in the table that has it. */
  readonly id: string;
}

/** Removed things leave holes; a table with more of them than this, and than things, is made anew. */
const mostHoles = 32;

/** Things in their order that are also found by id; every change gives another table, and shares the rest. */
export class Table<T extends Identified> implements Iterable<T> {
  static readonly #nothing = new Table<never>(List.empty(), Dictionary.empty(), 0);

  /** How many things there are. */
  readonly size: number;
  readonly #items: List<T | undefined>;
  readonly #places: Dictionary<number>;

  private constructor(items: List<T | undefined>, places: Dictionary<number>, size: number) {
    this.#items = items;
    this.#places = places;
    this.size = size;
  }

  /** The table without things, always the same one. */
  static empty<T extends Identified>(): Table<T> {
    return Table.#nothing;
  }

  /** A table of these things; of those with the same id the last one counts. */
  static from<T extends Identified>(items: Iterable<T>): Table<T> {
    let table = Table.empty<T>();
    for (const item of items) table = table.put(item);
    return table;
  }

  /** The thing with this id. */
  get(id: string): T | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#items.at(place);
  }

  /** Whether there is a thing with this id. */
  has(id: string): boolean {
    return this.#places.get(id) !== undefined;
  }

  /** The thing at this place, counted from the end when negative. */
  at(place: number): T | undefined {
    return this.#hasHoles ? this.toArray().at(place) : this.#items.at(place);
  }

  /** The table with this thing: in place of the one with the same id, or at the end. */
  put(item: T): Table<T> {
    const place = this.#places.get(item.id);
    if (place === undefined) {
      return new Table(this.#items.push(item), this.#places.set(item.id, this.#items.length), this.size + 1);
    }
    if (this.#items.at(place) === item) return this;
    return new Table(this.#items.set(place, item), this.#places, this.size);
  }

  /** The table without the thing, which is this one when it has none. */
  delete(id: string): Table<T> {
    const place = this.#places.get(id);
    if (place === undefined) return this;
    const items = this.#items.set(place, undefined);
    const size = this.size - 1;
    if (items.length - size > Math.max(mostHoles, size)) return Table.from(present(items));
    return new Table(items, this.#places.delete(id), size);
  }

  /** The things in order, in an array that is made once. */
  toArray(): readonly T[] {
    return this.#hasHoles ? [...this] : (this.#items as List<T>).toArray();
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    yield* present(this.#items);
  }

  /** What became of the things of this table in `later`, by identity; what both share is not looked at. */
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

  /** A table that was made anew is shorter. */
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
