/**
 * A list that never changes: adding or replacing an item gives a new list, which shares all but a few nodes with the old one.
 *
 * Items lie in a tree of nodes with 32 slots, the last few beside it, so that a step costs the same few copies however long the list is.
 */

const bits = 5;
const width = 1 << bits;
const mask = width - 1;

type Node = readonly unknown[];

/** Items in order, for reading as in an array; every change gives another list and costs the same at any length. */
export class List<T> implements Iterable<T> {
  static readonly #nothing = new List<never>(0, { root: [], shift: bits, tail: [] });

  /** How many items there are. */
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

  /** The list without items, always the same one. */
  static empty<T>(): List<T> {
    return List.#nothing;
  }

  /** A list of these items, in their order. */
  static from<T>(items: Iterable<T>): List<T> {
    let list = List.empty<T>();
    for (const item of items) list = list.push(item);
    return list;
  }

  /** The item at this place, counted from the end when negative, as in arrays. */
  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    if (place < 0 || place >= this.length) return undefined;
    return this.#leafAt(place)[place & mask];
  }

  /** The list with one more item at its end. */
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

  /** The list with another item at this place, which must exist. */
  set(index: number, item: T): List<T> {
    if (index < 0 || index >= this.length) throw new RangeError(`there is no item ${index}`);
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

  /** The items as an array, which is made once. */
  toArray(): readonly T[] {
    this.#array ??= [...this];
    return this.#array;
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let start = 0; start < this.length; start += width) yield* this.#leafAt(start);
  }

  /** The places where `later` has another item than this list, or one that this list lacks; it is found without looking at what both share. */
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

  /** The node of this height that holds the beginning. */
  #nodeAt(height: number): Node {
    let node = this.#root;
    for (let shift = this.#shift; shift > height; shift -= bits) node = (node[0] ?? []) as Node;
    return node;
  }
}

/** A way down to `leaf`, with nothing beside it. */
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
