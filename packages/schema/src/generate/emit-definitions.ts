/** Writes the definitions of a surface as JSON, which the slow path of the validators reads. */
import type { Definition, Definitions, FieldDefinition, UnionDefinition, ValueType } from '../validate/definition.ts';
import type { Field, Shape, Surface, TypeExpression, UnionShape } from './model.ts';
import { banner } from './source-text.ts';

/** The definitions of a surface by name. */
export function definitionsOf(surface: Surface): Definitions {
  const builder = new DefinitionBuilder(surface);
  return Object.fromEntries([...surface.shapes].map(([name, shape]) => [name, builder.definition(shape)]));
}

/**
 * The text of `definitions.gen.ts`.
 *
 * It holds JSON in a string, because every import of a version waits until its code is parsed, and a string is parsed
 * faster than an object literal: for version 2 with its drafts 1 ms of CPU time instead of 2 (`npm run bench --
 * import`).
 */
export function emitDefinitions(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const json = formatJson(definitionsOf(surface), '').replaceAll('\\', '\\\\');
  if (/`|\$\{/u.test(json)) throw new Error('a definition contains ` or ${, which end a template literal');
  return `${banner}import type { Definitions } from '${home}validate/definition.ts';\n\n/** Every definition as JSON, for values that fail the strict checks. It is parsed when it is first needed. */\nconst json = \`${json}\`;\n\nexport const readDefinitions = (): Definitions => JSON.parse(json) as Definitions;\n`;
}

/** The width up to which a value is written on one line. */
const widest = 118;

/** A value as JSON: on one line if it is short. */
function formatJson(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([name, field]) => [`${JSON.stringify(name)}: `, field] as const);
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  if (parts.length === 0) return open + close;
  const line = `${open}${space}${parts.map(([name, item]) => name + formatJson(item, '')).join(', ')}${space}${close}`;
  if (indent.length + line.length <= widest && !line.includes('\n')) return line;
  const inner = `${indent}  `;
  return `${open}\n${parts.map(([name, item]) => `${inner}${name}${formatJson(item, inner)}`).join(',\n')}\n${indent}${close}`;
}

class DefinitionBuilder {
  readonly #surface: Surface;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  definition(shape: Shape): Definition {
    switch (shape.kind) {
      case 'scalar':
        return { kind: 'scalar', type: this.#type(shape.type) };
      case 'enum':
        return { kind: 'enum', values: shape.values.map((each) => each.value), ...mark('open', shape.open) };
      case 'choice':
        return {
          kind: 'choice',
          ...mark('exactlyOne', shape.exactlyOne),
          // The names are kept, because a problem may list them.
          of: shape.alternatives.map(({ type }) => (type.kind === 'reference' ? { ref: type.name } : this.#type(type))),
        };
      case 'object':
        return {
          kind: 'object',
          fields: shape.fields.map((field) => this.#field(field)),
          ...list('choices', shape.choices),
          ...list('needs', shape.needs),
          ...list('accepts', shape.accepts),
          ...mark('emptyWhenMissing', shape.emptyWhenMissing),
        };
      case 'union':
        return this.#union(shape);
      default:
        throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
    }
  }

  #union({ key, keyOptional, shared, variants, open, refused, accepts }: UnionShape): UnionDefinition {
    return {
      kind: 'union',
      key,
      ...mark('keyOptional', keyOptional),
      ...list(
        'shared',
        shared.map((field) => this.#field(field)),
      ),
      variants: variants.map(({ tag, type, mode, aliases }) => ({
        tag,
        ...(type === undefined ? {} : { type }),
        mode,
        ...list('aliases', aliases),
      })),
      ...(open === undefined ? {} : { open: open.type === undefined ? {} : { type: open.type } }),
      ...list(
        'refused',
        refused.map(({ tag, doc }) => ({ tag, reason: doc.replace(/\.$/u, '') })),
      ),
      ...list('accepts', accepts),
    };
  }

  #field(field: Field): FieldDefinition {
    return {
      name: field.name,
      type: this.#type(field.type),
      ...mark('optional', field.optional || field.mayBeAbsent),
      ...mark('drop', field.drop),
      ...mark('skip', field.skip),
      ...mark('nullIsAbsent', field.nullIsAbsent),
      ...list('aliases', field.aliases),
    };
  }

  #type(type: TypeExpression): ValueType {
    switch (type.kind) {
      case 'string':
        if (type.pattern !== undefined) return { text: { pattern: type.pattern } };
        return type.min === undefined ? 'string' : { text: { min: type.min } };
      case 'integer':
        return type.min === undefined ? type.size : { int: type.size, min: type.min };
      case 'number':
        return type.min === undefined || type.max === undefined ? 'f64' : { f64: [type.min, type.max] };
      case 'bool':
      case 'any':
      case 'null':
        return type.kind;
      case 'literal':
        return { literal: type.value };
      case 'reference': {
        const target = this.#surface.shapes.get(type.name);
        return target?.kind === 'scalar' ? this.#type(target.type) : { ref: type.name };
      }
      case 'list':
        return { list: this.#type(type.of), ...(type.min === 0 ? {} : { min: type.min }) };
      case 'map':
        return { map: this.#type(type.of) };
      case 'nullable':
        return { orNull: this.#type(type.of) };
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }
}

const mark = <K extends string>(key: K, isSet: boolean): { readonly [P in K]?: true } =>
  (isSet ? { [key]: true } : {}) as { readonly [P in K]?: true };

const list = <K extends string, T>(key: K, items: readonly T[]): { readonly [P in K]?: readonly T[] } =>
  (items.length === 0 ? {} : { [key]: items }) as { readonly [P in K]?: readonly T[] };
