/** Finds the sentence of the schema that is about a place in a message. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { referenceName, type JsonSchema, type SchemaDocument } from '../schema/schema-document.ts';
import type { SpecificationRule } from './finding.ts';

/** A place in a definition. */
export interface Place {
  /** The definition of the value at the start of the path. */
  readonly definition: string;
  /** The value. */
  readonly value: unknown;
  /** A JSON Pointer into it. */
  readonly path: string;
}

/** The rule of the innermost documented field on the way to a place; undefined if the definition is unknown. */
export function schemaRule(
  document: SchemaDocument,
  { definition, value, path }: Place,
): SpecificationRule | undefined {
  const start = document.$defs[definition];
  if (start === undefined) return undefined;
  let rule: SpecificationRule = { text: start.description ?? '', definition };
  let at: At = { owner: definition, schema: start, value };
  for (const step of path.split('/').slice(1).map(unescaped)) {
    const next = stepInto(document, at, step);
    if (next === undefined) break;
    at = next;
    const { description } = next.schema;
    if (next.field !== undefined && description !== undefined)
      rule = { text: description, definition: next.definedIn ?? at.owner, field: next.field };
  }
  return rule.text === '' ? undefined : rule;
}

interface At {
  /** The definition that the schema belongs to. */
  readonly owner: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

interface Step extends At {
  readonly field: string | undefined;
  readonly definedIn?: string;
}

function stepInto(document: SchemaDocument, at: At, key: string): Step | undefined {
  const { value } = at;
  const inner =
    isJsonObject(value) || Array.isArray(value) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  const entries = Array.isArray(value)
    ? alternativesOf(document, at).find(({ schema }) => schema.items !== undefined)
    : undefined;
  if (entries?.schema.items !== undefined)
    return { owner: entries.owner, schema: entries.schema.items, value: inner, field: undefined };
  const [found] = fieldsNamed(document, at, key);
  return found === undefined
    ? undefined
    : { owner: found.owner, schema: found.schema, value: inner, field: key, definedIn: found.owner };
}

/** The fields with this name in a schema, its included definitions and the variant that the value has. */
function fieldsNamed(document: SchemaDocument, at: At, key: string): readonly Omit<At, 'value'>[] {
  return alternativesOf(document, at).flatMap(({ owner, schema }) => {
    const field = schema.properties?.[key];
    return field === undefined || field === false || field.const !== undefined ? [] : [{ owner, schema: field }];
  });
}

/** The schemas that apply to a value. */
function alternativesOf(
  document: SchemaDocument,
  { owner, schema, value }: At,
  depth = 0,
): readonly Omit<At, 'value'>[] {
  if (depth > maxDepth) return [];
  const inner = (each: JsonSchema, name = owner): readonly Omit<At, 'value'>[] =>
    alternativesOf(document, { owner: name, schema: each, value }, depth + 1);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const referred = $ref === undefined ? undefined : document.$defs[referenceName($ref)];
  const tag = schema['x-tag'];
  const variants = [...anyOf, ...oneOf].filter((variant) => tag === undefined || hasTag(variant, tag, value));
  return [
    ...(referred === undefined || $ref === undefined ? [] : inner(referred, referenceName($ref))),
    ...variants.flatMap((variant) => inner(variant)),
    ...allOf.flatMap((each) => inner(each)),
    { owner, schema },
  ];
}

const maxDepth = 12;

function hasTag(variant: JsonSchema, tag: string, value: unknown): boolean {
  const expected = variant.properties?.[tag];
  const found = isJsonObject(value) ? value[tag] : undefined;
  return expected !== undefined && expected !== false && expected.const !== undefined && expected.const === found;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
