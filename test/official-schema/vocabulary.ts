/** The words that a surface gives a meaning to, for changes that are nearly right. */
import type { SchemaDocument } from './json-schema.ts';
import type { Vocabulary } from './mutations.ts';
import type { MeasuredSurface } from './surfaces.ts';

/** Tags and values of enums from `document`, and every other spelling that our notation accepts. */
export function vocabularyOf({ definitions }: MeasuredSurface, document: SchemaDocument): Vocabulary {
  const values = new Set<string>();
  const names = new Set<string>();
  JSON.stringify(document.$defs, (key, value: unknown) => {
    if (key === 'const' && typeof value === 'string') values.add(value);
    return value;
  });
  for (const shape of definitions.shapes.values()) {
    const fields = shape.kind === 'object' ? shape.fields : shape.kind === 'union' ? shape.shared : [];
    const variants = shape.kind === 'union' ? shape.variants : [];
    for (const spelling of fields.flatMap((field) => field.aliases)) names.add(spelling);
    for (const spelling of variants.flatMap((variant) => variant.aliases)) values.add(spelling);
  }
  return { values: [...values], names: [...names] };
}
