/** Writes JSON Schema, draft 2020-12: what may be sent; annotations (`x-…`) say what else is accepted from peers. */
import type { Area, Field, Shape, Surface, TypeExpression, UnionShape } from './model.ts';
import { receivedOnly } from './source-text.ts';

type Json = Record<string, unknown>;

const meta: Json = { type: ['object', 'null'], description: 'Free-form metadata.', 'x-malformed': 'drop' };
const ranges: Readonly<Record<string, Json>> = {
  u16: { minimum: 0, maximum: 65_535 },
  u32: { minimum: 0, maximum: 4_294_967_295 },
  u64: { minimum: 0 },
  i32: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
  i64: {},
};

/** The text of one schema file. */
export function emitJsonSchema(surface: Surface, areas: readonly Area[]): string {
  const shapes = [...surface.shapes.values()];
  const name = `v${surface.version}${surface.unstable ? '.unstable' : ''}`;
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:acp-stack:schema:${name}`,
    title: `Agent Client Protocol, version ${surface.version}${surface.unstable ? ', with its unstable and draft part' : ''}`,
    'x-areas': Object.fromEntries(
      areas.map(({ file, title, doc }) => [file.replace(/\.acp$/u, ''), { title, description: doc }]),
    ),
    'x-methods': Object.fromEntries(
      surface.methods.map((method) => [
        method.name,
        {
          description: method.doc,
          direction: method.direction,
          kind: method.kind,
          stability: method.stability,
          versions: method.versions,
          area: method.area.replace(/\.acp$/u, ''),
          ...(method.gate === undefined ? {} : { gate: method.gate }),
          ...(method.also.length > 0 ? { also: method.also } : {}),
          ...(method.errors.length > 0 ? { errors: method.errors } : {}),
          ...(method.params === undefined ? {} : { params: reference(method.params) }),
          ...(method.result === undefined ? {} : { result: reference(method.result) }),
        },
      ]),
    ),
    'x-errors': Object.fromEntries(
      surface.errors.map(({ code, name: id, title, doc, stability }) => [
        String(code),
        { name: id, title, description: doc, stability },
      ]),
    ),
    $defs: Object.fromEntries(shapes.map((shape) => [shape.name, schemaOf(shape)])),
  };
  return `${JSON.stringify(schema, undefined, 1)}\n`;
}

/** One of these fields must be present. */
const oneRequired = (names: readonly string[]): Json => ({ anyOf: names.map((name) => ({ required: [name] })) });

const reference = (name: string): Json => ({ $ref: `#/$defs/${name}` });

function schemaOf(shape: Shape): Json {
  const base: Json = { description: shape.doc, ...stabilityOf(shape.stability) };
  switch (shape.kind) {
    case 'scalar':
      return { ...base, ...typeSchema(shape.type) };
    case 'enum': {
      const known = shape.values.map((each) => ({
        const: each.value,
        description: each.accepted ? `${each.doc} ${receivedOnly}` : each.doc,
        ...stabilityOf(each.stability),
      }));
      return { ...base, type: 'string', anyOf: shape.open ? [...known, { type: 'string' }] : known };
    }
    case 'choice':
      return {
        ...base,
        [shape.exactlyOne ? 'oneOf' : 'anyOf']: shape.alternatives.map((each) => typeSchema(each.type)),
      };
    case 'object':
      return {
        ...base,
        ...objectSchema(shape.fields),
        ...(shape.choices.length + shape.needs.length > 0
          ? { allOf: [...shape.choices.map(reference), ...shape.needs.map(oneRequired)] }
          : {}),
      };
    case 'union':
      return { ...base, ...unionSchema(shape) };
    default:
      throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
  }
}

const stabilityOf = (stability: string): Json => (stability === 'stable' ? {} : { 'x-stability': stability });

function objectSchema(fields: readonly Field[]): Json {
  const required = fields.filter((field) => !field.optional).map((field) => field.name);
  return {
    type: 'object',
    properties: { _meta: meta, ...Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])) },
    ...(required.length > 0 ? { required } : {}),
  };
}

function fieldSchema(field: Field): Json {
  return {
    ...typeSchema(field.type),
    description: field.doc,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...stabilityOf(field.stability),
    ...(field.drop ? { 'x-malformed': 'drop' } : {}),
    ...(field.skip ? { 'x-malformed-items': 'skip' } : {}),
    ...(field.nullIsAbsent ? { 'x-null': 'absent' } : {}),
    ...(field.aliases.length > 0 ? { 'x-also': field.aliases } : {}),
    ...(field.mayBeAbsent ? { 'x-may-be-absent': true } : {}),
  };
}

function unionSchema(shape: UnionShape): Json {
  const tags = shape.variants.filter((variant) => variant.mode !== 'none').map((variant) => variant.tag);
  const refused = shape.refused.map((each) => each.tag);
  const others = [...tags, ...refused, ...shape.variants.flatMap((variant) => variant.aliases)];
  const variants = shape.variants.map((variant) => {
    const own = {
      description: variant.doc,
      ...stabilityOf(variant.stability),
      ...(variant.aliases.length > 0 ? { 'x-also': variant.aliases } : {}),
    };
    const payload = variant.type === undefined ? {} : { allOf: [reference(variant.type)] };
    if (variant.mode === 'required' || variant.mode === 'filled') {
      return { ...own, properties: { [shape.key]: { const: variant.tag } }, required: [shape.key], ...payload };
    }
    if (variant.mode === 'none') return { ...own, properties: { [shape.key]: false }, ...payload };
    const rest = tags.filter((tag) => tag !== variant.tag);
    const tag = { type: 'string', not: { enum: rest } };
    return { ...own, 'x-optional-tag': variant.tag, properties: { [shape.key]: tag }, ...payload };
  });
  const open =
    shape.open === undefined
      ? []
      : [
          {
            description: shape.open.doc,
            properties: { [shape.key]: { type: 'string', not: { enum: others } } },
            required: [shape.key],
            ...(shape.open.type === undefined ? {} : { allOf: [reference(shape.open.type)] }),
          },
        ];
  const absent = shape.keyOptional ? [{ properties: { [shape.key]: { type: 'null' } } }] : [];
  return {
    ...objectSchema(shape.shared),
    'x-tag': shape.key,
    ...(refused.length === 0
      ? {}
      : { 'x-refused': Object.fromEntries(shape.refused.map(({ tag, doc }) => [tag, doc])) }),
    anyOf: [...variants, ...open, ...absent],
  };
}

function typeSchema(type: TypeExpression): Json {
  switch (type.kind) {
    case 'string':
      return {
        type: 'string',
        ...(type.min === undefined ? {} : { minLength: type.min }),
        ...(type.pattern === undefined ? {} : { pattern: type.pattern }),
        ...(type.format === 'base64'
          ? { contentEncoding: 'base64' }
          : type.format === undefined
            ? {}
            : { format: type.format }),
      };
    case 'integer':
      return { type: 'integer', ...ranges[type.size], ...(type.min === undefined ? {} : { minimum: type.min }) };
    case 'number':
      return type.max === undefined ? { type: 'number' } : { type: 'number', minimum: type.min, maximum: type.max };
    case 'bool':
      return { type: 'boolean' };
    case 'any':
      return {};
    case 'null':
      return { type: 'null' };
    case 'literal':
      return { const: type.value };
    case 'reference':
      return reference(type.name);
    case 'list':
      return { type: 'array', items: typeSchema(type.of), ...(type.min > 0 ? { minItems: type.min } : {}) };
    case 'map':
      return type.of.kind === 'any'
        ? { type: 'object' }
        : { type: 'object', additionalProperties: typeSchema(type.of) };
    case 'nullable':
      return { anyOf: [typeSchema(type.of), { type: 'null' }] };
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}
