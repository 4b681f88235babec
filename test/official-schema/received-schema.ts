/** Our JSON Schema says what we send; this is the same schema for what may arrive as it stands. */
import type { JsonSchema, SchemaDocument } from './json-schema.ts';

/**
 * A field that peers may leave out is not required, and another spelling of an optional field is not an unknown field,
 * because it is repaired.
 */
export function receivedDocument(document: SchemaDocument): SchemaDocument {
  const definitions = Object.entries(document.$defs).map(([name, schema]) => [name, received(schema)]);
  return { ...document, $defs: Object.fromEntries(definitions) as SchemaDocument['$defs'] };
}

function received(schema: JsonSchema): JsonSchema {
  const { properties, required = [] } = schema;
  if (properties === undefined) return schema;
  const lacking = new Set<string>();
  /** Another spelling counts only beside the real one, which then wins. */
  const spellings: Record<string, readonly string[]> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (typeof property === 'boolean') continue;
    if (property['x-may-be-absent'] === true) lacking.add(name);
    if (!required.includes(name)) for (const spelling of property['x-also'] ?? []) spellings[spelling] = [name];
  }
  return {
    ...schema,
    dependentRequired: spellings,
    required: required.filter((name) => !lacking.has(name)),
  };
}
