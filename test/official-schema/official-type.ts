/** Says in our notation what an official schema of a value allows. */
import { branchesOf, type JsonSchema, referenceName, type SchemaOrFlag } from './json-schema.ts';
import { choiceText, fieldText } from './outline.ts';

/** From the name of an official definition to the name we use for it. */
export type Rename = (official: string) => string;

const understood = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'contentEncoding',
  'default',
  'description',
  'discriminator',
  'enum',
  'format',
  'items',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'not',
  'oneOf',
  'properties',
  'required',
  'title',
  'type',
  'unevaluatedProperties',
  'x-deserialize-default-on-error',
  'x-deserialize-default-on-null',
  'x-deserialize-skip-invalid-items',
  'x-docs-ignore',
  'x-method',
  'x-side',
]);

/** Throws on a keyword that this comparison would overlook. */
export function checkKeywords(schema: JsonSchema): void {
  for (const keyword of Object.keys(schema)) {
    if (!understood.has(keyword)) throw new Error(`the official schema uses ${keyword}, which the yardstick ignores`);
  }
}

const integers: Readonly<Record<string, { readonly name: string; readonly min?: number; readonly max?: number }>> = {
  uint16: { name: 'u16', min: 0, max: 65_535 },
  uint32: { name: 'u32', min: 0 },
  uint64: { name: 'u64', min: 0 },
  int32: { name: 'i32' },
  int64: { name: 'i64' },
};

function integerText({ format = '', minimum, maximum }: JsonSchema): string {
  const known = integers[format];
  if (known === undefined) return `integer(${format} ${minimum}..${maximum})`;
  if (minimum === known.min && maximum === known.max) return known.name;
  return `${known.name}(${minimum ?? ''}..${maximum === known.max ? '' : maximum})`;
}

function stringText({ format, contentEncoding, minLength }: JsonSchema): string {
  const detail = [format, contentEncoding, minLength === undefined ? undefined : `${minLength}..`].filter(
    (each) => each !== undefined,
  );
  return detail.length === 0 ? 'string' : `string(${detail.join(' ')})`;
}

function simpleText(type: string, schema: JsonSchema, rename: Rename): string {
  switch (type) {
    case 'string':
      return schema.const === undefined ? stringText(schema) : JSON.stringify(schema.const);
    case 'integer':
      return integerText(schema);
    case 'number': {
      const { minimum, maximum } = schema;
      return minimum === undefined && maximum === undefined ? 'f64' : `f64(${minimum ?? ''}..${maximum ?? ''})`;
    }
    case 'boolean':
      return 'bool';
    case 'null':
      return 'null';
    case 'array':
      return `${typeText(schema.items ?? {}, rename)}[${schema.minItems === undefined ? '' : `${schema.minItems}..`}]`;
    case 'object':
      if (schema.properties !== undefined) return `{ ${fieldTexts(schema, rename).join(', ')} }`;
      return typeof schema.additionalProperties === 'object'
        ? `map<${typeText(schema.additionalProperties, rename)}>`
        : 'map<any>';
    default:
      throw new Error(`unknown type ${type}`);
  }
}

/** The type of a value. */
export function typeText(given: SchemaOrFlag, rename: Rename): string {
  if (typeof given === 'boolean') return given ? 'any' : 'never';
  checkKeywords(given);
  if (given.$ref !== undefined) return rename(referenceName(given.$ref));
  const [only, ...more] = given.allOf ?? [];
  if (only !== undefined && more.length === 0 && given.type === undefined) return typeText(only, rename);
  const branches = branchesOf(given);
  if (branches.length > 0) {
    const rest = branches.filter((branch) => branch.type !== 'null');
    const [first] = rest;
    if (first === undefined) throw new Error(`no type in ${JSON.stringify(given)}`);
    const text =
      rest.length === 1
        ? typeText(first, rename)
        : choiceText(
            rest.map((branch) => typeText(branch, rename)),
            given.oneOf !== undefined,
          );
    return rest.length === branches.length ? text : `${text}|null`;
  }
  if (given.type === undefined) return 'any';
  const types = typeof given.type === 'string' ? [given.type] : given.type;
  return types.map((type) => simpleText(type, given, rename)).join('|');
}

const plainMeta = '_meta?: map<any>|null ~drop';

/** Every property but `except` and the ordinary `_meta`: its name and what it says. */
export function fieldsOf(schema: JsonSchema, rename: Rename, except?: string): [name: string, text: string][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, string][] => {
    const marks = typeof property === 'object' ? property : {};
    const text = fieldText({
      name,
      optional: schema.required?.includes(name) !== true,
      type: typeText(property, rename),
      default: marks.default,
      drop: marks['x-deserialize-default-on-error'] === true,
      skip: marks['x-deserialize-skip-invalid-items'] === true,
      nullIsAbsent: marks['x-deserialize-default-on-null'] === true,
      extras: [],
    });
    return name === except || text === plainMeta ? [] : [[name, text]];
  });
}

const fieldTexts = (schema: JsonSchema, rename: Rename): string[] =>
  fieldsOf(schema, rename)
    .map(([, text]) => text)
    .toSorted();

/** What stands behind a tag: named definitions, fields written in place, alternatives. Empty for nothing. */
export function payloadText(branch: JsonSchema, rename: Rename, key?: string): string {
  checkKeywords(branch);
  const named = (branch.allOf ?? []).map((each) => typeText(each, rename));
  const fields = fieldsOf(branch, rename, key).map(([, text]) => text);
  const branches = branchesOf(branch);
  const choice =
    branches.length === 0
      ? []
      : [
          choiceText(
            branches.map((each) => typeText(each, rename)),
            branch.oneOf !== undefined,
          ),
        ];
  const inline = [...fields.toSorted(), ...choice];
  return [...named, ...(inline.length > 0 ? [`{ ${inline.join(', ')} }`] : [])].join(' & ');
}
