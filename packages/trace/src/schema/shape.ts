/** The shape of a definition, derived from its JSON Schema: object, union, enum, choice or scalar. */
import type { Stability } from '@acp-stack/schema';

import { referenceName, type JsonSchema, type SchemaDocument } from './schema-document.ts';

/** A field of an object. */
export interface Field {
  /** Its name. */
  readonly name: string;
  /** Its type. */
  readonly schema: JsonSchema;
  /** Whether it has to be there. */
  readonly isRequired: boolean;
}

interface Variant {
  /** The displayed tag: its value, or a description in parentheses. */
  readonly label: string;
  /** The definition with the fields of the variant. */
  readonly type: string | undefined;
  readonly description: string;
  readonly stability: Stability;
}

interface RefusedTag {
  readonly tag: string;
  readonly description: string;
}

/** What a definition is. */
export type Shape =
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly includes: readonly string[] }
  | {
      readonly kind: 'union';
      readonly tag: string;
      /** Fields that all variants share. */
      readonly fields: readonly Field[];
      readonly variants: readonly Variant[];
      /** Rejected tags, with their replacements. */
      readonly refused: readonly RefusedTag[];
    }
  | { readonly kind: 'enum'; readonly values: readonly JsonSchema[]; readonly isOpen: boolean }
  | { readonly kind: 'choice'; readonly alternatives: readonly JsonSchema[]; readonly isExclusive: boolean }
  | { readonly kind: 'scalar'; readonly schema: JsonSchema };

/** Returns the shape of `schema`. */
export function shapeOf(schema: JsonSchema): Shape {
  const tag = schema['x-tag'];
  if (tag !== undefined) {
    const variants = (schema.anyOf ?? []).map((variant) => variantOf(variant, tag));
    const refused = Object.entries(schema['x-refused'] ?? {}).map(([each, description]) => ({
      tag: each,
      description,
    }));
    return { kind: 'union', tag, fields: fieldsOf(schema), variants, refused };
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives === undefined) {
    if (schema.properties === undefined) return { kind: 'scalar', schema };
    return { kind: 'object', fields: fieldsOf(schema), includes: referencesOf(schema.allOf) };
  }
  const values = alternatives.filter((each) => each.const !== undefined);
  if (schema.type === 'string') return { kind: 'enum', values, isOpen: values.length < alternatives.length };
  return { kind: 'choice', alternatives, isExclusive: schema.oneOf !== undefined };
}

/** The fields of an object, without `_meta`, which every object may have. */
function fieldsOf(schema: JsonSchema): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field === false || name === '_meta'
      ? []
      : [{ name, schema: field, isRequired: schema.required?.includes(name) === true }],
  );
}

function variantOf(variant: JsonSchema, tag: string): Variant {
  return {
    label: labelOf(variant, tag),
    type: referencesOf(variant.allOf)[0],
    description: variant.description ?? (isWithoutTag(variant, tag) ? (withoutTag[tag] ?? '') : ''),
    stability: variant['x-stability'] ?? 'stable',
  };
}

function labelOf(variant: JsonSchema, tag: string): string {
  const value = variant.properties?.[tag];
  if (variant['x-optional-tag'] !== undefined) return variant['x-optional-tag'];
  if (value === undefined || value === false) return `(no ${tag})`;
  if (value.const !== undefined) return value.const;
  return isWithoutTag(variant, tag) ? `(null or no ${tag})` : `(other ${tag})`;
}

/** The meaning of an absent tag. */
const withoutTag: Readonly<Record<string, string>> = { stopReason: 'Does not say why.' };

/** Whether this is the variant with a null or absent tag. */
function isWithoutTag({ properties }: JsonSchema, tag: string): boolean {
  const value = properties?.[tag];
  return value !== undefined && value !== false && value.type === 'null';
}

const referencesOf = (schemas: readonly JsonSchema[] = []): string[] =>
  schemas.flatMap(({ $ref }) => ($ref === undefined ? [] : [referenceName($ref)]));

/** The definitions that `schema` refers to, in order and without duplicates. */
export function mentionedIn(schema: JsonSchema): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') names.add(referenceName(inner));
      else visit(inner);
    }
  };
  visit(schema);
  return [...names];
}

/** The names of all fields of a definition. */
export function fieldNamesOf(document: SchemaDocument, name: string): Set<string> {
  return collectFieldNames(document, name, new Set());
}

function collectFieldNames(document: SchemaDocument, name: string, seen: Set<string>): Set<string> {
  const names = new Set<string>();
  const schema = document.$defs[name];
  if (schema === undefined || seen.has(name)) return names;
  seen.add(name);
  const shape = shapeOf(schema);
  const parts: string[] = [];
  if (shape.kind === 'object' || shape.kind === 'union') for (const field of shape.fields) names.add(field.name);
  if (shape.kind === 'object') parts.push(...shape.includes);
  if (shape.kind === 'union') {
    names.add(shape.tag);
    for (const { type } of shape.variants) if (type !== undefined) parts.push(type);
  }
  if (shape.kind === 'choice') parts.push(...referencesOf(shape.alternatives));
  for (const part of parts) for (const field of collectFieldNames(document, part, seen)) names.add(field);
  return names;
}
