/** Changes of the official schema that take more than a patch. */
import {
  branchesOf,
  type JsonSchema,
  propertyOf,
  type SchemaDocument,
  type SchemaOrFlag,
  tagKeyOf,
  tagOf,
} from './json-schema.ts';

type Rule = (document: SchemaDocument, definition: string) => SchemaDocument;

export type RuleName = 'integer-formats' | 'tags-decide' | 'open-union' | 'empty-payloads' | 'metadata';

export const rules: Readonly<Record<RuleName, Rule>> = {
  /** The format of an integer limits it, everywhere. */
  'integer-formats': (document) => mapSchemas(document, limitInteger),

  /**
   * A known tag decides which variant a value is, everywhere. A variant without a tag has no known tag; in a closed
   * union a tag that is not a string is dropped.
   */
  'tags-decide': (document) => mapSchemas(document, decideByTag),

  /** Unknown tags are kept in one definition. */
  'open-union': (document, definition) => ({
    ...document,
    $defs: mapValues(document.$defs, (schema, name) => (name === definition ? openUnion(schema) : schema)),
  }),

  /** Every object may carry `_meta`, and a malformed one is dropped. */
  metadata: (document) => {
    const changed = mapSchemas(document, (schema) => (schema.properties === undefined ? schema : addMetadata(schema)));
    return {
      ...changed,
      $defs: mapValues(changed.$defs, (schema) => (hasFields(schema) ? addMetadata(schema) : schema)),
    };
  },

  /** Null stands for params or a result in which every field is optional. */
  'empty-payloads': (document) => ({
    ...document,
    $defs: mapValues(document.$defs, (schema) => (isEmptyPayload(schema) ? nullable(schema) : schema)),
  }),
};

/** Accepts the field `name` under another name, unless it is there under its own. */
export function acceptAlias(schema: JsonSchema, alias: string, name: string): JsonSchema {
  const { [name]: property, ...others } = schema.properties ?? {};
  if (property === undefined) {
    return {
      ...schema,
      anyOf: branchesOf(schema).map((branch) =>
        propertyOf(branch, name) === undefined ? branch : acceptAlias(branch, alias, name),
      ),
    };
  }
  const required = (schema.required ?? []).map((each) => (each === name ? alias : each));
  return { anyOf: [schema, { ...schema, properties: { ...others, [name]: false, [alias]: property }, required }] };
}

const limits: Readonly<Record<string, { readonly minimum: number; readonly maximum: number }>> = {
  uint32: { minimum: 0, maximum: 4_294_967_295 },
  int32: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
};

function limitInteger(schema: JsonSchema): JsonSchema {
  return schema.const === undefined ? { ...limits[schema.format ?? ''], ...schema } : schema;
}

/** Whether a definition is an object of the protocol rather than a map. */
const hasFields = ({ type, additionalProperties }: JsonSchema): boolean =>
  type === 'object' && typeof additionalProperties !== 'object';

function addMetadata(schema: JsonSchema): JsonSchema {
  const meta = { type: ['object', 'null'], 'x-deserialize-default-on-error': true };
  return { ...schema, properties: { _meta: meta, ...schema.properties } };
}

function decideByTag(schema: JsonSchema): JsonSchema {
  const key = tagKeyOf(schema);
  if (key === undefined) return schema;
  const isOpen = branchesOf(schema).some((branch) => branch.not !== undefined);
  const tag = { ...unknownTag(schema, key), ...(isOpen ? {} : { 'x-malformed-tag': 'drop' as const }) };
  const branches = branchesOf(schema).map((branch) => {
    if (branch.not !== undefined || propertyOf(branch, key) !== undefined) return branch;
    return { ...branch, properties: { ...branch.properties, [key]: tag } };
  });
  return schema.oneOf === undefined ? { ...schema, anyOf: branches } : { ...schema, oneOf: branches };
}

function openUnion(schema: JsonSchema): JsonSchema {
  const key = tagKeyOf(schema) ?? '';
  const unknown = { type: 'object', properties: { [key]: unknownTag(schema, key) }, required: [key] };
  return { ...schema, oneOf: [...branchesOf(schema), unknown] };
}

const unknownTag = (schema: JsonSchema, key: string): JsonSchema => ({
  type: 'string',
  not: { enum: branchesOf(schema).flatMap((branch) => tagOf(branch, key) ?? []) },
});

function isEmptyPayload(schema: JsonSchema): boolean {
  const isPayload = schema['x-method'] !== undefined && schema.type === 'object';
  return isPayload && schema.required === undefined && branchesOf(schema).length === 0;
}

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Changes every schema inside `document`, the innermost first. */
function mapSchemas(document: SchemaDocument, change: (schema: JsonSchema) => JsonSchema): SchemaDocument {
  const visit = (schema: JsonSchema): JsonSchema => {
    const visitFlag = (each: SchemaOrFlag): SchemaOrFlag => (typeof each === 'boolean' ? each : visit(each));
    const { properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
    const visited = {
      ...(properties === undefined ? {} : { properties: mapValues(properties, visitFlag) }),
      ...(items === undefined ? {} : { items: visit(items) }),
      ...(additionalProperties === undefined ? {} : { additionalProperties: visitFlag(additionalProperties) }),
      ...(allOf === undefined ? {} : { allOf: allOf.map(visit) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(visit) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map(visit) }),
    };
    return change({ ...schema, ...visited });
  };
  return { ...document, $defs: mapValues(document.$defs, visit) };
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T, key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
