/**
 * The fields of a form for the params of a method, from the JSON Schema of the protocol.
 *
 * A form covers objects, texts, numbers, booleans, choices of values, lists and unions by a tag; anything else is a
 * field of JSON text.
 */
import { referenceName, shapeOf, type Field, type JsonSchema } from '@acp-stack/trace/inspect';

/** How one value is asked for. */
export type FieldKind =
  | { readonly kind: 'text'; readonly isLong: boolean }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly isOpen: boolean }
  | { readonly kind: 'object'; readonly fields: readonly FormField[] }
  | { readonly kind: 'list'; readonly item: FormField }
  | { readonly kind: 'union'; readonly tag: string; readonly variants: readonly FormVariant[] }
  | { readonly kind: 'json' };

/** One field. */
export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly kind: FieldKind;
}

/** One variant of a union. */
interface FormVariant {
  readonly label: string;
  readonly description: string;
  readonly fields: readonly FormField[];
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Fields deeper than this are JSON text: types of the protocol may contain themselves. */
const deepest = 6;

/** How a value of a type is asked for. */
export const valueKind = (schema: JsonSchema, definitions: Definitions): FieldKind =>
  kindOf('', schema, { definitions, depth: 0 });

/** The fields of an object type; undefined if the type is not an object. */
function formFields(schema: JsonSchema, definitions: Definitions, depth = 0): readonly FormField[] | undefined {
  const resolved = resolve(schema, definitions);
  const shape = shapeOf(resolved);
  if (shape.kind !== 'object') return undefined;
  const included = shape.includes.flatMap((name) => {
    const definition = definitions[name];
    return definition === undefined ? [] : (formFields(definition, definitions, depth) ?? []);
  });
  return [...shape.fields.map((field) => fieldOf(field, definitions, depth)), ...included];
}

function fieldOf({ name, schema, isRequired }: Field, definitions: Definitions, depth: number): FormField {
  const description = schema.description ?? resolve(schema, definitions).description ?? '';
  return { name, isRequired, description, kind: kindOf(name, schema, { definitions, depth: depth + 1 }) };
}

function kindOf(
  name: string,
  schema: JsonSchema,
  { definitions, depth }: { readonly definitions: Definitions; readonly depth: number },
): FieldKind {
  if (depth > deepest) return { kind: 'json' };
  const resolved = resolve(schema, definitions);
  const shape = shapeOf(resolved);
  switch (shape.kind) {
    case 'object':
      return { kind: 'object', fields: formFields(resolved, definitions, depth) ?? [] };
    case 'enum':
      return { kind: 'choice', values: shape.values.map((each) => String(each.const)), isOpen: shape.isOpen };
    case 'union':
      return { kind: 'union', tag: shape.tag, variants: variantsOf(shape, definitions, depth) };
    case 'choice':
      return choiceKind(name, shape.alternatives, { definitions, depth });
    case 'scalar':
      return scalarKind(name, resolved, { definitions, depth });
  }
}

function variantsOf(
  { variants, fields, tag }: Extract<ReturnType<typeof shapeOf>, { readonly kind: 'union' }>,
  definitions: Definitions,
  depth: number,
): readonly FormVariant[] {
  const shared = fields.filter(({ name }) => name !== tag).map((field) => fieldOf(field, definitions, depth));
  return variants
    .filter(({ label }) => !label.startsWith('('))
    .map(({ label, description, type }) => {
      const definition = type === undefined ? undefined : definitions[type];
      const own = definition === undefined ? [] : (formFields(definition, definitions, depth) ?? []);
      return { label, description, fields: [...own.filter(({ name }) => name !== tag), ...shared] };
    });
}

/** A value or null is asked for like the value; other choices are JSON text. */
function choiceKind(
  name: string,
  alternatives: readonly JsonSchema[],
  context: { readonly definitions: Definitions; readonly depth: number },
): FieldKind {
  const values = alternatives.filter((each) => each.type !== 'null');
  const [only] = values;
  return values.length === 1 && only !== undefined ? kindOf(name, only, context) : { kind: 'json' };
}

/** Fields whose texts are long. */
const longNames = /^(?:text|content|prompt|title|description|message)$/u;

function scalarKind(
  name: string,
  schema: JsonSchema,
  context: { readonly definitions: Definitions; readonly depth: number },
): FieldKind {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const [type] = types;
  if (types.length !== 1) return { kind: 'json' };
  if (type === 'string') return { kind: 'text', isLong: longNames.test(name) };
  if (type === 'number' || type === 'integer') return { kind: 'number', isInteger: type === 'integer' };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'array' && schema.items !== undefined && typeof schema.items === 'object') {
    const item = { name: '', isRequired: true, description: '', kind: kindOf(name, schema.items, context) };
    return { kind: 'list', item };
  }
  return { kind: 'json' };
}

function resolve(schema: JsonSchema, definitions: Definitions): JsonSchema {
  let resolved = schema;
  for (let depth = 0; resolved.$ref !== undefined && depth < deepest; depth += 1) {
    resolved = definitions[referenceName(resolved.$ref)] ?? {};
  }
  const [only] = resolved.allOf ?? [];
  const isAlias = resolved.properties === undefined && resolved.allOf?.length === 1 && only?.$ref !== undefined;
  return isAlias ? resolve(only, definitions) : resolved;
}

/** The value that a new field begins with. */
export function emptyValue(kind: FieldKind): unknown {
  switch (kind.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'choice':
      return kind.values[0] ?? '';
    case 'object':
      return requiredOf(kind.fields);
    case 'list':
      return [];
    case 'union': {
      const [variant] = kind.variants;
      return variant === undefined ? {} : { [kind.tag]: variant.label, ...requiredOf(variant.fields) };
    }
    case 'json':
      return null;
  }
}

/** An object with the required fields. */
export const requiredOf = (fields: readonly FormField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(({ name, kind }) => [name, emptyValue(kind)]));
