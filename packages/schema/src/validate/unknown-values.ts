/**
 * Values that the protocol accepts although it does not define them, because a later version may: a kind of tool call,
 * a status, the type of a content block.
 *
 * Values that begin with an underscore are extensions, which are not looked for.
 */
import { alternativeOf, taggedVariant, variantOf } from './chosen-definition.ts';
import type { Definitions, FieldDefinition, UnionDefinition, ValueType } from './definition.ts';
import { maxReports } from './limits.ts';
import { isObject, type Fields } from './primitives.ts';
import { describe, joinPath, oneOf, type Problem } from './problem.ts';

/**
 * The unknown values in `value`, which is checked against the definition `name`; parts that are malformed have none.
 */
export function unknownValues(definitions: Definitions, name: string, value: unknown): readonly Problem[] {
  const search = new Search(definitions);
  search.named(name, value, '');
  return search.problems;
}

class Search {
  readonly problems: Problem[] = [];
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  named(name: string, value: unknown, path: string): void {
    const entry = this.#definitions[name];
    switch (entry?.kind) {
      case 'scalar':
        this.#type(entry.type, value, path);
        break;
      case 'enum':
        if (entry.open === true) this.#require(entry.values, value, path);
        break;
      case 'object':
        if (!isObject(value)) break;
        this.#fields(entry.fields, value, path);
        for (const choice of entry.choices ?? []) this.named(choice, value, path);
        break;
      case 'union':
        if (isObject(value)) this.#union(entry, value, path);
        break;
      case 'choice': {
        const fitting = alternativeOf(this.#definitions, entry, value);
        if (fitting !== undefined) this.#type(fitting, value, path);
        break;
      }
      case undefined:
        break;
      default:
        entry satisfies never;
    }
  }

  #type(type: ValueType, value: unknown, path: string): void {
    if (typeof type === 'string' || value === null || value === undefined) return;
    if ('ref' in type) this.named(type.ref, value, path);
    else if ('orNull' in type) this.#type(type.orNull, value, path);
    else if ('list' in type && Array.isArray(value) && typeof type.list === 'object') {
      for (const [index, item] of value.entries()) this.#type(type.list, item, joinPath(path, index));
    } else if ('map' in type && isObject(value) && typeof type.map === 'object') {
      for (const [key, item] of Object.entries(value)) this.#type(type.map, item, joinPath(path, key));
    }
  }

  #fields(fields: readonly FieldDefinition[], value: Fields, path: string): void {
    for (const { name, type } of fields) {
      if (typeof type === 'object' && value[name] !== undefined) this.#type(type, value[name], joinPath(path, name));
    }
  }

  #union(union: UnionDefinition, value: Fields, path: string): void {
    const { key, variants, shared = [], open } = union;
    if (open !== undefined && taggedVariant(union, value) === undefined) {
      const tags = variants.map(({ tag }) => tag);
      this.#require(tags, value[key], joinPath(path, key));
    }
    this.#fields(shared, value, path);
    const variant = variantOf(union, value);
    if (variant !== undefined) this.named(variant, value, path);
  }

  #require(known: readonly string[], value: unknown, path: string): void {
    if (typeof value !== 'string' || known.includes(value) || value.startsWith('_')) return;
    if (this.problems.length >= maxReports) return;
    this.problems.push({ path, expected: oneOf(known), found: describe(value, path) });
  }
}
