/** Writes the table that the slow path reads, one line per definition. */
import type { Field, Shape, Surface, TypeExpression } from './model.ts';
import type { TableEntry, TableField, TableType } from '../table.ts';
import { banner, quote } from './source-text.ts';

/** The entries of a surface as text, by name. */
export function tableSource(surface: Surface): Record<string, string> {
  return Object.fromEntries([...surface.shapes].map(([name, shape]) => [name, JSON.stringify(tableEntry(shape))]));
}

/** The text of `table.gen.ts`. */
export function emitTable(surface: Surface, depth: number): string {
  const lines = Object.entries(tableSource(surface)).map(([name, text]) => `  ${name}: ${quote(text)},\n`);
  const home = '../'.repeat(depth);
  return `${banner}import { createTable, type Table } from '${home}table.ts';\n\nexport const table: Table = createTable({\n${lines.join('')}});\n`;
}

function tableEntry(shape: Shape): TableEntry {
  switch (shape.kind) {
    case 'scalar':
      return { k: 'scalar', type: tableType(shape.type) };
    case 'enum':
      return { k: 'enum', values: shape.values.map((each) => each.value), ...(shape.open ? { open: 1 } : {}) };
    case 'choice':
      return {
        k: 'choice',
        ...(shape.exactlyOne ? { one: 1 } : {}),
        of: shape.alternatives.map((each) => tableType(each.type)),
      };
    case 'object':
      return {
        k: 'object',
        fields: shape.fields.map(tableField),
        ...(shape.choices.length > 0 ? { choices: shape.choices } : {}),
        ...accepts(shape),
        ...(shape.emptyWhenMissing ? { empty: 1 } : {}),
      };
    case 'union':
      return {
        k: 'union',
        key: shape.key,
        ...(shape.keyOptional ? { keyOptional: 1 } : {}),
        ...(shape.shared.length > 0 ? { shared: shape.shared.map(tableField) } : {}),
        variants: shape.variants.map(({ tag, type, mode, aliases }) => ({
          tag,
          ...(type === undefined ? {} : { type }),
          ...(mode === 'required' ? {} : { mode }),
          ...(aliases.length > 0 ? { a: aliases } : {}),
        })),
        ...(shape.open === undefined ? {} : { open: shape.open.type === undefined ? {} : { type: shape.open.type } }),
        ...(shape.refused.length === 0
          ? {}
          : { refused: Object.fromEntries(shape.refused.map(({ tag, doc }) => [tag, doc.replace(/\.$/u, '')])) }),
        ...accepts(shape),
      };
    default:
      throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
  }
}

function accepts(shape: Shape & { readonly kind: 'object' | 'union' }): { accepts?: readonly string[] } {
  return shape.accepts.length > 0 ? { accepts: shape.accepts.map((each) => each.rule) } : {};
}

function tableField(field: Field): TableField {
  return {
    n: field.name,
    t: tableType(field.type),
    ...(field.optional || field.mayBeAbsent ? { o: 1 } : {}),
    ...(field.drop ? { d: 1 } : {}),
    ...(field.skip ? { s: 1 } : {}),
    ...(field.nullIsAbsent ? { z: 1 } : {}),
    ...(field.aliases.length > 0 ? { a: field.aliases } : {}),
  };
}

function tableType(type: TypeExpression): TableType {
  switch (type.kind) {
    case 'string': {
      const { min, pattern } = type;
      if (min === undefined && pattern === undefined) return 'string';
      return { text: { ...(min === undefined ? {} : { min }), ...(pattern === undefined ? {} : { pattern }) } };
    }
    case 'integer':
      return type.min === undefined ? type.size : { int: type.size, min: type.min };
    case 'number':
      return type.min === undefined || type.max === undefined ? 'f64' : { f64: [type.min, type.max] };
    case 'bool':
    case 'any':
    case 'null':
      return type.kind;
    case 'literal':
      return { is: type.value };
    case 'reference':
      return { ref: type.name };
    case 'list':
      return { list: tableType(type.of), ...(type.min > 0 ? { min: type.min } : {}) };
    case 'map':
      return { map: tableType(type.of) };
    case 'nullable':
      return { orNull: tableType(type.of) };
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}
