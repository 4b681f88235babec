/**
 * The part of a valid value that the protocol defines: the fields that it knows, without those that it does not.
 *
 * Free-form parts (`any`) belong to what is carried, such as an MCP message, and are kept as they are.
 */
import { alternativeOf, variantOf } from './chosen-definition.ts';
import type { Definitions, FieldDefinition, ValueType } from './definition.ts';
import { isObject, type Fields } from './primitives.ts';

/** Sees the fields of a value, and decides about those that the protocol does not define. */
export interface FieldVisitor {
  /** A field that the protocol defines. */
  readonly field?: (name: string, value: unknown) => void;
  /** A field that it does not define, or an entry of `_meta`; true keeps it. */
  readonly unknown?: (name: string, value: unknown, isMeta: boolean) => boolean;
}

/** The known part of `value`, which is valid for the definition `name`; the very same value if it has no other. */
export function knownPart(definitions: Definitions, name: string, value: unknown, visitor: FieldVisitor): unknown {
  return new KnownPart(definitions, visitor).named(name, value);
}

type FieldTypes = ReadonlyMap<string, ValueType>;

class KnownPart {
  readonly #definitions: Definitions;
  readonly #visitor: FieldVisitor;

  constructor(definitions: Definitions, visitor: FieldVisitor) {
    this.#definitions = definitions;
    this.#visitor = visitor;
  }

  named(name: string, value: unknown): unknown {
    const entry = this.#definitions[name];
    if (entry === undefined || entry.kind === 'enum') return value;
    if (entry.kind === 'scalar') return this.#type(entry.type, value);
    if (entry.kind !== 'choice') return isObject(value) ? this.#object(this.#fieldsOf(name, value), value) : value;
    const fitting = alternativeOf(this.#definitions, entry, value);
    return fitting === undefined ? value : this.#type(fitting, value);
  }

  #type(type: ValueType, value: unknown): unknown {
    if (typeof type === 'string' || value === null) return value;
    if ('ref' in type) return this.named(type.ref, value);
    if ('orNull' in type) return this.#type(type.orNull, value);
    if ('list' in type && Array.isArray(value)) {
      const items = value.map((item: unknown) => this.#type(type.list, item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if ('map' in type && isObject(value)) return this.#entries(value, (_name, each) => this.#type(type.map, each));
    return value;
  }

  #object(types: FieldTypes, value: Fields): Fields {
    return this.#entries(value, (name, each) => {
      if (name === '_meta' && isObject(each)) {
        return this.#entries(each, (key, item) => (this.#keeps(key, item, true) ? item : undefined));
      }
      const type = types.get(name);
      if (type === undefined) return this.#keeps(name, each, false) ? each : undefined;
      this.#visitor.field?.(name, each);
      return this.#type(type, each);
    });
  }

  #keeps(name: string, value: unknown, isMeta: boolean): boolean {
    return this.#visitor.unknown?.(name, value, isMeta) ?? false;
  }

  /** The object with every value replaced; `undefined` leaves it out. */
  #entries(value: Fields, replace: (name: string, value: unknown) => unknown): Fields {
    const before = Object.entries(value);
    const after = before.map(([name, each]) => [name, replace(name, each)] as const);
    if (after.every(([, each], index) => each === before[index]?.[1])) return value;
    return Object.fromEntries(after.filter(([, each]) => each !== undefined));
  }

  /** The types of the fields that an object may have according to the definition `name`. */
  #fieldsOf(name: string, value: Fields): FieldTypes {
    const entry = this.#definitions[name];
    if (entry?.kind === 'object') {
      return new Map([...typesOf(entry.fields), ...this.#together(entry.choices ?? [], value)]);
    }
    if (entry?.kind === 'union') {
      const variant = variantOf(entry, value);
      const own: [string, ValueType][] = [[entry.key, 'any'], ...typesOf(entry.shared ?? [])];
      return new Map([...own, ...this.#together(variant === undefined ? [] : [variant], value)]);
    }
    if (entry?.kind !== 'choice') return new Map();
    const fitting = alternativeOf(this.#definitions, entry, value);
    return typeof fitting === 'object' && 'ref' in fitting ? this.#fieldsOf(fitting.ref, value) : new Map();
  }

  #together(names: readonly string[], value: Fields): [string, ValueType][] {
    return names.flatMap((each) => [...this.#fieldsOf(each, value)]);
  }
}

const typesOf = (fields: readonly FieldDefinition[]): [string, ValueType][] =>
  fields.map(({ name, type }) => [name, type]);
