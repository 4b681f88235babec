/**
 * A persistent (immutable) map: setting or deleting a key returns a new one that shares all but a few nodes with the
 * old one.
 *
 * It is a hash array mapped trie with five bits per level; keys with the same hash form a chain. The hash is seeded
 * anew in each process, so that ids cannot be chosen to collide.
 */

const bits = 5;
const mask = (1 << bits) - 1;

interface Leaf<V> {
  readonly bitmap: 0;
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  /** Another key with the same hash. */
  readonly next: Leaf<V> | undefined;
}

interface Branch<V> {
  /** Which of the 32 slots are used; only the used ones are stored. */
  readonly bitmap: number;
  readonly hash?: never;
  readonly slots: readonly Tree<V>[];
}

type Tree<V> = Leaf<V> | Branch<V>;

export class Dictionary<V> {
  readonly #tree: Tree<V> | undefined;
  readonly #hash: (key: string) => number;

  private constructor(tree: Tree<V> | undefined, hash: (key: string) => number) {
    this.#tree = tree;
    this.#hash = hash;
  }

  /** An empty dictionary; `hash` returns 32 bits for a key. */
  static empty<V>(hash: (key: string) => number = seededHash): Dictionary<V> {
    return new Dictionary<V>(undefined, hash);
  }

  get(key: string): V | undefined {
    const hash = this.#hash(key);
    let node = this.#tree;
    for (let shift = 0; node !== undefined && !isLeaf(node); shift += bits) {
      const bit = bitOf(hash, shift);
      node = (node.bitmap & bit) === 0 ? undefined : node.slots[slotOf(node.bitmap, bit)];
    }
    for (let leaf = node; leaf !== undefined; leaf = leaf.next) if (leaf.key === key) return leaf.value;
    return undefined;
  }

  set(key: string, value: V): Dictionary<V> {
    const leaf: Leaf<V> = { bitmap: 0, hash: this.#hash(key), key, value, next: undefined };
    return new Dictionary(this.#tree === undefined ? leaf : inserted(this.#tree, leaf, 0), this.#hash);
  }

  /** Returns the dictionary without the key; the same object if the key is not in it. */
  delete(key: string): Dictionary<V> {
    if (this.#tree === undefined) return this;
    const tree = removed(this.#tree, { key, hash: this.#hash(key) }, 0);
    return tree === this.#tree ? this : new Dictionary(tree, this.#hash);
  }
}

const isLeaf = <V>(tree: Tree<V>): tree is Leaf<V> => tree.bitmap === 0;

function inserted<V>(tree: Tree<V>, leaf: Leaf<V>, shift: number): Tree<V> {
  if (isLeaf(tree)) {
    if (tree.hash === leaf.hash) return { ...leaf, next: unchained(tree, leaf.key) };
    return inserted({ bitmap: bitOf(tree.hash, shift), slots: [tree] }, leaf, shift);
  }
  const bit = bitOf(leaf.hash, shift);
  const slot = slotOf(tree.bitmap, bit);
  const slots = tree.slots.slice();
  const child = slots[slot];
  if ((tree.bitmap & bit) === 0 || child === undefined) slots.splice(slot, 0, leaf);
  else slots[slot] = inserted(child, leaf, shift + bits);
  return { bitmap: tree.bitmap | bit, slots };
}

function removed<V>(tree: Tree<V>, gone: { key: string; hash: number }, shift: number): Tree<V> | undefined {
  if (isLeaf(tree)) return tree.hash === gone.hash ? unchained(tree, gone.key) : tree;
  const bit = bitOf(gone.hash, shift);
  const slot = slotOf(tree.bitmap, bit);
  const child = tree.slots[slot];
  if ((tree.bitmap & bit) === 0 || child === undefined) return tree;
  const left = removed(child, gone, shift + bits);
  if (left === child) return tree;
  const slots = tree.slots.slice();
  if (left !== undefined) slots[slot] = left;
  else slots.splice(slot, 1);
  // A branch with a single leaf is replaced by the leaf.
  const [only] = slots;
  if (only === undefined || (slots.length === 1 && isLeaf(only))) return only;
  return { bitmap: left === undefined ? tree.bitmap & ~bit : tree.bitmap, slots };
}

/** The chain without `key`; the same object if the key is not in it. */
function unchained<V>(leaf: Leaf<V>, key: string): Leaf<V> | undefined {
  if (leaf.key === key) return leaf.next;
  const next = leaf.next === undefined ? undefined : unchained(leaf.next, key);
  return next === leaf.next ? leaf : { ...leaf, next };
}

const bitOf = (hash: number, shift: number): number => 1 << ((hash >>> shift) & mask);

/** The number of used slots before the one of `bit`. */
const slotOf = (bitmap: number, bit: number): number => countOnes(bitmap & (bit - 1));

function countOnes(word: number): number {
  let count = word - ((word >>> 1) & 0x55_55_55_55);
  count = (count & 0x33_33_33_33) + ((count >>> 2) & 0x33_33_33_33);
  return Math.imul((count + (count >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

const seed = Math.floor(Math.random() * 2 ** 32);

function seededHash(key: string): number {
  let hash = seed;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01_00_01_93);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
