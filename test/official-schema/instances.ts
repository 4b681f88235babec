/**
 * Values that fit a JSON Schema, for property tests: small, with optional fields now and then, and with unknown ones.
 *
 * Understands what the official schema files and ours use. Formats are taken seriously where they limit a number and
 * are otherwise only a hint, as the protocol has it.
 */
import * as fc from 'fast-check';

import {
  branchesOf,
  type JsonSchema,
  referenceName,
  type SchemaDocument,
  type SchemaOrFlag,
  tagKeyOf,
} from './json-schema.ts';

type Values = fc.Arbitrary<unknown>;
type Tie = (definition: string) => Values;

/** Makes arbitraries for all definitions of `document`; they may refer to each other in circles. */
export function createInstances(document: SchemaDocument): (definition: string) => Values {
  const values = fc.letrec<Record<string, unknown>>((tie) =>
    Object.fromEntries(
      Object.entries(document.$defs).map(([name, schema]) => {
        const known = valuesOf(schema, (definition) => tie(definition));
        return [name, schema.properties === undefined ? known : withUnknownField(known)];
      }),
    ),
  );
  return (definition) => {
    const found = values[definition];
    if (found === undefined) throw new Error(`${definition} is not defined`);
    return found;
  };
}

const anything: Values = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1.5,
  '',
  'text',
  [],
  ['a', 1],
  {},
  { a: { b: null } },
);

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'two words',
    'é😀',
    '/home/user',
    'https://example.com/a?b#c',
    '2026-11-15T08:00:00Z',
    'aGk=',
  ),
  fc.string({ maxLength: 4 }),
);

/** Names that no definition has. */
const unknownFields = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom({ 'x-unknown': null }, { _vendor: { deep: [1] } }, { 'an other': 'x' }) },
);

const withUnknownField = (known: Values): Values =>
  fc.tuple(known, unknownFields).map(([value, extra]) => ({ ...(value as object), ...extra }));

function valuesOf(schema: SchemaOrFlag, tie: Tie): Values {
  if (typeof schema === 'boolean') {
    if (!schema) throw new Error('nothing fits this schema');
    return anything;
  }
  if (schema.$ref !== undefined) return tie(referenceName(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const isMerged = schema.properties !== undefined || (schema.type === 'object' && schema.allOf !== undefined);
  if (isMerged) return mergedObjects(schema, tie);
  const branches = branchesOf(schema);
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => valuesOf(branch, tie)));
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return valuesOf(only, tie);
  if (schema.type === undefined) return anything;
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  const values = types.map((type) => simpleValues(type, schema, tie));
  return values.length === 1 && values[0] !== undefined ? values[0] : fc.oneof(...values);
}

/**
 * Objects made of own fields, of everything in `allOf` and of one branch; own fields win, except over a branch's tag.
 */
function mergedObjects(schema: JsonSchema, tie: Tie): Values {
  const branches = branchesOf(schema);
  const tag = tagKeyOf(schema);
  const needs = (schema.allOf ?? []).filter(isNeed);
  const parts = [
    ...(schema.allOf ?? []).filter((part) => !isNeed(part)).map((part) => valuesOf(part, tie)),
    ...(branches.length > 0 ? [fc.oneof(...branches.map((branch) => valuesOf(branch, tie)))] : []),
  ];
  const chosen = needs.map((need) => fc.constantFrom(...branchesOf(need).flatMap(({ required = [] }) => required)));
  // Making an arbitrary takes longer than making a value with it.
  const made = new Map<string, fc.Arbitrary<object>>();
  const fieldsWith = (names: readonly string[]): fc.Arbitrary<object> => {
    const known = made.get(names.join());
    if (known !== undefined) return known;
    const fields = ownFields({ ...schema, required: [...(schema.required ?? []), ...names] }, tie, tag);
    made.set(names.join(), fields);
    return fields;
  };
  const own = fc.tuple(...chosen).chain(fieldsWith);
  if (parts.length === 0) return own;
  return fc.tuple(own, ...parts).map(([fields, ...rest]) => Object.assign({}, ...rest, fields) as unknown);
}

/** A part of `allOf` that only says that one of several fields is there. */
const isNeed = (part: JsonSchema): boolean =>
  part.properties === undefined &&
  branchesOf(part).length > 0 &&
  branchesOf(part).every((branch) => branch.properties === undefined && branch.required !== undefined);

function ownFields(schema: JsonSchema, tie: Tie, tag: string | undefined): fc.Arbitrary<object> {
  const excluded = excludedTags(schema.not);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Values][] => {
    if (property === false || name === tag) return [];
    const values = valuesOf(property, tie);
    const taken = excluded.get(name);
    return [[name, taken === undefined ? values : values.filter((value) => !taken.has(value))]];
  });
  const requiredKeys = fields.map(([name]) => name).filter((name) => schema.required?.includes(name) === true);
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
}

/** The constants that `not` keeps out, by field. */
function excludedTags(not: JsonSchema | undefined): Map<string, Set<unknown>> {
  const excluded = new Map<string, Set<unknown>>();
  for (const branch of not === undefined ? [] : (not.anyOf ?? [not])) {
    for (const [name, property] of Object.entries(branch.properties ?? {})) {
      if (typeof property !== 'object' || property.const === undefined) continue;
      excluded.set(name, (excluded.get(name) ?? new Set()).add(property.const));
    }
  }
  return excluded;
}

function simpleValues(type: string, schema: JsonSchema, tie: Tie): Values {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return strings(schema);
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'array':
      return fc.array(valuesOf(schema.items ?? true, tie), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(2, schema.minItems ?? 0),
      });
    case 'object': {
      const entries = valuesOf(schema.additionalProperties ?? true, tie);
      return fc.dictionary(fc.constantFrom('a', 'key', 'PATH'), entries, { maxKeys: 2, noNullPrototype: true });
    }
    default:
      throw new Error(`unknown type ${type}`);
  }
}

function strings({ minLength = 0, pattern, not }: JsonSchema): Values {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 80 });
  const taken: readonly unknown[] = not?.enum ?? [];
  if (minLength === 0 && taken.length === 0) return text;
  return text.filter((value) => value.length >= minLength && !taken.includes(value));
}

const limits: Readonly<Record<string, readonly [number, number]>> = {
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  int32: [-2_147_483_648, 2_147_483_647],
};

function integers({ format = '', minimum, maximum }: JsonSchema): Values {
  const [lowest, highest] = limits[format] ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const min = Math.max(lowest, minimum ?? lowest);
  const max = Math.min(highest, maximum ?? highest);
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
}
