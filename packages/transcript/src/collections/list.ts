/**
 * A persistent (immutable) list: adding or replacing an item returns a new list that shares all but a few nodes with
 * the old one.
 *
 * Items are in a tree of nodes with 32 slots, except the last few, so a change copies the same small amount at any
 * length.
 */

const bits = 5;
const width = 1 << bits;
const mask = width - 1;

type Node = readonly unknown[];

/** An immutable list of items. A change returns a new list and costs the same at any length. */
export class List<T> implements Iterable<T> {
  static readonly #nothing = new List<never>(0, { root: [], shift: bits, tail: [] });

  /** The number of items. */
  readonly length: number;
  readonly #root: Node;
  readonly #shift: number;
  readonly #tail: readonly T[];
  #array: readonly T[] | undefined;

  private constructor(length: number, parts: { root: Node; shift: number; tail: readonly T[] }) {
    this.length = length;
    this.#root = parts.root;
    this.#shift = parts.shift;
    this.#tail = parts.tail;
  }

  /** The empty list, always the same object. */
  static empty<T>(): List<T> {
    return List.#nothing;
  }

  /** A list of these items. */
  static from<T>(items: Iterable<T>): List<T> {
    let list = List.empty<T>();
    for (const item of items) list = list.push(item);
    return list;
  }

  /** The item at `index`, counted from the end if negative, as in arrays. */
  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    if (place < 0 || place >= this.length) return undefined;
    return this.#leafAt(place)[place & mask];
  }

  /** Returns the list with one more item at its end. */
  push(item: T): List<T> {
    const length = this.length + 1;
    if (this.#tail.length < width) {
      return new List(length, { root: this.#root, shift: this.#shift, tail: [...this.#tail, item] });
    }
    const isFull = this.length >>> bits > 1 << this.#shift;
    const root = isFull
      ? [this.#root, path(this.#shift, this.#tail)]
      : pushed(this.#root, this.#shift, { index: this.length - 1, leaf: this.#tail });
    return new List(length, { root, shift: isFull ? this.#shift + bits : this.#shift, tail: [item] });
  }

  /** Returns the list with another item at `index`; throws a `RangeError` if there is none. */
  set(index: number, item: T): List<T> {
    if (index < 0 || index >= this.length) throw new RangeError(`Index ${index} is out of range.`);
    if (index >= this.#tailStart) {
      return new List(this.length, {
        root: this.#root,
        shift: this.#shift,
        tail: replaced(this.#tail, index & mask, item),
      });
    }
    const root = changed(this.#root, this.#shift, { index, item });
    return new List(this.length, { root, shift: this.#shift, tail: this.#tail });
  }

  /** The items as an array, which is created once. */
  toArray(): readonly T[] {
    this.#array ??= [...this];
    return this.#array;
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let start = 0; start < this.length; start += width) yield* this.#leafAt(start);
  }

  /** The indexes at which `later` has another item than this list, or an additional one. Shared nodes are skipped. */
  differences(later: List<T>): number[] {
    const found: number[] = [];
    const inTrees = Math.min(this.#tailStart, later.#tailStart);
    if (inTrees > 0) {
      const shift = Math.min(this.#shift, later.#shift);
      compare(this.#nodeAt(shift), later.#nodeAt(shift), { shift, start: 0, end: inTrees, found });
    }
    for (let index = inTrees; index < later.length; index += 1) {
      if (index >= this.length || this.at(index) !== later.at(index)) found.push(index);
    }
    return found;
  }

  get #tailStart(): number {
    return this.length - this.#tail.length;
  }

  #leafAt(index: number): readonly T[] {
    if (index >= this.#tailStart) return this.#tail;
    let node = this.#root;
    for (let shift = this.#shift; shift > 0; shift -= bits) node = node[(index >>> shift) & mask] as Node;
    return node as readonly T[];
  }

  /** The first node of this height. */
  #nodeAt(height: number): Node {
    let node = this.#root;
    for (let shift = this.#shift; shift > height; shift -= bits) node = (node[0] ?? []) as Node;
    return node;
  }
}

/** A branch that leads to `leaf` only. */
function path(shift: number, leaf: Node): Node {
  return shift === 0 ? leaf : [path(shift - bits, leaf)];
}

function pushed(node: Node, shift: number, { index, leaf }: { index: number; leaf: Node }): Node {
  const slot = (index >>> shift) & mask;
  if (shift === bits) return replaced(node, slot, leaf);
  const child = node[slot] as Node | undefined;
  return replaced(
    node,
    slot,
    child === undefined ? path(shift - bits, leaf) : pushed(child, shift - bits, { index, leaf }),
  );
}

function changed(node: Node, shift: number, { index, item }: { index: number; item: unknown }): Node {
  const slot = (index >>> shift) & mask;
  return replaced(node, slot, shift === 0 ? item : changed(node[slot] as Node, shift - bits, { index, item }));
}

function replaced<T>(node: readonly T[], slot: number, item: T): readonly T[] {
  const copy = node.slice();
  copy[slot] = item;
  return copy;
}

interface Comparison {
  readonly shift: number;
  readonly start: number;
  readonly end: number;
  readonly found: number[];
}

function compare(left: Node, right: Node, { shift, start, end, found }: Comparison): void {
  if (left === right || start >= end) return;
  for (let slot = 0; slot < width; slot += 1) {
    const begin = start + slot * (1 << shift);
    if (begin >= end) return;
    if (left[slot] === right[slot]) continue;
    if (shift === 0) found.push(begin);
    else compare(left[slot] as Node, right[slot] as Node, { shift: shift - bits, start: begin, end, found });
  }
}
