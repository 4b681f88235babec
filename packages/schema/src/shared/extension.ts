/** Values that a version does not know, in the types. */

/**
 * A value beyond those of this version.
 *
 * A program writes only custom values, which begin with `_`. Values of a newer version arrive too and have this type;
 * they can be stored, shown and passed on. The guards of a union tell whether a variant is known.
 */
export type Extension = `_${string}`;

/** A variant whose tag this version does not know, kept as it arrived. */
export type ExtensionVariant<Key extends string> = Readonly<Record<Key, Extension>> & {
  readonly [key: string]: unknown;
};
