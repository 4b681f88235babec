/** Tells the variants of a tagged union apart, even if the tag is missing or unknown. */

/** One guard per variant of the union `U`, and one for all of them. */
export type Guards<U, Variants extends object> = {
  readonly [Tag in keyof Variants]: (value: U) => value is U & Variants[Tag];
} & {
  /** Whether this version knows the variant. */
  readonly known: (value: U) => value is U & Variants[keyof Variants];
};

interface UnionTags {
  /** The field that holds the tag. */
  readonly key: string;
  /** The known tags. */
  readonly tags: readonly string[];
  /** The variant that comes without a tag. */
  readonly untagged?: string;
  /** Whether unknown tags are kept as such; otherwise they belong to the untagged variant. */
  readonly open: boolean;
}

/** Makes the guards of a union. */
export function createGuards<U, Variants extends object>(union: UnionTags): Guards<U, Variants> {
  const { key, tags, untagged, open } = union;
  const known = new Set<string>(tags);
  const tagOf = (value: U): string | undefined => {
    const tag = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof tag !== 'string') return untagged;
    if (known.has(tag)) return tag;
    return open ? undefined : untagged;
  };
  const guards: Record<string, (value: U) => boolean> = {};
  for (const tag of tags) guards[tag] = (value) => tagOf(value) === tag;
  guards['known'] = (value) => tagOf(value) !== undefined;
  return guards as unknown as Guards<U, Variants>;
}
