/** Writes the table that the slow path reads, one line per definition; `../table-text.ts` explains the notation and reads it. */
import type { Field, Shape, Surface, TypeExpression, UnionShape } from './model.ts';
import { banner, quote } from './source-text.ts';

/** The entries of a surface as text, by name. */
export function tableSource(surface: Surface): Record<string, string> {
  const writer = new EntryWriter(surface);
  return Object.fromEntries([...surface.shapes].map(([name, shape]) => [name, writer.entry(shape)]));
}

/** The text of `table.gen.ts`. */
export function emitTable(surface: Surface, depth: number): string {
  const lines = Object.entries(tableSource(surface)).map(([name, text]) => `  ${name}: ${quote(text)},\n`);
  const home = '../'.repeat(depth);
  return `${banner}import { createTable, type Table } from '${home}table.ts';\n\n/** The text of every definition. */\nexport const definitions: Readonly<Record<string, string>> = {\n${lines.join('')}};\n\nexport const table: Table = createTable(definitions);\n`;
}

function joined(parts: readonly string[]): string {
  const torn = parts.find((part) => part.includes(';'));
  if (torn !== undefined) throw new Error(`"${torn}" cannot be part of the table: a semicolon separates parts`);
  return parts.join(';');
}

class EntryWriter {
  readonly #surface: Surface;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  entry(shape: Shape): string {
    switch (shape.kind) {
      case 'scalar':
        return `=${this.#type(shape.type)}`;
      case 'enum':
        return shape.open ? '=string' : `|${shape.values.map((each) => each.value).join('|')}`;
      case 'choice': {
        // The names stay: a problem may list them.
        const types = shape.alternatives.map(({ type }) => (type.kind === 'reference' ? type.name : this.#type(type)));
        return `${shape.exactlyOne ? '^' : '+'}${joined(types)}`;
      }
      case 'object': {
        const parts = [
          ...shape.fields.map((field) => this.#field(field)),
          ...shape.choices.map((name) => `&${name}`),
          ...shape.accepts.map(({ rule, when }) => `@${[rule, ...when].join(',')}`),
          ...(shape.emptyWhenMissing ? ['!'] : []),
        ];
        return `{${joined(parts)}`;
      }
      case 'union':
        return this.#union(shape);
      default:
        throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
    }
  }

  #union(shape: UnionShape): string {
    const modes = { required: '', none: '', optional: '?', filled: '!' };
    const parts = [
      `<${shape.key}${shape.keyOptional ? '?' : ''}`,
      ...shape.shared.map((field) => `.${this.#field(field)}`),
      ...shape.variants.map(
        ({ tag, type, mode, aliases }) =>
          `${tag}${modes[mode]}${aliases.map((each) => `,${each}`).join('')}${type === undefined ? '' : `:${type}`}`,
      ),
      ...(shape.open === undefined ? [] : [`*${shape.open.type === undefined ? '' : `:${shape.open.type}`}`]),
      ...shape.refused.map(({ tag, doc }) => `-${tag} ${doc.replace(/\.$/u, '')}`),
      ...shape.accepts.map(({ rule, when }) => `@${[rule, ...when].join(',')}`),
    ];
    return joined(parts);
  }

  #field(field: Field): string {
    const marks = [
      field.optional || field.mayBeAbsent ? '?' : '',
      field.drop ? '-' : '',
      field.skip ? '/' : '',
      field.nullIsAbsent ? '^' : '',
      ...field.aliases.map((each) => `,${each}`),
    ];
    const type = this.#type(field.type);
    return `${field.name}${marks.join('')}${type === 'string' ? '' : `:${type}`}`;
  }

  #type(type: TypeExpression): string {
    switch (type.kind) {
      case 'string':
        if (type.pattern !== undefined) return `/${type.pattern}/`;
        return type.min === undefined ? 'string' : `string(${type.min})`;
      case 'integer':
        return type.min === undefined ? type.size : `${type.size}(${type.min})`;
      case 'number':
        return type.max === undefined ? 'f64' : `f64(${type.min},${type.max})`;
      case 'bool':
      case 'any':
      case 'null':
        return type.kind;
      case 'literal':
        return `"${type.value}"`;
      case 'reference': {
        const target = this.#surface.shapes.get(type.name);
        if (target?.kind === 'scalar') return this.#type(target.type);
        return target?.kind === 'enum' && target.open ? 'string' : type.name;
      }
      case 'list':
        return `${this.#type(type.of)}[${type.min === 0 ? '' : type.min}]`;
      case 'map':
        return `${this.#type(type.of)}{}`;
      case 'nullable':
        return `${this.#type(type.of)}~`;
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }
}
