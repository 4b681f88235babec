/** Our JSON Schema without what it marks as a draft, which the official schema does not know. */
import type { JsonSchema, SchemaDocument, SchemaOrFlag } from './json-schema.ts';

const isSettled = (schema: SchemaOrFlag): boolean => typeof schema === 'boolean' || schema['x-stability'] !== 'draft';

export function withoutDrafts(document: SchemaDocument): SchemaDocument {
  const definitions = Object.entries(document.$defs).map(([name, schema]) => [name, settled(schema)]);
  return { ...document, $defs: Object.fromEntries(definitions) as SchemaDocument['$defs'] };
}

function settled(schema: JsonSchema): JsonSchema {
  const { properties, anyOf } = schema;
  const fields = Object.entries(properties ?? {}).filter(([, property]) => isSettled(property));
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.filter(isSettled) }),
  };
}
