/** The part of JSON Schema, draft 2020-12, that the official files and ours use. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaOrFlag>>;
  /** A field that counts only beside others. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaOrFlag;
  readonly unevaluatedProperties?: boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly default?: unknown;
  readonly 'x-method'?: string;
  readonly 'x-side'?: string;
  readonly 'x-deserialize-default-on-error'?: boolean;
  readonly 'x-deserialize-skip-invalid-items'?: boolean;
  readonly 'x-deserialize-default-on-null'?: boolean;
  readonly 'x-may-be-absent'?: boolean;
  readonly 'x-also'?: readonly string[];
  readonly 'x-stability'?: string;
  /** A mark of these tests: a tag that is not a string counts as absent. */
  readonly 'x-malformed-tag'?: 'drop';
}

/** `false` stands for "nothing fits", `true` for "anything does". */
export type SchemaOrFlag = JsonSchema | boolean;

export interface SchemaDocument extends JsonSchema {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** The name of the definition that a `$ref` points to. */
export function referenceName(reference: string): string {
  const prefix = '#/$defs/';
  if (!reference.startsWith(prefix)) throw new Error(`${reference} is not a reference to a definition`);
  return reference.slice(prefix.length);
}

/** The alternatives of a schema, however it states them. */
export const branchesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];

/** The property of a schema, unless it is a flag. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const property = schema.properties?.[name];
  return typeof property === 'object' ? property : undefined;
}

/** The property whose constant tells the branches of a tagged union apart; undefined for any other schema. */
export function tagKeyOf(schema: JsonSchema): string | undefined {
  for (const branch of branchesOf(schema)) {
    const key = Object.keys(branch.properties ?? {}).find((name) => propertyOf(branch, name)?.const !== undefined);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The tag that `branch` asks for, if any. */
export const tagOf = (branch: JsonSchema, key: string): unknown => propertyOf(branch, key)?.const;
