/** Which of several definitions a valid value belongs to. */
import type { ChoiceDefinition, Definitions, UnionDefinition, ValueType, VariantDefinition } from './definition.ts';
import { isObject, type Fields } from './primitives.ts';
import { repair } from './repair.ts';

/** The variant with the tag of `value`, if the union has one. */
export const taggedVariant = ({ key, variants }: UnionDefinition, value: Fields): VariantDefinition | undefined =>
  variants.find((variant) => variant.tag === value[key] && variant.mode !== 'none');

/** The definition of the variant that `value` is; undefined if it has no fields of its own. */
export function variantOf(union: UnionDefinition, value: Fields): string | undefined {
  const tagged = taggedVariant(union, value);
  if (tagged !== undefined) return tagged.type;
  if (typeof value[union.key] === 'string' && union.open !== undefined) return union.open.type;
  return union.variants.find(({ mode }) => mode === 'optional' || mode === 'none')?.type;
}

/** The first alternative that `value` fits. */
export const alternativeOf = (
  definitions: Definitions,
  { of }: ChoiceDefinition,
  value: unknown,
): ValueType | undefined => of.find((type) => fits(definitions, type, value));

function fits(definitions: Definitions, type: ValueType, value: unknown): boolean {
  if (typeof type === 'object' && 'ref' in type) return repair(definitions, type.ref, value).ok;
  if (typeof type === 'object' && 'list' in type) {
    return Array.isArray(value) && value.every((item: unknown) => fits(definitions, type.list, item));
  }
  // A simple type has no fields to find.
  return !isObject(value);
}
