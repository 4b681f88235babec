/** The capabilities that a version of the protocol defines, with their paths. */
import type { Stability } from '@acp-stack/schema';

import { referenceName, type JsonSchema, type SchemaDocument } from '../schema/schema-document.ts';
import { shapeOf } from '../schema/shape.ts';

/** One capability. */
export interface CapabilityField {
  /** The path in the capabilities of its side, such as `session.fork`. */
  readonly path: string;
  readonly description: string;
  readonly stability: Stability;
}

const maxDepth = 6;

/** The capabilities in a definition, each before those inside it. */
export function capabilityFields(document: SchemaDocument, definition: string): readonly CapabilityField[] {
  return fieldsBelow(document, { definition, prefix: '', stability: 'stable', depth: 0 });
}

interface Below {
  readonly definition: string;
  readonly prefix: string;
  readonly stability: Stability;
  readonly depth: number;
}

function fieldsBelow(document: SchemaDocument, below: Below): readonly CapabilityField[] {
  const schema = document.$defs[below.definition];
  const shape = schema === undefined || below.depth > maxDepth ? undefined : shapeOf(schema);
  if (shape?.kind !== 'object') return [];
  return shape.fields.flatMap(({ name, schema: field }) => {
    const stability = field['x-stability'] ?? below.stability;
    const path = `${below.prefix}${name}`;
    const inner = referenceIn(field);
    const own: CapabilityField = { path, description: field.description ?? '', stability };
    if (inner === undefined) return [own];
    return [
      own,
      ...fieldsBelow(document, { definition: inner, prefix: `${path}.`, stability, depth: below.depth + 1 }),
    ];
  });
}

/** The definition that a field has, if it is one. */
function referenceIn({ $ref, anyOf = [] }: JsonSchema): string | undefined {
  const found = $ref ?? anyOf.find((each) => each.$ref !== undefined)?.$ref;
  return found === undefined ? undefined : referenceName(found);
}

/** The field of a definition that holds another definition, such as `agentCapabilities`. */
export function fieldOf(document: SchemaDocument, definition: string, inner: string): string | undefined {
  const properties = document.$defs[definition]?.properties ?? {};
  return Object.keys(properties).find((name) => {
    const field = properties[name];
    return field !== undefined && field !== false && referenceIn(field) === inner;
  });
}
