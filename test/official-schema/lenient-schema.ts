/**
 * Turns the leniency annotations of an official schema into the schema of what a receiver lets through.
 *
 * A field that defaults on an error may be anything, the items of a list that skips invalid ones may be anything, and a
 * field that defaults on null may be null. Another spelling of a field may stand alone: it is renamed.
 */
import {
  branchesOf,
  type JsonSchema,
  propertyOf,
  type SchemaDocument,
  type SchemaOrFlag,
  tagKeyOf,
} from './json-schema.ts';

export function relaxDocument(document: SchemaDocument): SchemaDocument {
  const definitions = Object.entries(document.$defs).map(([name, schema]) => [name, relax(schema)]);
  return { ...document, $defs: Object.fromEntries(definitions) as SchemaDocument['$defs'] };
}

function relax(schema: JsonSchema): JsonSchema {
  const { properties, allOf, dependentRequired: _, ...rest } = schema;
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: relaxProperties(properties) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(relax) }),
    ...relaxBranches(schema),
  };
}

function relaxProperties(properties: Readonly<Record<string, SchemaOrFlag>>): Record<string, SchemaOrFlag> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, relaxProperty(property)]));
}

function relaxProperty(property: SchemaOrFlag): SchemaOrFlag {
  if (typeof property === 'boolean') return property;
  if (property['x-deserialize-default-on-error'] === true) return true;
  if (property['x-malformed-tag'] === 'drop') return { not: property.not ?? {} };
  const { items: _, ...list } = property;
  const relaxed = property['x-deserialize-skip-invalid-items'] === true ? list : relax(property);
  return property['x-deserialize-default-on-null'] === true ? { anyOf: [relaxed, { type: 'null' }] } : relaxed;
}

/** A tag that defaults on an error is absent when it is malformed, so a branch for that joins the others. */
function relaxBranches(schema: JsonSchema): JsonSchema {
  if (branchesOf(schema).length === 0) return {};
  const key = tagKeyOf(schema) ?? '';
  const isLenient = propertyOf(schema, key)?.['x-deserialize-default-on-error'] === true;
  const malformed = isLenient ? [{ properties: { [key]: { not: { type: 'string' } } } }] : [];
  const branches = [...branchesOf(schema).map(relax), ...malformed];
  return schema.oneOf === undefined ? { anyOf: branches } : { oneOf: branches };
}
